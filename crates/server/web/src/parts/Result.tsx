// The answer to a question for a solution, in a sentence and in figures.
import type { Answer } from "../api/types";
import { bytes, compact, counted, seconds } from "../model/format";

/** What the answer says, for the eye and for the screen reader. */
export function verdict(answer: Answer): string {
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
  const moves = counted(length, "move");
  if (answer.status === "optimal") return `${moves}, and no solution is shorter`;
  return least !== undefined && least > 1 ? `${moves}; at least ${least} are needed` : moves;
}

export function Figures({ answer, firstMs }: { answer: Answer; firstMs: number | null }) {
  const figures: [string, string][] = [];
  if (answer.method) figures.push(["Method", [answer.method, answer.heuristic !== "none" && answer.heuristic].filter(Boolean).join(", ")]);
  if (answer.metric) figures.push(["Counted in", `${answer.metric}s`]);
  if (answer.nodes !== undefined) figures.push(["Nodes", compact(answer.nodes)]);
  if (answer.held !== undefined && answer.held > 1) figures.push(["Held at most", compact(answer.held)]);
  if (answer.seconds !== undefined) figures.push(["Time", seconds(answer.seconds)]);
  if (answer.search_seconds !== undefined) figures.push(["Search", seconds(answer.search_seconds)]);
  if (answer.nodes && answer.search_seconds) figures.push(["Speed", `${compact(answer.nodes / answer.search_seconds)}/s`]);
  if (answer.table_seconds) figures.push(["Making tables", seconds(answer.table_seconds)]);
  if (answer.table_bytes) figures.push(["Tables", bytes(answer.table_bytes)]);
  if (answer.threads) figures.push(["Threads", String(answer.threads)]);
  if (firstMs !== null) figures.push(["First answer", `${Math.round(firstMs)} ms`]);
  return (
    <dl class="figures" data-first-ms={firstMs ?? ""}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
