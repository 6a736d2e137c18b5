// Replay of a solution: as a net or piece by piece, and in 3D on request.
import { useEffect, useMemo, useState } from "preact/hooks";
import { inverse, splitMoves } from "../../model/alg";
import { applyCubeMoves } from "../../model/cube";
import { parseCompactPosition, isSolvedUpToRotation, applyPuzzleMoves, samePattern, type KPuzzle, type Pattern } from "../../model/kpuzzle";
import { Segments } from "../../components/controls";
import { CubeNet } from "../../components/CubeNet";
import { Orbits } from "../../components/Orbits";
import { MoveList, Player, usePlayback } from "../../components/Player";
import { Player3D } from "../../components/Player3D";
import { puzzle3d, move3d } from "./cubingjs";

interface ReplayProps {
  puzzle: string;
  kpuzzle: KPuzzle | null;
  /** The stickers before the solution, for cubes with a net. */
  cube: string | null;
  /** The compact position before the solution, for puzzles with a definition. */
  position: string | null;
  /** The scramble, if it is needed to show the start. */
  setup: string | null;
  solved: boolean;
  moves: readonly string[];
  at: number;
  onAt(at: number): void;
}

type View = "flat" | "3d";

export function Replay({ puzzle, kpuzzle, cube, position, setup, solved, moves, at, onAt }: ReplayProps) {
  const playback = usePlayback(`${puzzle} ${cube} ${position} ${moves.join(" ")}`, moves.length, at);
  // The 3D view needs a replay that ends solved or starts from known moves.
  const model = solved || setup !== null ? puzzle3d(puzzle) : null;
  const [view, setView] = useState<View>(() => (cube || !model ? storedView() : "3d"));
  useEffect(() => onAt(playback.at), [playback.at]);
  const start = useMemo<Pattern | null>(() => {
    if (!kpuzzle) return null;
    const startFromSolved = () => applyPuzzleMoves(kpuzzle, kpuzzle.defaultPattern, inverse(moves));
    const start = position ? parseCompactPosition(kpuzzle, position) : null;
    const end = start && applyPuzzleMoves(kpuzzle, start, moves);
    // A scramble with rotations may end in a rotated solved state. Pieces are then numbered by that state, so that all
    // end solved.
    const isTurned = solved && end !== null && !samePattern(end, kpuzzle.defaultPattern) && isSolvedUpToRotation(kpuzzle, end);
    return start && !isTurned ? start : startFromSolved();
  }, [kpuzzle, position, moves, solved]);
  const shown = useMemo(
    () => model && { puzzle: model, setup: solved || setup === null ? null : splitMoves(setup).map((move) => move3d(puzzle, move)).join(" "), moves: moves.map((move) => move3d(puzzle, move)) },
    [model, solved, setup, moves, puzzle],
  );
  const made = moves.slice(0, playback.at);
  const now = cube && applyCubeMoves(cube, made);
  const pattern = start && kpuzzle && applyPuzzleMoves(kpuzzle, start, made);
  const flat = now ? <CubeNet cube={now} label={`The cube after ${made.length} moves`} /> : pattern && kpuzzle ? <Orbits puzzle={kpuzzle} pattern={pattern} /> : null;
  const cannotShow = cube ? now === null : kpuzzle !== null;
  const choose = (view: View) => {
    setView(view);
    try {
      localStorage.setItem("deepen-view", view);
    } catch {
      // Without storage the choice is not remembered.
    }
  };
  const visibleView = !model ? "flat" : !flat ? "3d" : view;
  return (
    <div class="replay" data-at={playback.at}>
      {model && flat && (
        <Segments<View>
          label="View"
          value={visibleView}
          options={[{ value: "flat", label: now ? "Net" : "Pieces" }, { value: "3d", label: "3D" }]}
          onChange={choose}
        />
      )}
      <div class="stage">
        {visibleView === "3d" && shown ? <Player3D shown={shown} playback={playback} /> : flat ?? (cannotShow && <p class="muted">These moves cannot be shown on this puzzle.</p>)}
      </div>
      <Player playback={playback} />
      <MoveList moves={moves} playback={playback} />
    </div>
  );
}

function storedView(): View {
  try {
    return localStorage.getItem("deepen-view") === "3d" ? "3d" : "flat";
  } catch {
    return "flat";
  }
}
