// Playback of a replay. The position is measured in moves and has a fraction during an animation; views that show whole
// positions use `at`.

type Listener = () => void;

export class Playback {
  readonly count: number;
  /** Moves made, with a fraction during an animation. */
  position: number;
  playing = false;
  /** Moves per second. */
  speed = 3;
  private target: number;
  private frame = 0;
  private last = 0;
  private readonly listeners = new Set<Listener>();
  private readonly reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(count: number, at = 0) {
    this.count = count;
    this.position = this.target = Math.min(count, Math.max(0, at));
  }

  /** Moves completed. */
  get at(): number {
    return Math.floor(this.position + 1e-6);
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (!this.listeners.size) this.stopAnimation();
    };
  }

  play(): void {
    if (this.position >= this.count) this.position = 0;
    this.playing = true;
    this.animateTo(this.count);
  }

  pause(): void {
    this.playing = false;
    this.animateTo(Math.ceil(this.position - 1e-6));
  }

  step(by: 1 | -1): void {
    this.playing = false;
    const from = by > 0 ? Math.floor(this.target + 1e-6) : Math.ceil(this.target - 1e-6);
    this.animateTo(Math.min(this.count, Math.max(0, (Math.abs(this.target - this.position) > 1 ? this.at : from) + by)));
  }

  /** Jumps to a position without animation. */
  seek(at: number): void {
    this.stopAnimation();
    this.playing = false;
    this.position = this.target = Math.min(this.count, Math.max(0, at));
    this.notify();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.notify();
  }

  private animateTo(target: number): void {
    this.target = target;
    if (!this.playing && this.reducedMotion.matches) return this.seek(target);
    if (!this.frame) {
      this.last = performance.now();
      this.frame = requestAnimationFrame(this.tick);
    }
    this.notify();
  }

  private readonly tick = (now: number): void => {
    const by = Math.max(0, ((now - this.last) / 1000) * (this.playing ? this.speed : Math.max(5, this.speed)));
    if (this.reducedMotion.matches && by < 1) {
      // With reduced motion only whole positions are shown, one after the other.
      this.frame = requestAnimationFrame(this.tick);
      return;
    }
    this.last = now;
    const left = this.target - this.position;
    const step = this.reducedMotion.matches ? 1 : Math.min(by, 1);
    this.position = Math.abs(left) <= step ? this.target : this.position + Math.sign(left) * step;
    if (this.position === this.target) {
      this.frame = 0;
      this.playing = false;
    } else {
      this.frame = requestAnimationFrame(this.tick);
    }
    this.notify();
  };

  private stopAnimation(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
