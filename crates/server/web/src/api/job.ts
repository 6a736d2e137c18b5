// A job on the server as component state: queued, building tables, searching round by round, improving, done.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { cancelJob, toServerError } from "./client";
import { streamEvents } from "./stream";
import type { Answer, Progress, ServerError, RequestBody } from "./types";

export interface Round { bound: number; tasks?: number; nodes?: number; seconds?: number }

export interface JobView<R> {
  state: "idle" | "sent" | "queued" | "running" | "done" | "failed" | "cancelled";
  /** Number of jobs queued before this one. */
  ahead: number;
  table: { name: string; bytes: number; percent: number } | null;
  rounds: Round[];
  progress: Extract<Progress, { event: "progress"; nodes: number }> | null;
  improved: Answer[];
  result: R | null;
  error: ServerError | null;
  /** Milliseconds from the click to the first solution. */
  firstMs: number | null;
  cancelling: boolean;
}

const IDLE: JobView<never> = {
  state: "idle", ahead: 0, table: null, rounds: [], progress: null, improved: [], result: null, error: null, firstMs: null,
  cancelling: false,
};

/** Minimum time between two updates of the view. */
const UPDATE_INTERVAL_MS = 60;
/** Time that a cancelled job has to report its partial result. */
const CANCEL_TIMEOUT_MS = 1500;

export const isBusy = (view: JobView<unknown>): boolean => ["sent", "queued", "running"].includes(view.state);

export interface Job<R> {
  view: JobView<R>;
  start(path: string, request: RequestBody): Promise<R | null>;
  cancel(): void;
  reset(): void;
}

export function useJob<R = Answer>(): Job<R> {
  const [view, setView] = useState<JobView<R>>(IDLE);
  const runner = useRef<Runner<R> | null>(null);
  useEffect(() => () => runner.current?.abandon(), []);
  const actions = useMemo(
    () => ({
      start(path: string, request: RequestBody) {
        runner.current?.abandon();
        runner.current = new Runner<R>(setView);
        return runner.current.run(path, request);
      },
      cancel: () => runner.current?.cancel(),
      reset() {
        runner.current?.abandon();
        runner.current = null;
        setView(IDLE);
      },
    }),
    [],
  );
  return { view, ...actions };
}

/** Closes the last round, in which the solution was found: its nodes are the total minus those of the other rounds. */
function closeLastRound(rounds: Round[], total: number | undefined): Round[] {
  const before = rounds.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0);
  const open = rounds.filter(({ nodes }) => nodes === undefined);
  if (open.length !== 1 || total === undefined || total < before) return rounds.filter(({ nodes }) => nodes !== undefined);
  return rounds.map((round) => (round.nodes === undefined ? { ...round, nodes: total - before } : round));
}

class Runner<R> {
  private view: JobView<R> = { ...IDLE, state: "sent" };
  private readonly abort = new AbortController();
  private readonly startTime = performance.now();
  private id: string | null = null;
  private timer = 0;
  private abandoned = false;

  constructor(private readonly onChange: (view: JobView<R>) => void) {}

  async run(path: string, request: RequestBody): Promise<R | null> {
    this.flush();
    try {
      for await (const { name, data } of streamEvents(path, request, this.abort.signal)) this.handleEvent(name, data);
      if (this.view.state !== "done" && this.view.state !== "failed") {
        this.fail({ code: "broken", message: "the connection closed before the result arrived" });
      }
    } catch (failure) {
      if (this.view.cancelling) {
        this.view.state = "cancelled";
        this.flush();
      } else if (!this.abandoned) {
        this.fail(toServerError(failure));
      }
    }
    return this.view.result;
  }

  /** Asks the server to cancel; its partial result is still received. */
  cancel(): void {
    if (this.view.cancelling) return;
    this.view.cancelling = true;
    this.flush();
    if (this.id) void cancelJob(this.id);
    setTimeout(() => this.abort.abort(), this.id ? CANCEL_TIMEOUT_MS : 0);
  }

  /** Stops updating the view; called when the component is unmounted or starts another job. */
  abandon(): void {
    this.abandoned = true;
    clearTimeout(this.timer);
    if (this.view.state !== "done" && this.view.state !== "failed") this.abort.abort();
  }

  private handleEvent(name: string, data: unknown): void {
    const view = this.view;
    switch (name) {
      case "accepted":
        this.id = (data as { job: string }).job;
        if (view.cancelling) void cancelJob(this.id);
        view.state = "running";
        return this.scheduleUpdate();
      case "queued":
        view.state = "queued";
        view.ahead = (data as { ahead: number }).ahead;
        return this.scheduleUpdate();
      case "progress":
        view.state = "running";
        this.progress(data as Progress);
        return this.scheduleUpdate();
      case "improved":
        view.firstMs ??= performance.now() - this.startTime;
        view.improved = [...view.improved, data as Answer];
        return this.flush();
      case "result":
        view.firstMs ??= performance.now() - this.startTime;
        view.result = data as R;
        view.rounds = closeLastRound(view.rounds, (data as Answer).nodes);
        view.state = "done";
        view.table = null;
        return this.flush();
      case "failed":
        return this.fail((data as { error: ServerError }).error);
    }
  }

  private progress(event: Progress): void {
    const view = this.view;
    if (event.event === "round_started" && "tasks" in event) {
      view.table = null;
      view.rounds = [...view.rounds.filter((round) => round.bound !== event.bound), { bound: event.bound, tasks: event.tasks }];
    } else if (event.event === "round_finished" && "bound" in event && "nodes" in event) {
      const { bound, nodes, seconds } = event;
      view.rounds = view.rounds.map((round) => (round.bound === bound ? { ...round, nodes, seconds } : round));
    } else if (event.event === "progress" && "share" in event) {
      view.progress = event as NonNullable<JobView<R>["progress"]>;
    } else if (event.event === "table_started" && "bytes" in event) {
      view.table = { name: event.table, bytes: event.bytes, percent: 0 };
    } else if (event.event === "table_progress" && "percent" in event) {
      view.table = { name: event.table, bytes: view.table?.bytes ?? 0, percent: event.percent };
    } else if (event.event === "table_finished") {
      view.table = null;
    }
  }

  private fail(error: ServerError): void {
    this.view.state = "failed";
    this.view.error = error;
    this.view.table = null;
    this.flush();
  }

  private scheduleUpdate(): void {
    this.timer ||= window.setTimeout(() => this.flush(), UPDATE_INTERVAL_MS);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.abandoned) this.onChange({ ...this.view });
  }
}
