// The rounds of an IDA* search: bound, nodes and time of each. Bars have a logarithmic scale because rounds grow
// exponentially.
import type { Round } from "../api/job";
import { compact, grouped, seconds } from "../model/format";

export function Rounds({ rounds }: { rounds: Round[] }) {
  if (!rounds.length) return null;
  const most = Math.log10(Math.max(10, ...rounds.map((round) => round.nodes ?? 1)));
  return (
    <div class="scroll">
      <table class="rounds">
        <caption class="visually-hidden">Rounds of the search</caption>
        <thead>
          <tr>
            <th scope="col">Bound</th>
            <th scope="col" class="wide">Nodes</th>
            <th scope="col" class="number">Time</th>
            <th scope="col" class="number">Nodes/s</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map(({ bound, nodes, seconds: took }) => (
            <tr key={bound}>
              <th scope="row">{bound}</th>
              <td class="wide">
                {nodes === undefined ? (
                  <span class="muted">searching …</span>
                ) : (
                  <span class="bar" style={{ "--share": String(Math.log10(Math.max(1, nodes)) / most) }} title={grouped(nodes)}>
                    {compact(nodes)}
                  </span>
                )}
              </td>
              <td class="number">{took === undefined ? "" : seconds(took)}</td>
              <td class="number">{nodes && took ? compact(nodes / took) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
