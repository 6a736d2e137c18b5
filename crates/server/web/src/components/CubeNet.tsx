// The net of a cube as SVG. With `paint` it is an editor: one tab stop, arrow keys select a sticker, letters set its
// colour.
import { useRef, useState } from "preact/hooks";
import { FACES, cubeSize } from "../model/cube";

/** Column and row of each face in the net, in the order U R F D L B. */
const AT: [number, number][] = [[1, 0], [2, 1], [1, 1], [1, 2], [0, 1], [3, 1]];
const FACE_NAMES: Record<string, string> = { U: "up", R: "right", F: "front", D: "down", L: "left", B: "back" };
export const COLOURS: Record<string, string> = { U: "white", R: "red", F: "green", D: "yellow", L: "orange", B: "blue", ".": "no color" };

interface CubeNetProps {
  cube: string;
  label: string;
  /** Stickers of invalid pieces. */
  marked?: readonly number[];
  paint?: ((sticker: number, colour?: string) => void) | undefined;
}

const GAP = 0.25;

export function CubeNet({ cube, label, marked = [], paint }: CubeNetProps) {
  const size = cubeSize(cube.length);
  const [focus, setFocus] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  if (!size) return null;
  const area = size * size;
  const unit = 3 / size;
  const middle = (index: number) => size % 2 === 1 && index % area === (area - 1) / 2;
  const cell = (index: number): [number, number] => {
    const [faceX, faceY] = AT[Math.floor(index / area)]!;
    return [faceX * size + (index % size), faceY * size + Math.floor((index % area) / size)];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!paint || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const letter = event.key.toUpperCase();
    if (step) {
      const to = towards(cell(focus), step as [number, number]);
      setFocus(to);
      svg.current?.querySelector<SVGElement>(`[data-sticker="${to}"]`)?.focus();
    } else if (letter.length === 1 && FACES.includes(letter)) paint(focus, letter);
    else if (event.key === "Enter" || event.key === " ") paint(focus);
    else if (event.key === "Backspace" || event.key === "Delete") paint(focus, ".");
    else return;
    event.preventDefault();
  };
  /** Returns the next sticker in a direction, skipping gaps in the net and wrapping around. */
  function towards([x, y]: [number, number], [dx, dy]: [number, number]): number {
    const [width, height] = [4 * size!, 3 * size!];
    for (;;) {
      [x, y] = [(x + dx + width) % width, (y + dy + height) % height];
      for (let i = 0; i < 6 * area; i++) {
        const at = cell(i);
        if (at[0] === x && at[1] === y) return i;
      }
    }
  }
  const width = 4 * 3 + 3 * GAP;
  const height = 3 * 3 + 2 * GAP;
  return (
    <svg
      ref={svg}
      class={`net${paint ? " editable" : ""}`}
      viewBox={`-0.1 -0.1 ${width + 0.2} ${height + 0.2}`}
      role={paint ? "group" : "img"}
      aria-label={label}
      aria-roledescription={paint ? "net" : undefined}
      onKeyDown={onKeyDown}
    >
      {[...cube].map((colour, index) => {
        const [x, y] = cell(index);
        const [left, top] = [x * unit + Math.floor(x / size) * GAP, y * unit + Math.floor(y / size) * GAP];
        const bad = marked.includes(index);
        const place = `${FACE_NAMES[FACES[Math.floor(index / area)]!]} ${Math.floor((index % area) / size) + 1},${(index % size) + 1}`;
        return (
          <g
            key={index}
            data-sticker={index}
            class={`sticker c${colour === "." ? "0" : colour}${bad ? " bad" : ""}${middle(index) && paint ? " middle" : ""}`}
            {...(paint && {
              role: "button",
              tabIndex: index === focus ? 0 : -1,
              "aria-label": `${place}: ${COLOURS[colour] ?? colour}${bad ? ", invalid" : ""}`,
              onFocus: () => setFocus(index),
              onPointerDown: (event: PointerEvent) => {
                // Releases the pointer capture, so that a drag also paints the stickers it passes.
                (event.currentTarget as Element).releasePointerCapture?.(event.pointerId);
                paint(index);
              },
              onPointerEnter: (event: PointerEvent) => event.buttons === 1 && !middle(index) && paint(index),
            })}
          >
            <rect x={left + 0.04} y={top + 0.04} width={unit - 0.08} height={unit - 0.08} rx={unit * 0.14} />
            {paint && (
              <text x={left + unit / 2} y={top + unit / 2} font-size={unit * 0.42}>
                {colour === "." ? "" : colour}
              </text>
            )}
            {bad && <path d={`M${left + unit * 0.28} ${top + unit * 0.28}l${unit * 0.44} ${unit * 0.44}m0 ${-unit * 0.44}l${-unit * 0.44} ${unit * 0.44}`} class="cross" />}
          </g>
        );
      })}
    </svg>
  );
}
