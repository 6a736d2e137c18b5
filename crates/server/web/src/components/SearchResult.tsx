// The result of a search: a one-line summary and statistics.
import type { Answer } from "../api/types";
import { bytes, compact, pluralize, seconds } from "../model/format";

/** Returns a one-line summary, for display and for screen readers. */
export function resultSummary(answer: Answer): string {
  const { length, lower_bound: least } = answer;
  if (length === undefined) {
    switch (answer.status) {
      case "unsolvable": return "No solution exists";
      case "cancelled": return `Cancelled${least ? `: at least ${least} moves are needed` : ""}`;
      case "timeout":
      case "limit": return `Limit reached${least ? `: at least ${least} moves are needed` : ""}`;
      default: return answer.status.replaceAll("_", " ");
    }
  }
  if (length === 0) return "Already solved";
  const moves = pluralize(length, "move");
  if (answer.status === "optimal") return `${moves}, proved optimal`;
  return least !== undefined && least > 1 ? `${moves}; lower bound ${least}` : moves;
}

export function Statistics({ answer, firstMs }: { answer: Answer; firstMs: number | null }) {
  const statistics: [string, string][] = [];
  if (answer.method) statistics.push(["Algorithm", answer.method]);
  if (answer.heuristic && answer.heuristic !== "none") statistics.push(["Heuristic", answer.heuristic]);
  if (answer.metric) statistics.push(["Metric", answer.metric]);
  if (answer.nodes !== undefined) statistics.push(["Nodes", compact(answer.nodes)]);
  if (answer.held !== undefined && answer.held > 1) statistics.push(["Peak nodes stored", compact(answer.held)]);
  if (answer.seconds !== undefined) statistics.push(["Total time", seconds(answer.seconds)]);
  if (answer.search_seconds !== undefined) statistics.push(["Search time", seconds(answer.search_seconds)]);
  if (answer.nodes && answer.search_seconds) statistics.push(["Search speed", `${compact(answer.nodes / answer.search_seconds)} nodes/s`]);
  if (answer.table_seconds) statistics.push(["Table build time", seconds(answer.table_seconds)]);
  if (answer.table_bytes) statistics.push(["Table size", bytes(answer.table_bytes)]);
  if (answer.threads) statistics.push(["Threads", String(answer.threads)]);
  if (firstMs !== null) statistics.push(["First solution", `${Math.round(firstMs)} ms`]);
  return (
    <dl class="statistics" data-first-ms={firstMs ?? ""}>
      {statistics.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
