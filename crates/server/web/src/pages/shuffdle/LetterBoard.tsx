// The board of letters. With no letter selected, the arrow keys move the focus; Space or Enter selects the focused
// letter, and then the arrow keys slide it. A pointer selects a letter by pressing and slides it by dragging.
import { useEffect, useRef, useState } from "preact/hooks";
import { ARROW_NAMES, neighbour, parseShift, SIDE, type Arrow, type Cells } from "../../model/shuffdle";

interface LetterBoardProps {
  cells: Cells;
  right: Set<number>;
  /** The last move, which is animated. */
  last: string | undefined;
  made: number;
  hint?: string | undefined;
  label: string;
  onShift?: ((cell: number, arrow: Arrow) => boolean) | undefined;
}

const KEYS: Record<string, Arrow> = { ArrowUp: "^", ArrowDown: "v", ArrowLeft: "<", ArrowRight: ">", w: "^", s: "v", a: "<", d: ">" };
/** Fraction of a cell after which a dragged letter moves to the next cell. */
const OVER = 0.5;

export function LetterBoard({ cells, right, last, made, hint, label, onShift }: LetterBoardProps) {
  const [focus, setFocus] = useState(0);
  const [held, setHeld] = useState<number | null>(null);
  const [drag, setDrag] = useState<{ x: number; y: number } | null>(null);
  const origin = useRef({ x: 0, y: 0, cell: -1 });
  const box = useRef<HTMLDivElement>(null);
  const moving = useRef(false);
  // Deselects a letter that is no longer there (undo, a new board).
  useEffect(() => {
    if (held !== null && cells[held] === "_") setHeld(null);
  }, [cells]);
  const go = (cell: number) => {
    setFocus(cell);
    moving.current = true;
  };
  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    box.current?.querySelector<HTMLElement>(`[data-cell="${focus}"]`)?.focus({ preventScroll: true });
  });
  const shift = (cell: number, arrow: Arrow): number | null => {
    if (!onShift?.(cell, arrow)) return null;
    const to = neighbour(cell, arrow)!;
    setHeld(to);
    go(to);
    return to;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onShift || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (arrow && held !== null) shift(held, arrow);
    else if (arrow) go(neighbour(focus, arrow) ?? focus);
    else if (event.key === " " || event.key === "Enter") setHeld(held === focus || cells[focus] === "_" ? null : focus);
    else if (event.key === "Escape") setHeld(null);
    else return;
    event.preventDefault();
  };
  const side = () => (box.current?.getBoundingClientRect().width ?? 300) / SIDE;
  const onPointerDown = (event: PointerEvent, cell: number) => {
    if (!onShift || event.button !== 0) return;
    setFocus(cell);
    if (cells[cell] === "_") {
      // A click on a hole next to the selected letter slides it there.
      const arrow = held === null ? undefined : (Object.keys(ARROW_NAMES) as Arrow[]).find((arrow) => neighbour(held, arrow) === cell);
      if (held !== null && arrow) shift(held, arrow);
      else setHeld(null);
      return;
    }
    setHeld(cell);
    origin.current = { x: event.clientX, y: event.clientY, cell };
    box.current?.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = origin.current;
    if (from.cell < 0) return;
    const size = side();
    const [dx, dy] = [(event.clientX - from.x) / size, (event.clientY - from.y) / size];
    const across = Math.abs(dx) > Math.abs(dy);
    const arrow: Arrow = across ? (dx > 0 ? ">" : "<") : dy > 0 ? "v" : "^";
    const to = neighbour(from.cell, arrow);
    if (to === null || cells[to] !== "_") return setDrag(null);
    const by = Math.min(1, Math.abs(across ? dx : dy));
    if (by > OVER) {
      const landed = shift(from.cell, arrow);
      setDrag(null);
      if (landed === null) return void (from.cell = -1);
      from.cell = landed;
      if (across) from.x += Math.sign(dx) * size;
      else from.y += Math.sign(dy) * size;
    } else {
      setDrag({ x: across ? Math.sign(dx) * by : 0, y: across ? 0 : Math.sign(dy) * by });
    }
  };
  const drop = () => {
    origin.current.cell = -1;
    setDrag(null);
  };
  const shown = hint ? parseShift(hint) : null;
  const arrived = last ? parseShift(last) : null;
  const arrivedAt = arrived && neighbour(...arrived);
  return (
    <div ref={box} class={`letters${onShift ? " playable" : ""}`} role="grid" aria-label={label} onKeyDown={onKeyDown} onPointerMove={onPointerMove} onPointerUp={drop} onPointerCancel={drop}>
      {Array.from({ length: SIDE }, (_, row) => (
        <div key={row} role="row">
          {Array.from({ length: SIDE }, (_, column) => {
            const cell = row * SIDE + column;
            const letter = cells[cell]!;
            const hole = letter === "_";
            const hinted = shown?.[0] === cell ? shown[1] : null;
            const dragged = drag && origin.current.cell === cell ? drag : null;
            return (
              <div
                key={cell}
                role="gridcell"
                data-cell={cell}
                tabIndex={onShift ? (cell === focus ? 0 : -1) : undefined}
                aria-selected={held === cell}
                aria-label={words(cell, letter, right.has(cell), hinted)}
                class={hole ? "hole" : ""}
                onFocus={() => setFocus(cell)}
                onPointerDown={(event) => onPointerDown(event, cell)}
              >
                {!hole && (
                  <span
                    key={arrivedAt === cell ? `new ${made}` : "old"}
                    class={`letter${right.has(cell) ? " right" : ""}${held === cell && onShift ? " held" : ""}${arrivedAt === cell ? ` came came-${ARROW_NAMES[arrived![1]]}` : ""}`}
                    style={dragged ? { transform: `translate(${dragged.x * 108}%, ${dragged.y * 108}%)`, animation: "none" } : undefined}
                  >
                    {letter}
                    {hinted && <i class={`arrow ${ARROW_NAMES[hinted]}`} aria-hidden="true" />}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function words(cell: number, letter: string, right: boolean, hinted: Arrow | null): string {
  const place = `${"abcde"[cell % SIDE]}${Math.floor(cell / SIDE) + 1}`;
  if (letter === "_") return `${place}: hole`;
  return `${place}: ${letter}${right ? ", correct" : ""}${hinted ? `, hint: slide ${ARROW_NAMES[hinted]}` : ""}`;
}
