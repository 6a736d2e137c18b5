// The board: tiles slide by click, arrow keys and swipes. One tab stop; the arrow keys slide tiles into the blank.
import { useRef } from "preact/hooks";
import { slidesTo, type Board, type Direction } from "../../model/tiles";

interface TileBoardProps {
  board: Board;
  goal: Board;
  label: string;
  /** The tile to slide according to the hint. */
  hinted?: number | null;
  /** Duration of the slide animation. */
  slideMs?: number;
  onSlide?: ((directions: Direction[]) => void) | undefined;
}

export const KEYS: Record<string, Direction> = {
  ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", w: "U", s: "D", a: "L", d: "R",
};
/** Pixels that a pointer must move for a swipe. */
const SWIPE = 18;

export function TileBoard({ board, goal, label, hinted = null, slideMs = 120, onSlide }: TileBoardProps) {
  const from = useRef<{ x: number; y: number; swiped: boolean } | null>(null);
  const { rows, columns, tiles } = board;
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!direction || !onSlide || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onSlide([direction]);
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = from.current;
    if (!start || !onSlide || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE || start.swiped) return;
    start.swiped = true;
    onSlide([Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U"]);
  };
  return (
    <div
      class={`board${onSlide ? " playable" : ""}`}
      style={{ "--rows": String(rows), "--columns": String(columns), "--slide": `${slideMs}ms` }}
      role={onSlide ? "application" : "img"}
      aria-label={`${label}. ${rowsInWords(board)}`}
      aria-roledescription={onSlide ? "sliding tiles" : undefined}
      tabIndex={onSlide ? 0 : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => (from.current = { x: event.clientX, y: event.clientY, swiped: false })}
      onPointerMove={onPointerMove}
    >
      {Array.from({ length: tiles.length - 1 }, (_, i) => i + 1).map((tile) => {
        const cell = tiles.indexOf(tile);
        const home = goal.tiles[cell] === tile;
        return (
          <button
            key={tile}
            type="button"
            tabIndex={-1}
            disabled={!onSlide}
            data-tile={tile}
            class={`tile${home ? " home" : ""}${hinted === tile ? " hinted" : ""}`}
            style={{ "--x": String(cell % columns), "--y": String(Math.floor(cell / columns)) }}
            onClick={() => !from.current?.swiped && onSlide?.(slidesTo(board, cell))}
          >
            {tile}
          </button>
        );
      })}
    </div>
  );
}

function rowsInWords({ rows, columns, tiles }: Board): string {
  return Array.from({ length: rows }, (_, row) => tiles.slice(row * columns, (row + 1) * columns).map((tile) => tile || "blank").join(" ")).join("; ");
}
