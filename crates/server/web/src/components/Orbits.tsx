// A position of a puzzle, orbit by orbit: the piece in each slot, its orientation, and whether it is solved.
import type { KPuzzle, Pattern } from "../model/kpuzzle";

export function Orbits({ puzzle, pattern }: { puzzle: KPuzzle; pattern: Pattern }) {
  return (
    <div class="orbits">
      {puzzle.orbits.map(({ orbitName, numOrientations }) => {
        const orbit = pattern[orbitName]!;
        const solved = puzzle.defaultPattern[orbitName]!;
        const identical = new Set(solved.pieces).size === 1;
        const home = orbit.pieces.filter((_, i) => isHome(i)).length;
        function isHome(slot: number): boolean {
          return orbit.pieces[slot] === solved.pieces[slot] && orbit.orientation[slot] === solved.orientation[slot];
        }
        return (
          <figure key={orbitName}>
            <figcaption>
              {title(orbitName)} <span class="muted">{home} of {orbit.pieces.length} solved</span>
            </figcaption>
            <ol style={{ "--across": String(across(orbit.pieces.length)) }}>
              {orbit.pieces.map((piece, slot) => (
                <li key={slot} class={isHome(slot) ? "home" : orbit.pieces[slot] === solved.pieces[slot] ? "turned" : ""}>
                  <span class="visually-hidden">{`slot ${slot + 1}: piece ${piece + 1}, orientation ${orbit.orientation[slot]}`}</span>
                  <span aria-hidden="true">
                    {numOrientations > 1 && <i style={{ transform: `rotate(${(360 * orbit.orientation[slot]!) / numOrientations}deg)` }} />}
                    {!identical && <b>{piece + 1}</b>}
                  </span>
                </li>
              ))}
            </ol>
          </figure>
        );
      })}
    </div>
  );
}

/** Returns the number of columns: a square number of slots is drawn as a square, as boards are stored, and two squares
 * side by side. */
function across(slots: number): number {
  const isSide = (root: number) => Number.isInteger(root) && root > 2 && root < 8;
  if (isSide(Math.sqrt(slots))) return Math.sqrt(slots);
  return isSide(Math.sqrt(slots / 2)) ? slots / 2 : 12;
}

function title(orbit: string): string {
  return orbit.charAt(0) + orbit.slice(1).toLowerCase();
}
