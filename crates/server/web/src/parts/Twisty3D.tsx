// The puzzle in space, by cubing.js's twisty-player. It is large, so it is fetched only when this is first shown. Our own
// controls drive it: it is told at which time of its move sequence to stand.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TwistyPlayer } from "cubing/twisty";
import type { Transport } from "../model/transport";

export interface Shown3D {
  /** A puzzle that the player knows by name, or how a solid is cut into one. */
  space: { puzzle: string } | { cuts: string };
  /** The moves that lead to where the replay begins; if null, the replay is known to end solved. */
  setup: string | null;
  moves: readonly string[];
}

/** For each of several runs one after the other the index of its first element, given how long they are. */
function starts(lengths: readonly number[]): number[] {
  let next = 0;
  return lengths.map((length) => (next += length) - length);
}

export function Twisty3D({ shown, transport }: { shown: Shown3D; transport: Transport }) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const { space, setup, moves } = shown;
  const alg = moves.join(" ");
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    setState("loading");
    (async () => {
      const [{ TwistyPlayer }, { Alg }] = await Promise.all([import("cubing/twisty"), import("cubing/alg")]);
      if (gone) return;
      const player: TwistyPlayer = new TwistyPlayer({
        ...("puzzle" in space ? { puzzle: space.puzzle as "3x3x3" } : { experimentalPuzzleDescription: space.cuts as "c v 0", cameraLongitude: 30, cameraLatitude: 32 }),
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
      if (gone) return;
      // The player counts leaves: a tuple of Square-1 is one move of ours and two of its leaves.
      const leaves = starts(moves.map((move) => [...new Alg(move).experimentalLeafMoves()].length));
      const start = (move: number) => (move >= moves.length ? Number(indexer.algDuration()) : Number(indexer.indexToMoveStartTimestamp(leaves[move]!)));
      const show = () => {
        const whole = Math.floor(transport.position);
        const part = transport.position - whole;
        player.timestamp = start(whole) + part * (start(whole + 1) - start(whole));
      };
      show();
      const unsubscribe = transport.subscribe(show);
      stop = () => {
        unsubscribe();
        player.remove();
      };
      setState("ready");
    })().catch((failure: unknown) => {
      console.warn(failure);
      if (!gone) setState("failed");
    });
    return () => {
      gone = true;
      stop();
    };
  }, [space, setup, alg, transport]);
  return (
    <div class="twisty" data-state={state}>
      <div ref={box} role="img" aria-label="The puzzle in space" />
      {state === "loading" && <p class="muted">Loading the player …</p>}
      {state === "failed" && <p class="muted">This puzzle cannot be shown in space here.</p>}
    </div>
  );
}
