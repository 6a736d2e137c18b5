// A solution, seen: as a net or piece by piece at once, in space when asked for.
import { useEffect, useMemo, useState } from "preact/hooks";
import { inverse, splitMoves } from "../../model/alg";
import { played } from "../../model/cube";
import { fromCompact, isSolvedAsHeld, movedBy, samePattern, type KPuzzle, type Pattern } from "../../model/kpuzzle";
import { Segments } from "../../parts/controls";
import { Net } from "../../parts/Net";
import { Orbits } from "../../parts/Orbits";
import { MoveList, Player, useTransport } from "../../parts/Player";
import { Twisty3D } from "../../parts/Twisty3D";
import { inSpace, spaceMove } from "./puzzles";

interface ReplayProps {
  puzzle: string;
  kpuzzle: KPuzzle | null;
  /** The stickers before the solution, for cubes with a net. */
  cube: string | null;
  /** A compact position before the solution, for defined puzzles. */
  position: string | null;
  /** The moves that led here, where they are needed to show the start. */
  setup: string | null;
  solved: boolean;
  moves: readonly string[];
  at: number;
  onAt(at: number): void;
}

type View = "flat" | "space";

export function Replay({ puzzle, kpuzzle, cube, position, setup, solved, moves, at, onAt }: ReplayProps) {
  const transport = useTransport(`${puzzle} ${cube} ${position} ${moves.join(" ")}`, moves.length, at);
  // What neither ends solved nor began with known moves cannot be set up in space.
  const space = solved || setup !== null ? inSpace(puzzle) : null;
  const [view, setView] = useState<View>(() => (cube || !space ? remembered() : "space"));
  useEffect(() => onAt(transport.at), [transport.at]);
  const start = useMemo<Pattern | null>(() => {
    if (!kpuzzle) return null;
    const asHeld = () => movedBy(kpuzzle, kpuzzle.defaultPattern, inverse(moves));
    const start = position ? fromCompact(kpuzzle, position) : null;
    const end = start && movedBy(kpuzzle, start, moves);
    // A scramble with rotations is solved as it is held then. Pieces are named for that, so that all end at home.
    const isTurned = solved && end !== null && !samePattern(end, kpuzzle.defaultPattern) && isSolvedAsHeld(kpuzzle, end);
    return start && !isTurned ? start : asHeld();
  }, [kpuzzle, position, moves, solved]);
  const shown = useMemo(
    () => space && { space, setup: solved || setup === null ? null : splitMoves(setup).map((move) => spaceMove(puzzle, move)).join(" "), moves: moves.map((move) => spaceMove(puzzle, move)) },
    [space, solved, setup, moves, puzzle],
  );
  const made = moves.slice(0, transport.at);
  const now = cube && played(cube, made);
  const pattern = start && kpuzzle && movedBy(kpuzzle, start, made);
  const flat = now ? <Net cube={now} label={`The cube after ${made.length} moves`} /> : pattern && kpuzzle ? <Orbits puzzle={kpuzzle} pattern={pattern} /> : null;
  const isLost = cube ? now === null : kpuzzle !== null;
  const choose = (view: View) => {
    setView(view);
    try {
      localStorage.setItem("deepen-view", view);
    } catch {
      // Then it is asked again next time.
    }
  };
  const inView = !space ? "flat" : !flat ? "space" : view;
  return (
    <div class="replay" data-at={transport.at}>
      {space && flat && (
        <Segments<View>
          label="How to show it"
          value={inView}
          options={[{ value: "flat", label: now ? "Net" : "Pieces" }, { value: "space", label: "3D" }]}
          onChange={choose}
        />
      )}
      <div class="stage">
        {inView === "space" && shown ? <Twisty3D shown={shown} transport={transport} /> : flat ?? (isLost && <p class="muted">These moves cannot be shown on this puzzle.</p>)}
      </div>
      <Player transport={transport} />
      <MoveList moves={moves} transport={transport} />
    </div>
  );
}

function remembered(): View {
  try {
    return localStorage.getItem("deepen-view") === "space" ? "space" : "flat";
  } catch {
    return "flat";
  }
}
