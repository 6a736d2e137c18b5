// A bar chart with a logarithmic scale, and a table with the same numbers.
import { compact, grouped } from "../model/format";

interface BarChartProps { title: string; values: number[]; labels: string[]; axis: string; unit: string }

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 48;
const BOTTOM = 54;

export function BarChart({ title, values, labels, axis, unit }: BarChartProps) {
  const top = Math.ceil(Math.log10(Math.max(10, ...values)) + 0.05);
  const [width, height] = [WIDTH - LEFT - 8, HEIGHT - BOTTOM - 14];
  const y = (n: number) => 14 + height - (height * (n > 0 ? Math.log10(n) + 0.35 : 0)) / (top + 0.35);
  const step = width / values.length;
  const every = Math.ceil(values.length / 22);
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${unit} by ${axis}, logarithmic; the table below has the numbers`}>
        {Array.from({ length: top + 1 }, (_, power) => (
          <g key={power} class="gridline">
            <line x1={LEFT} x2={WIDTH - 8} y1={y(10 ** power)} y2={y(10 ** power)} />
            {power % Math.ceil(top / 6) === 0 && <text x={LEFT - 8} y={y(10 ** power)} text-anchor="end" dominant-baseline="middle">{compact(10 ** power)}</text>}
          </g>
        ))}
        {values.map((n, i) => (
          <g key={i} class="column-bar">
            <rect x={LEFT + i * step + step * 0.12} width={step * 0.76} y={y(n)} height={Math.max(0, 14 + height - y(n))} rx={Math.min(4, step * 0.15)}>
              <title>{`${labels[i]}: ${grouped(n)}`}</title>
            </rect>
            {i % every === 0 && <text x={LEFT + (i + 0.5) * step} y={HEIGHT - 34} text-anchor="middle">{labels[i]}</text>}
          </g>
        ))}
        <text class="axis" x={LEFT + width / 2} y={HEIGHT - 6} text-anchor="middle">{axis}</text>
      </svg>
      <details>
        <summary>As a table</summary>
        <div class="scroll">
          <table>
            <caption class="visually-hidden">{title}</caption>
            <thead><tr><th scope="col">{cap(axis)}</th><th scope="col" class="number">{cap(unit)}</th></tr></thead>
            <tbody>
              {values.map((n, i) => (
                <tr key={i}><th scope="row">{labels[i]}</th><td class="number">{grouped(n)}</td></tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function cap(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
