// The controls of a replay: start, step, play, end, slider, speed, and the list of moves, each of which can be clicked.
import { useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { pluralize } from "../model/format";
import { Playback } from "../model/playback";

/** Returns a playback of `count` moves; a new one when `key` changes. Renders the component after every whole move. */
export function usePlayback(key: string, count: number, at = 0): Playback {
  const playback = useMemo(() => new Playback(count, at), [key, count]);
  const [, redraw] = useReducer<number, void>((n) => n + 1, 0);
  const seen = useRef("");
  useEffect(
    () =>
      playback.subscribe(() => {
        const now = `${playback.at} ${playback.playing} ${playback.speed}`;
        if (now !== seen.current) {
          seen.current = now;
          redraw();
        }
      }),
    [playback],
  );
  return playback;
}

const SPEEDS = [1, 2, 3, 5, 8, 15];

export function Player({ playback }: { playback: Playback }) {
  const { at, count, playing } = playback;
  return (
    <div class="player" role="group" aria-label="Replay">
      <div class="player-row">
        <StepButton label="To the start" path="M6 5v14M19 5l-9 7 9 7z" disabled={at === 0} onClick={() => playback.seek(0)} />
        <StepButton label="Step back" path="M17 5l-9 7 9 7z" disabled={at === 0} onClick={() => playback.step(-1)} />
        <button type="button" class="icon play" aria-label={playing ? "Pause" : "Play"} onClick={() => (playing ? playback.pause() : playback.play())} disabled={count === 0}>
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d={playing ? "M7 5h4v14H7zM13 5h4v14h-4z" : "M7 4l13 8-13 8z"} fill="currentColor" />
          </svg>
        </button>
        <StepButton label="Step forward" path="M7 5l9 7-9 7z" disabled={at >= count} onClick={() => playback.step(1)} />
        <StepButton label="To the end" path="M5 5l9 7-9 7zM18 5v14" disabled={at >= count} onClick={() => playback.seek(count)} />
        <span class="player-at">
          {at} / {count}
        </span>
        <label class="speed">
          <span class="visually-hidden">Speed in moves per second</span>
          <select value={String(playback.speed)} onChange={(event) => playback.setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((speed) => (
              <option key={speed} value={String(speed)}>
                {speed}/s
              </option>
            ))}
          </select>
        </label>
      </div>
      <input
        type="range"
        min={0}
        max={count}
        step={1}
        value={at}
        aria-label="Position in the solution"
        aria-valuetext={`${at} of ${pluralize(count, "move")}`}
        onInput={(event) => playback.seek(Number(event.currentTarget.value))}
      />
    </div>
  );
}

function StepButton({ label, path, disabled, onClick }: { label: string; path: string; disabled: boolean; onClick(): void }) {
  return (
    <button type="button" class="icon" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={path} fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
      </svg>
    </button>
  );
}

/** The list of moves. A click jumps to the position after the move. */
export function MoveList({ moves, playback }: { moves: readonly string[]; playback: Playback }) {
  return (
    <ol class="moves" aria-label="Moves of the solution">
      {moves.map((move, i) => (
        <li key={i}>
          <button
            type="button"
            class={i < playback.at ? "made" : ""}
            aria-current={i + 1 === playback.at ? "step" : undefined}
            aria-label={`${move}, move ${i + 1}`}
            onClick={() => playback.seek(i + 1)}
          >
            {move}
          </button>
        </li>
      ))}
    </ol>
  );
}
