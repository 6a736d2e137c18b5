// Cubes and twisty puzzles: select, enter, solve, replay. The address stores puzzle, position, options and solution.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { fetchDefinition, toServerError, post } from "../../api/client";
import { useFetched, useList } from "../../api/hooks";
import { useJob } from "../../api/job";
import type { Answer, CheckResult, PuzzleDefinition, ServerError, RequestBody } from "../../api/types";
import { splitMoves, withoutComments } from "../../model/alg";
import { validateParams, isCount, isOneOf, isText } from "../../model/validateParams";
import { parseCompactPosition } from "../../model/kpuzzle";
import { compress, decompress } from "../../model/compress";
import { storeRounds } from "../../model/lastSearch";
import { useParams, type Params } from "../../model/route";
import { Card } from "../../components/controls";
import { CopyLink } from "../../components/CopyLink";
import { announce } from "../../components/LiveRegion";
import { Notice, LinkErrors, sentence } from "../../components/Notice";
import { Orbits } from "../../components/Orbits";
import { resultSummary } from "../../components/SearchResult";
import { PuzzleSelect } from "./PuzzleSelect";
import { PositionInput } from "./PositionInput";
import { parseInput } from "./parseInput";
import { listedName, MODES, netSize, readOptions, dedicatedSolver, TIMES, requestOf, type SolveOptions } from "./options";
import { Replay } from "./Replay";
import { SolutionList } from "./SolutionList";
import { SolvePanel } from "./SolvePanel";

/** Definitions with a longer compressed text are not put into links. */
const MAX_LINK_DEFINITION = 12_000;

/** Error for a definition in a link that cannot be decompressed. */
const DAMAGED: ServerError = { code: "damaged", message: "the definition in this link is damaged", hint: "open the definition file again" };

const validate = (params: Params) =>
  validateParams(params, {
    puzzle: isText, input: isText, mode: isOneOf(MODES), time: isOneOf(TIMES), metric: isText, goal: isText, heuristic: isText, moves: isText,
    solution: isText, at: isCount, definition: (packed) => /^[\w-]+$/.test(packed),
  });

export default function TwistyPage() {
  const [params, change, linkErrors] = useParams("twisty", validate);
  const { value: list, error: listError } = useList();
  const [file, setFile] = useState<{ text: string; defined: PuzzleDefinition } | null>(null);
  const [fileError, setFileError] = useState<ServerError | null>(null);
  const job = useJob();

  const requested = params["puzzle"] || "3x3x3";
  // Before the list is loaded, an unknown puzzle name may still be valid.
  const listed = list && listedName(list, requested);
  const isUnknown = !file && list !== null && listed === null;
  const puzzle = file ? file.defined.name : listed ?? (isUnknown ? "3x3x3" : requested);
  const isReady = file !== null || listed !== null || isUnknown;
  const input = isUnknown ? "" : params["input"] ?? "";
  const empty = withoutComments(input) === "";
  const size = file ? null : netSize(puzzle);
  const definition = file ? undefined : list?.definitions.find(({ name }) => name === puzzle);
  const dedicated = file || !list ? undefined : dedicatedSolver(list, puzzle);
  // A puzzle with a dedicated solver has its own input formats, not those of its definition.
  const info = dedicated ?? definition;
  const { options, available } = readOptions(file ? "" : puzzle, list, params);
  const puzzleFields = useMemo<RequestBody>(() => (file ? { definition: file.text } : { puzzle }), [file, puzzle]);
  const parsed = useMemo(() => (size ? parseInput(size, input) : null), [size, input]);
  const checkKey = empty || !isReady || (parsed && parsed.missing > 0) ? "" : `${file ? file.text : puzzle}\n${input}`;
  const checked = useFetched<CheckResult>(checkKey, (signal) => post("check", { ...puzzleFields, input }, signal), 120);

  const builtInName = file || dedicated || !isReady ? "" : puzzle;
  const { value: known } = useFetched<PuzzleDefinition>(builtInName, () => fetchDefinition(builtInName));
  const defined = file?.defined ?? known;
  const kpuzzle = defined?.kpuzzle ?? null;
  // For a puzzle whose random states are too deep for every available algorithm, only short scrambles are offered.
  const tooDeep = definition?.large === true && !available.modes.some(({ value }) => value === "fast") && !dedicated;
  const scrambleOptions = { random: !tooDeep, few: (tooDeep || file) && defined ? defined.moves : null };

  // Link errors are shown until the user selects or enters something else.
  const [notes, setNotes] = useState(linkErrors);
  useEffect(() => {
    if (!isUnknown) return;
    setNotes((notes) => [...notes, `unknown puzzle "${requested}"`]);
    change({ puzzle: "", input: "", solution: "", at: "" });
  }, [isUnknown]);

  const open = useCallback(async (text: string) => {
    setFileError(null);
    try {
      const defined = await post<PuzzleDefinition>("definition", { definition: text });
      const packed = await compress(text);
      setFile({ text, defined });
      job.reset();
      change({ puzzle: "", input: "", solution: "", at: "", mode: "", metric: "", goal: "", heuristic: "", moves: "", definition: packed.length < MAX_LINK_DEFINITION ? packed : "" });
      announce(`${defined.name} loaded`);
    } catch (failure) {
      setFileError(toServerError(failure));
    }
  }, []);

  // A link may contain a definition.
  useEffect(() => {
    const packed = params["definition"];
    if (!packed || file) return;
    decompress(packed).then(
      (text) => post<PuzzleDefinition>("definition", { definition: text }).then((defined) => setFile({ text, defined }), (failure: unknown) => setFileError(toServerError(failure))),
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
    const request = { ...puzzleFields, input, ...requestOf(options) };
    const answer = await job.start("solve", request);
    if (!answer) return;
    announce(resultSummary(answer));
    if (answer.moves) change({ solution: withoutComment(answer.moves), at: "" });
  };
  const setOptions = (next: Partial<SolveOptions>) => {
    change(Object.fromEntries(Object.entries(next).map(([key, value]) => [key, String(value)])));
  };
  useEffect(() => {
    if (job.view.rounds.length && job.view.result) storeRounds(`${puzzle} ${job.view.result.length ?? ""} moves`, job.view.rounds);
  }, [job.view.result]);

  // During improvement the best solution so far is shown.
  const best = job.view.improved[job.view.improved.length - 1];
  const solution = params["solution"] || (best?.moves ? withoutComment(best.moves) : "");
  const moves = useMemo(() => splitMoves(solution), [solution]);
  const answer: Answer | null = job.view.result;
  const shown = moves.length > 0 || answer?.length === 0;
  const here = checked.value?.position;
  const pattern = useMemo(() => (kpuzzle && here ? parseCompactPosition(kpuzzle, here) : empty && kpuzzle ? kpuzzle.defaultPattern : null), [kpuzzle, here, empty]);
  const position = answer?.position ?? checked.value?.position ?? null;

  return (
    <div class="page two">
      <div class="column">
        <h1 class="visually-hidden">Cubes and twisty puzzles</h1>
        <Card title="Puzzle" aside={<CopyLink />}>
          {listError && <Notice error={listError} />}
          <LinkErrors errors={notes} />
          <PuzzleSelect list={list} puzzle={puzzle} fileName={file?.defined.name ?? null} onPuzzle={choose} onFile={open} />
          {info && !size && <p class="hint">{sentence(info.summary)}</p>}
          {fileError && <Notice error={fileError} />}
          <PositionInput puzzle={puzzle} puzzleFields={puzzleFields} size={size} input={input} parsed={parsed} empty={empty} checked={checked} scrambleOptions={scrambleOptions} onInput={enter} />
          {pattern && kpuzzle && <Orbits puzzle={kpuzzle} pattern={pattern} />}
        </Card>
      </div>
      <div class="column">
        <Card title="Solve">
          <SolvePanel large={definition?.large === true} options={options} available={available} ready={checked.value !== null} empty={empty} job={job} onOptions={setOptions} onSolve={solve} />
          {answer?.solutions && answer.solutions.length > 1 && (
            <SolutionList solutions={answer.solutions} chosen={solution} onChoose={(text) => change({ solution: withoutComment(text), at: "" })} />
          )}
        </Card>
        {shown && moves.length > 0 && (
          <Card title="Replay">
            <Replay
              puzzle={file ? "" : puzzle}
              kpuzzle={kpuzzle}
              cube={size ? (parsed?.cube ?? checked.value?.cube ?? null) : null}
              position={position}
              setup={parsed?.stickers ? null : input}
              solved={!options.goal}
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

/** Removes the comment at the end of the solution of a step, which names its axis. */
function withoutComment(solution: string): string {
  return solution.replace(/\s*\/\/.*$/s, "").trim();
}
