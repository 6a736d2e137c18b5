// The current activity of a job, and a button to cancel it.
import { isBusy, type Job } from "../api/job";
import { bytes, compact, pluralize, seconds } from "../model/format";
import { Notice } from "./Notice";

export function JobPanel({ job }: { job: Job<unknown> }) {
  const { view } = job;
  if (view.state === "failed" && view.error) return <Notice error={view.error} />;
  if (view.state === "cancelled") return <p class="notice">Cancelled.</p>;
  if (!isBusy(view)) return null;
  return (
    <div class="job" aria-live="off">
      <Activity view={view} />
      <button type="button" class="danger" onClick={job.cancel} disabled={view.cancelling}>
        {view.cancelling ? "Cancelling …" : "Cancel"}
      </button>
    </div>
  );
}

function Activity({ view }: { view: Job<unknown>["view"] }) {
  const { table, progress, rounds } = view;
  if (view.state === "queued") return <Line text={`Queued: ${pluralize(view.ahead, "job")} ahead`} />;
  if (table) {
    return <Line text={`Building table ${table.name}${table.bytes ? `, ${bytes(table.bytes)}` : ""}`} share={table.percent / 100} />;
  }
  const bound = progress?.bound ?? rounds[rounds.length - 1]?.bound;
  if (!progress) return <Line text={bound ? `Searching up to ${bound} moves` : "Searching"} />;
  const rate = progress.seconds > 0 ? progress.nodes / progress.seconds : 0;
  const parts = [bound ? `Up to ${bound} moves` : "Searching", `${compact(progress.nodes)} nodes`, `${compact(rate)}/s`];
  if (progress.held) parts.push(`${compact(progress.held)} nodes stored`);
  if (progress.seconds_left !== null) parts.push(`about ${seconds(progress.seconds_left)} left in this round`);
  return <Line text={parts.join(" · ")} {...(progress.share !== null && { share: progress.share })} />;
}

function Line({ text, share }: { text: string; share?: number }) {
  return (
    <div class="doing">
      <p>{text}</p>
      {share === undefined ? <progress aria-label={text} /> : <progress aria-label={text} value={share} max={1} />}
    </div>
  );
}
