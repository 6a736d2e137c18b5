// The answer to a question for a solution, in a sentence and in statistics.
import type { Answer } from "../api/types";
import { bytes, compact, pluralize, seconds } from "../model/format";

/** What the answer says, for the eye and for the screen reader. */
export function resultSummary(answer: Answer): string {
  const { length, lower_bound: least } = answer;
  if (length === undefined) {
    switch (answer.status) {
      case "unsolvable": return "It cannot be solved";
      case "cancelled": return `Cancelled${least ? `: it takes at least ${least} moves` : ""}`;
      case "timeout":
      case "limit": return `Stopped at the limit${least ? `: it takes at least ${least} moves` : ""}`;
      default: return answer.status.replaceAll("_", " ");
    }
  }
  if (length === 0) return "It is solved already";
  const moves = pluralize(length, "move");
  if (answer.status === "optimal") return `${moves}, and no solution is shorter`;
  return least !== undefined && least > 1 ? `${moves}; at least ${least} are needed` : moves;
}

export function Statistics({ answer, firstMs }: { answer: Answer; firstMs: number | null }) {
  const statistics: [string, string][] = [];
  if (answer.method) statistics.push(["Method", [answer.method, answer.heuristic !== "none" && answer.heuristic].filter(Boolean).join(", ")]);
  if (answer.metric) statistics.push(["Counted in", `${answer.metric}s`]);
  if (answer.nodes !== undefined) statistics.push(["Nodes", compact(answer.nodes)]);
  if (answer.held !== undefined && answer.held > 1) statistics.push(["Held at most", compact(answer.held)]);
  if (answer.seconds !== undefined) statistics.push(["Time", seconds(answer.seconds)]);
  if (answer.search_seconds !== undefined) statistics.push(["Search", seconds(answer.search_seconds)]);
  if (answer.nodes && answer.search_seconds) statistics.push(["Speed", `${compact(answer.nodes / answer.search_seconds)}/s`]);
  if (answer.table_seconds) statistics.push(["Making tables", seconds(answer.table_seconds)]);
  if (answer.table_bytes) statistics.push(["Tables", bytes(answer.table_bytes)]);
  if (answer.threads) statistics.push(["Threads", String(answer.threads)]);
  if (firstMs !== null) statistics.push(["First answer", `${Math.round(firstMs)} ms`]);
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
