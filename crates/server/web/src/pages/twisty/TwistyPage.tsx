// Cubes and twisty puzzles: choose, enter, solve, replay. The address holds puzzle, position, wishes and solution.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { builtIn, inWords, post } from "../../api/client";
import { useAsked, useList } from "../../api/hooks";
import { useJob } from "../../api/job";
import type { Answer, Checked, Defined, ServerError, Wish } from "../../api/types";
import { splitMoves, withoutComments } from "../../model/alg";
import { cleaned, isCount, isOneOf, isText } from "../../model/link";
import { fromCompact } from "../../model/kpuzzle";
import { pack, unpack } from "../../model/packed";
import { keepRounds } from "../../model/last";
import { useParams, type Params } from "../../model/route";
import { Card } from "../../parts/controls";
import { CopyLink } from "../../parts/CopyLink";
import { announce } from "../../parts/Live";
import { Notice, Unread, sentence } from "../../parts/Notice";
import { Orbits } from "../../parts/Orbits";
import { verdict } from "../../parts/Result";
import { Chooser } from "./Chooser";
import { Entry } from "./Entry";
import { entered as look } from "./position";
import { listedName, MODES, netOf, offered, ownSolver, TIMES, wishOf, type Wishes } from "./puzzles";
import { Replay } from "./Replay";
import { Solutions } from "./Solutions";
import { Solve } from "./Solve";

/** Definitions that pack to more than this are not put into links. */
const LONGEST_LINK = 12_000;

/** What a definition in a link that cannot be unpacked is answered with. */
const DAMAGED: ServerError = { code: "damaged", message: "the definition in this link is damaged", hint: "open the file again" };

const readable = (params: Params) =>
  cleaned(params, {
    puzzle: isText, input: isText, mode: isOneOf(MODES), time: isOneOf(TIMES), metric: isText, goal: isText, heuristic: isText, moves: isText,
    solution: isText, at: isCount, definition: (packed) => /^[\w-]+$/.test(packed),
  });

export default function TwistyPage() {
  const [params, change, unread] = useParams("twisty", readable);
  const { value: list, error: listError } = useList();
  const [file, setFile] = useState<{ text: string; defined: Defined } | null>(null);
  const [fileError, setFileError] = useState<ServerError | null>(null);
  const job = useJob();

  const asked = params["puzzle"] || "3x3x3";
  // Until the list is there, a link to a puzzle that is not known yet may still turn out to be one.
  const listed = list && listedName(list, asked);
  const isUnknown = !file && list !== null && listed === null;
  const puzzle = file ? file.defined.name : listed ?? (isUnknown ? "3x3x3" : asked);
  const isReady = file !== null || listed !== null || isUnknown;
  const input = isUnknown ? "" : params["input"] ?? "";
  const empty = withoutComments(input) === "";
  const size = file ? null : netOf(puzzle);
  const definition = file ? undefined : list?.definitions.find(({ name }) => name === puzzle);
  const own = file || !list ? undefined : ownSolver(list, puzzle);
  // A puzzle with a method of its own is written otherwise than its definition.
  const about = own ?? definition;
  const { wishes, offer } = offered(file ? "" : puzzle, list, params);
  const subject = useMemo<Wish>(() => (file ? { definition: file.text } : { puzzle }), [file, puzzle]);
  const entered = useMemo(() => (size ? look(size, input) : null), [size, input]);
  const question = empty || !isReady || (entered && entered.missing > 0) ? "" : `${file ? file.text : puzzle}\n${input}`;
  const checked = useAsked<Checked>(question, (signal) => post("check", { ...subject, input }, signal), 120);

  const builtInName = file || own || !isReady ? "" : puzzle;
  const { value: known } = useAsked<Defined>(builtInName, () => builtIn(builtInName));
  const defined = file?.defined ?? known;
  const kpuzzle = defined?.kpuzzle ?? null;
  // Of a puzzle with too many positions for the methods there are, those are drawn that can be solved.
  const tooFar = definition?.large === true && !offer.modes.some(({ value }) => value === "fast") && !own;
  const draws = { random: !tooFar, few: (tooFar || file) && defined ? defined.moves : null };

  // What of the link could not be read is said until something else is chosen or entered.
  const [notes, setNotes] = useState(unread);
  useEffect(() => {
    if (!isUnknown) return;
    setNotes((notes) => [...notes, `there is no puzzle "${asked}"`]);
    change({ puzzle: "", input: "", solution: "", at: "" });
  }, [isUnknown]);

  const open = useCallback(async (text: string) => {
    setFileError(null);
    try {
      const defined = await post<Defined>("definition", { definition: text });
      const packed = await pack(text);
      setFile({ text, defined });
      job.reset();
      change({ puzzle: "", input: "", solution: "", at: "", mode: "", metric: "", goal: "", heuristic: "", moves: "", definition: packed.length < LONGEST_LINK ? packed : "" });
      announce(`${defined.name} is read`);
    } catch (failure) {
      setFileError(inWords(failure));
    }
  }, []);

  // A link may carry its definition.
  useEffect(() => {
    const packed = params["definition"];
    if (!packed || file) return;
    unpack(packed).then(
      (text) => post<Defined>("definition", { definition: text }).then((defined) => setFile({ text, defined }), (failure: unknown) => setFileError(inWords(failure))),
      () => {
        setFileError(DAMAGED);
        change({ definition: "", input: "", solution: "", at: "" });
      },
    );
  }, [params["definition"]]);

  const choose = (name: string) => {
    setNotes([]);
    setFile(null);
    setFileError(null);
    job.reset();
    change({ puzzle: name, input: "", solution: "", at: "", mode: "", metric: "", goal: "", heuristic: "", moves: "", definition: "" }, true);
  };
  const enter = (next: string) => {
    if (next === input) return;
    setNotes([]);
    job.reset();
    change({ input: next, solution: "", at: "" });
  };
  const solve = async () => {
    change({ solution: "", at: "" });
    const wish = { ...subject, input, ...wishOf(wishes) };
    const answer = await job.start("solve", wish);
    if (!answer) return;
    announce(verdict(answer));
    if (answer.moves) change({ solution: plain(answer.moves), at: "" });
  };
  const wish = (next: Partial<Wishes>) => {
    change(Object.fromEntries(Object.entries(next).map(([key, value]) => [key, String(value)])));
  };
  useEffect(() => {
    if (job.view.rounds.length && job.view.result) keepRounds(`${puzzle} ${job.view.result.length ?? ""} moves`, job.view.rounds);
  }, [job.view.result]);

  // While better ones are still looked for, the best so far is shown.
  const best = job.view.improved[job.view.improved.length - 1];
  const solution = params["solution"] || (best?.moves ? plain(best.moves) : "");
  const moves = useMemo(() => splitMoves(solution), [solution]);
  const answer: Answer | null = job.view.result;
  const shown = moves.length > 0 || answer?.length === 0;
  const here = checked.value?.position;
  const pattern = useMemo(() => (kpuzzle && here ? fromCompact(kpuzzle, here) : empty && kpuzzle ? kpuzzle.defaultPattern : null), [kpuzzle, here, empty]);
  const position = answer?.position ?? checked.value?.position ?? null;

  return (
    <div class="page two">
      <div class="column">
        <h1 class="unseen">Cubes and twisty puzzles</h1>
        <Card title="Puzzle" aside={<CopyLink />}>
          {listError && <Notice error={listError} />}
          <Unread faults={notes} />
          <Chooser list={list} puzzle={puzzle} fileName={file?.defined.name ?? null} onPuzzle={choose} onFile={open} />
          {about && !size && <p class="hint">{sentence(about.summary)}</p>}
          {fileError && <Notice error={fileError} />}
          <Entry puzzle={puzzle} subject={subject} size={size} input={input} entered={entered} empty={empty} checked={checked} draws={draws} onInput={enter} />
          {pattern && kpuzzle && <Orbits puzzle={kpuzzle} pattern={pattern} />}
        </Card>
      </div>
      <div class="column">
        <Card title="Solve">
          <Solve large={definition?.large === true} wishes={wishes} offer={offer} ready={checked.value !== null} empty={empty} job={job} onWishes={wish} onSolve={solve} />
          {answer?.solutions && answer.solutions.length > 1 && (
            <Solutions solutions={answer.solutions} chosen={solution} onChoose={(text) => change({ solution: plain(text), at: "" })} />
          )}
        </Card>
        {shown && moves.length > 0 && (
          <Card title="Replay">
            <Replay
              puzzle={file ? "" : puzzle}
              kpuzzle={kpuzzle}
              cube={size ? (entered?.cube ?? checked.value?.cube ?? null) : null}
              position={position}
              setup={entered?.stickers ? null : input}
              solved={!wishes.goal}
              moves={moves}
              at={Number(params["at"] ?? "0")}
              onAt={(at) => change({ at: at ? String(at) : "" })}
            />
          </Card>
        )}
      </div>
    </div>
  );
}

/** Solutions of steps end with a comment that says on which axis. */
function plain(solution: string): string {
  return solution.replace(/\s*\/\/.*$/s, "").trim();
}
