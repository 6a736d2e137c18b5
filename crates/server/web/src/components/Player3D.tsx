// The 3D view of a puzzle, by the twisty-player of cubing.js. It is large, so it is loaded when first shown. The controls
// of the page set its timestamp within the move sequence.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TwistyPlayer } from "cubing/twisty";
import type { Playback } from "../model/playback";

export interface Replay3D {
  /** A puzzle name of cubing.js, or a description of the cuts of a solid. */
  puzzle: { puzzle: string } | { cuts: string };
  /** The moves that lead to the start of the replay; null if the replay ends solved. */
  setup: string | null;
  moves: readonly string[];
}

/** Returns the index of the first element of each of several consecutive runs, given their lengths. */
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
      // The player counts leaves: a tuple of Square-1 is one move here and two leaves there.
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
      <div ref={box} role="img" aria-label="3D view of the puzzle" />
      {state === "loading" && <p class="muted">Loading the 3D view …</p>}
      {state === "failed" && <p class="muted">The 3D view could not be loaded.</p>}
    </div>
  );
}
