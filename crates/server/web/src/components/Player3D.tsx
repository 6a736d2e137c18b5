// The puzzle in puzzle, by cubing.js's twisty-player. It is large, so it is fetched only when this is first shown. Our own
// controls drive it: it is told at which time of its move sequence to stand.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TwistyPlayer } from "cubing/twisty";
import type { Playback } from "../model/playback";

export interface Replay3D {
  /** A puzzle that the player knows by name, or how a solid is cut into one. */
  puzzle: { puzzle: string } | { cuts: string };
  /** The moves that lead to where the replay begins; if null, the replay is known to end solved. */
  setup: string | null;
  moves: readonly string[];
}

/** For each of several runs one after the other the index of its first element, given how long they are. */
function startOffsets(lengths: readonly number[]): number[] {
  let next = 0;
  return lengths.map((length) => (next += length) - length);
}

export function Player3D({ shown, playback }: { shown: Replay3D; playback: Playback }) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const { puzzle, setup, moves } = shown;
  const alg = moves.join(" ");
  useEffect(() => {
    let cancelled = false;
    let stop = () => {};
    setState("loading");
    (async () => {
      const [{ TwistyPlayer }, { Alg }] = await Promise.all([import("cubing/twisty"), import("cubing/alg")]);
      if (cancelled) return;
      const player: TwistyPlayer = new TwistyPlayer({
        ...("puzzle" in puzzle ? { puzzle: puzzle.puzzle as "3x3x3" } : { experimentalPuzzleDescription: puzzle.cuts as "c v 0", cameraLongitude: 30, cameraLatitude: 32 }),
        alg,
        experimentalSetupAlg: setup ?? "",
        experimentalSetupAnchor: setup === null ? "end" : "start",
        controlPanel: "none",
        background: "none",
        hintFacelets: "none",
        viewerLink: "none",
      });
      box.current?.replaceChildren(player);
      stop = () => player.remove();
      const indexer = await player.experimentalModel.indexer.get();
      if (cancelled) return;
      // The player counts leaves: a tuple of Square-1 is one move of ours and two of its leaves.
      const leaves = startOffsets(moves.map((move) => [...new Alg(move).experimentalLeafMoves()].length));
      const start = (move: number) => (move >= moves.length ? Number(indexer.algDuration()) : Number(indexer.indexToMoveStartTimestamp(leaves[move]!)));
      const show = () => {
        const whole = Math.floor(playback.position);
        const part = playback.position - whole;
        player.timestamp = start(whole) + part * (start(whole + 1) - start(whole));
      };
      show();
      const unsubscribe = playback.subscribe(show);
      stop = () => {
        unsubscribe();
        player.remove();
      };
      setState("ready");
    })().catch((failure: unknown) => {
      console.warn(failure);
      if (!cancelled) setState("failed");
    });
    return () => {
      cancelled = true;
      stop();
    };
  }, [puzzle, setup, alg, playback]);
  return (
    <div class="twisty" data-state={state}>
      <div ref={box} role="img" aria-label="The puzzle in puzzle" />
      {state === "loading" && <p class="muted">Loading the player …</p>}
      {state === "failed" && <p class="muted">This puzzle cannot be shown in puzzle here.</p>}
    </div>
  );
}
