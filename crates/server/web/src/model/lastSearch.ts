// The rounds of the last search, stored until the page is closed, for the chart on the Charts page.
import type { Round } from "../api/job";

let last: { title: string; rounds: Round[] } | null = null;

export function storeRounds(title: string, rounds: Round[]): void {
  last = { title, rounds: rounds.filter(({ nodes }) => nodes !== undefined) };
}

export function lastRounds(): { title: string; rounds: Round[] } | null {
  return last;
}
