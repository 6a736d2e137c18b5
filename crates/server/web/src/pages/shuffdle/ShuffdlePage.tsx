// Shuffdle: the playable board with help. The address holds word, first board and the moves made, so a link is the game as
// it stands.
import { useEffect, useMemo, useState } from "preact/hooks";
import { inWords, post } from "../../api/client";
import { useAsked } from "../../api/hooks";
import type { Hint, ServerError, Wish } from "../../api/types";
import { splitMoves } from "../../model/alg";
import { counted } from "../../model/format";
import { cleaned, isCount, isOneOf } from "../../model/link";
import { useParams, type Change, type Params } from "../../model/route";
import { ARROW_NAMES, LIMIT, readCells, readShift, rightCells, shifted, shiftedBy, spells, writeCells, writeShift, type Arrow } from "../../model/shuffdle";
import { Card } from "../../parts/controls";
import { CopyLink } from "../../parts/CopyLink";
import { announce } from "../../parts/Live";
import { Notice, Unread } from "../../parts/Notice";
import { Help } from "./Help";
import { LetterBoard } from "./LetterBoard";
import { draw, NewGame, today, type Game } from "./NewGame";
import { Word } from "./Word";

const isCells = (text: string) => readCells(text) !== null;
const areShifts = (text: string) => /^(?:[a-e][1-5][<>v^]\s*)+$/.test(text);
const isYes = isOneOf(["yes"]);

const readable = (params: Params) => {
  const { params: kept, faults } = cleaned(params, {
    word: (word) => /^[A-Za-z]{5}$/.test(word), board: isCells, date: (date) => /^\d{4}-\d\d-\d\d$/.test(date), moves: areShifts, undone: isCount,
    hard: isYes, follow: isYes, solution: areShifts, from: isCells,
  });
  // Moves that cannot be made on the board are no moves of this game.
  const first = readCells(kept["board"] ?? "");
  if (first && kept["moves"] && !shiftedBy(first, shiftsOf(kept["moves"]))) {
    faults.push(`moves "${kept["moves"]}"`);
    delete kept["moves"];
  }
  return { params: kept, faults };
};

/** Moves written one after the other, with spaces or without. */
const shiftsOf = (text: string) => splitMoves(text.replace(/(?<=[<>v^])(?=[a-e])/g, " "));

export default function ShuffdlePage() {
  const [params, change, unread] = useParams("shuffdle", readable);
  const [trouble, setTrouble] = useState<ServerError | null>(null);
  const word = /^[A-Za-z]{5}$/.test(params["word"] ?? "") ? params["word"]!.toUpperCase() : "";
  const first = readCells(params["board"] ?? "");
  const begin = (game: Game) => change({ word: game.word, board: game.board, date: game.date, moves: "", undone: "", solution: "", from: "" });
  useEffect(() => {
    if (!word || !first) draw({ date: today() }).then(begin, (failure: unknown) => setTrouble(inWords(failure)));
  }, []);
  if (!word || !first) return <div class="page">{trouble ? <Notice error={trouble} /> : <p class="muted">Fetching the puzzle of the day …</p>}</div>;
  return <Game key={word + first} word={word} first={first} params={params} unread={unread} change={change} begin={begin} />;
}

interface GameProps { word: string; first: string; params: Params; unread: string[]; change: Change; begin(game: Game): void }

function Game({ word, first, params, unread, change, begin }: GameProps) {
  const hard = params["hard"] === "yes";
  const list = useMemo(() => shiftsOf(params["moves"] ?? ""), [params["moves"]]);
  const undone = Math.min(list.length, Number(params["undone"] ?? "0") || 0);
  const made = list.slice(0, list.length - undone);
  const cells = shiftedBy(first, made) ?? first;
  const solved = spells(cells, word, hard);
  const spent = made.length >= LIMIT && !solved;
  const following = params["follow"] === "yes";
  const [askedFor, setAskedFor] = useState("");
  const subject: Wish = { puzzle: "shuffdle", input: `${word} ${writeCells(cells)}`, ...(hard && { hard }) };
  const wanted = !solved && (following || askedFor === cells) ? `${hard} ${word} ${cells}` : "";
  const hint = useAsked<Hint>(wanted, (signal) => post("hint", { ...subject, timeout: 60 }, signal), following ? 150 : 0);
  useEffect(() => {
    if (hint.value?.move && askedFor === cells) announce(`Hint: slide ${hint.value.move.slice(0, 2)} ${ARROW_NAMES[readShift(hint.value.move)![1]]}; ${counted(hint.value.left ?? 0, "move")} left`);
  }, [hint.value]);

  const shift = (cell: number, arrow: Arrow): boolean => {
    if (spent || solved) return false;
    const after = shifted(cells, cell, arrow);
    if (!after) return false;
    change({ moves: [...made, writeShift(cell, arrow)].join(""), undone: "" });
    if (spells(after, word, hard)) announce(`${word}! Solved in ${counted(made.length + 1, "move")}`);
    else announce(`${cells[cell]} became ${after[neighbourOf(cell, arrow)]}`);
    return true;
  };
  const neighbourOf = (cell: number, arrow: Arrow) => cell + { ">": 1, "<": -1, v: 5, "^": -5 }[arrow];
  const solutionFrom = readCells(params["from"] ?? "");
  return (
    <div class="page two">
      <div class="column">
        <h1 class="unseen">Shuffdle</h1>
        <Card title={params["date"] ? `Puzzle of ${params["date"]}` : "Shuffdle"} aside={<CopyLink label="Share" />}>
          <Unread faults={unread} />
          <LetterBoard
            cells={cells}
            right={rightCells(cells, word, hard)}
            last={made[made.length - 1]}
            made={made.length}
            hint={hint.value?.move}
            label="Board of letters"
            onShift={shift}
          />
          <Word word={word} cells={cells} hard={hard} />
          <div class="score">
            <p>
              <strong data-made={made.length}>{made.length}</strong> <span class="muted">of {LIMIT} moves</span>
            </p>
            {solved && <p class="verdict good" data-solved>Solved in {counted(made.length, "move")}</p>}
            {spent && <p class="verdict bad">All {LIMIT} moves are used up. Undo some, or begin again.</p>}
          </div>
          <div class="row">
            <button type="button" onClick={() => change({ undone: String(undone + 1) })} disabled={!made.length}>Undo</button>
            <button type="button" onClick={() => change({ undone: undone > 1 ? String(undone - 1) : "" })} disabled={!undone}>Redo</button>
            <button type="button" onClick={() => change({ moves: "", undone: "" })} disabled={!list.length}>Begin again</button>
          </div>
          <p class="hint">
            {hard ? "Spell the word along any row or column." : "Spell the word in the bottom row."} A letter becomes the next one when it slides right or down, the previous one when it
            slides left or up. Drag it; or take it with Space and slide it with the arrow keys or W A S D.
          </p>
        </Card>
      </div>
      <div class="column">
        <Card title="Help">
          <Help
            subject={subject}
            solved={solved}
            hint={hint}
            following={following}
            solution={solutionFrom && params["solution"] ? { from: solutionFrom, moves: params["solution"] } : null}
            word={word}
            hard={hard}
            onHint={() => setAskedFor(cells)}
            onFollow={(follow) => change({ follow: follow ? "yes" : "" })}
            onPlayHint={(move) => shift(...readShift(move)!)}
            onSolution={(moves) => change({ solution: moves, from: cells })}
          />
        </Card>
        <Card title="Another puzzle">
          <NewGame hard={hard} onGame={begin} onHard={(hard) => change({ hard: hard ? "yes" : "" })} />
        </Card>
      </div>
    </div>
  );
}
