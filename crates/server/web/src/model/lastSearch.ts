// The rounds of the last search, kept while the page lives, so that they can be looked at among the pictures.
import type { Round } from "../api/job";

let last: { title: string; rounds: Round[] } | null = null;

export function storeRounds(title: string, rounds: Round[]): void {
  last = { title, rounds: rounds.filter(({ nodes }) => nodes !== undefined) };
}

export function lastRounds(): { title: string; rounds: Round[] } | null {
  return last;
}
