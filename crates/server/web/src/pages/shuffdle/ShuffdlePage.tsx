// Shuffdle: the playable board with hints. The address stores word, start board and moves, so a link shows the current
// state of the game.
import { useEffect, useMemo, useState } from "preact/hooks";
import { toServerError, post } from "../../api/client";
import { useFetched } from "../../api/hooks";
import type { Hint, ServerError, RequestBody } from "../../api/types";
import { splitMoves } from "../../model/alg";
import { pluralize } from "../../model/format";
import { validateParams, isCount, isOneOf } from "../../model/validateParams";
import { useParams, type ChangeParams, type Params } from "../../model/route";
import { ARROW_NAMES, LIMIT, parseCells, parseShift, correctCells, applyShift, applyShifts, spells, formatCells, formatShift, type Arrow } from "../../model/shuffdle";
import { Card } from "../../components/controls";
import { CopyLink } from "../../components/CopyLink";
import { announce } from "../../components/LiveRegion";
import { Notice, LinkErrors } from "../../components/Notice";
import { HintPanel } from "./HintPanel";
import { LetterBoard } from "./LetterBoard";
import { fetchGame, NewGame, today, type Game } from "./NewGame";
import { TargetWord } from "./TargetWord";

const isCells = (text: string) => parseCells(text) !== null;
const areShifts = (text: string) => /^(?:[a-e][1-5][<>v^]\s*)+$/.test(text);
const isYes = isOneOf(["yes"]);

const validate = (params: Params) => {
  const { params: valid, errors } = validateParams(params, {
    word: (word) => /^[A-Za-z]{5}$/.test(word), board: isCells, date: (date) => /^\d{4}-\d\d-\d\d$/.test(date), moves: areShifts, undone: isCount,
    hard: isYes, follow: isYes, solution: areShifts, from: isCells,
  });
  // Moves that are illegal on the board are dropped.
  const first = parseCells(valid["board"] ?? "");
  if (first && valid["moves"] && !applyShifts(first, parseShifts(valid["moves"]))) {
    errors.push(`moves "${valid["moves"]}"`);
    delete valid["moves"];
  }
  return { params: valid, errors };
};

/** Splits moves, written with or without spaces. */
const parseShifts = (text: string) => splitMoves(text.replace(/(?<=[<>v^])(?=[a-e])/g, " "));

export default function ShuffdlePage() {
  const [params, change, linkErrors] = useParams("shuffdle", validate);
  const [error, setError] = useState<ServerError | null>(null);
  const word = /^[A-Za-z]{5}$/.test(params["word"] ?? "") ? params["word"]!.toUpperCase() : "";
  const first = parseCells(params["board"] ?? "");
  const begin = (game: Game) => change({ word: game.word, board: game.board, date: game.date, moves: "", undone: "", solution: "", from: "" });
  useEffect(() => {
    if (!word || !first) fetchGame({ date: today() }).then(begin, (failure: unknown) => setError(toServerError(failure)));
  }, []);
  if (!word || !first) return <div class="page">{error ? <Notice error={error} /> : <p class="muted">Loading the puzzle of the day …</p>}</div>;
  return <Game key={word + first} word={word} first={first} params={params} linkErrors={linkErrors} change={change} begin={begin} />;
}

interface GameProps { word: string; first: string; params: Params; linkErrors: string[]; change: ChangeParams; begin(game: Game): void }

function Game({ word, first, params, linkErrors, change, begin }: GameProps) {
  const hard = params["hard"] === "yes";
  const list = useMemo(() => parseShifts(params["moves"] ?? ""), [params["moves"]]);
  const undone = Math.min(list.length, Number(params["undone"] ?? "0") || 0);
  const made = list.slice(0, list.length - undone);
  const cells = applyShifts(first, made) ?? first;
  const solved = spells(cells, word, hard);
  const spent = made.length >= LIMIT && !solved;
  const following = params["follow"] === "yes";
  const [askedFor, setAskedFor] = useState("");
  const puzzleFields: RequestBody = { puzzle: "shuffdle", input: `${word} ${formatCells(cells)}`, ...(hard && { hard }) };
  const wanted = !solved && (following || askedFor === cells) ? `${hard} ${word} ${cells}` : "";
  const hint = useFetched<Hint>(wanted, (signal) => post("hint", { ...puzzleFields, timeout: 60 }, signal), following ? 150 : 0);
  useEffect(() => {
    if (hint.value?.move && askedFor === cells) announce(`Hint: slide ${hint.value.move.slice(0, 2)} ${ARROW_NAMES[parseShift(hint.value.move)![1]]}; ${pluralize(hint.value.left ?? 0, "move")} left`);
  }, [hint.value]);

  const shift = (cell: number, arrow: Arrow): boolean => {
    if (spent || solved) return false;
    const after = applyShift(cells, cell, arrow);
    if (!after) return false;
    change({ moves: [...made, formatShift(cell, arrow)].join(""), undone: "" });
    if (spells(after, word, hard)) announce(`${word}! Solved in ${pluralize(made.length + 1, "move")}`);
    else announce(`${cells[cell]} became ${after[targetOf(cell, arrow)]}`);
    return true;
  };
  const targetOf = (cell: number, arrow: Arrow) => cell + { ">": 1, "<": -1, v: 5, "^": -5 }[arrow];
  const solutionFrom = parseCells(params["from"] ?? "");
  return (
    <div class="page two">
      <div class="column">
        <h1 class="visually-hidden">Shuffdle</h1>
        <Card title={params["date"] ? `Puzzle of ${params["date"]}` : "Shuffdle"} aside={<CopyLink label="Share" />}>
          <LinkErrors errors={linkErrors} />
          <LetterBoard
            cells={cells}
            right={correctCells(cells, word, hard)}
            last={made[made.length - 1]}
            made={made.length}
            hint={hint.value?.move}
            label="Board of letters"
            onShift={shift}
          />
          <TargetWord word={word} cells={cells} hard={hard} />
          <div class="score">
            <p>
              <strong data-made={made.length}>{made.length}</strong> <span class="muted">of {LIMIT} moves</span>
            </p>
            {solved && <p class="status good" data-solved>Solved in {pluralize(made.length, "move")}</p>}
            {spent && <p class="status bad">All {LIMIT} moves are used. Undo some or restart.</p>}
          </div>
          <div class="row">
            <button type="button" onClick={() => change({ undone: String(undone + 1) })} disabled={!made.length}>Undo</button>
            <button type="button" onClick={() => change({ undone: undone > 1 ? String(undone - 1) : "" })} disabled={!undone}>Redo</button>
            <button type="button" onClick={() => change({ moves: "", undone: "" })} disabled={!list.length}>Restart</button>
          </div>
          <p class="hint">
            {hard ? "Spell the word along any row or column." : "Spell the word in the bottom row."} A letter becomes the next one when it slides right or down, the previous one when it
            slides left or up. Drag it, or select it with Space and slide it with the arrow keys or W A S D.
          </p>
        </Card>
      </div>
      <div class="column">
        <Card title="Help">
          <HintPanel
            puzzleFields={puzzleFields}
            solved={solved}
            hint={hint}
            following={following}
            solution={solutionFrom && params["solution"] ? { from: solutionFrom, moves: params["solution"] } : null}
            word={word}
            hard={hard}
            onHint={() => setAskedFor(cells)}
            onFollow={(follow) => change({ follow: follow ? "yes" : "" })}
            onPlayHint={(move) => shift(...parseShift(move)!)}
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
