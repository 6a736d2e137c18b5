// What a link may say. Links are typed, cut off and edited by hand: each page names a test for each of its parameters, and
// what fails it is left out and reported, so that the rest can still be shown.
import type { Cleaned, Params } from "./route";

/** Whether a value of a parameter can be used. */
export type Test = (value: string) => boolean;

export const isOneOf = (names: readonly string[]): Test => (value) => names.includes(value);
export const isCount: Test = (value) => /^\d{1,6}$/.test(value);
export const isText: Test = () => true;

/** Keeps the parameters that pass their tests. Parameters without a test are of no use to the page, and are dropped silently. */
export function cleaned(params: Params, tests: Record<string, Test>): Cleaned {
  const kept: Params = {};
  const faults: string[] = [];
  for (const [name, test] of Object.entries(tests)) {
    const value = Object.hasOwn(params, name) ? params[name]! : "";
    if (value === "") continue;
    if (test(value)) kept[name] = value;
    else faults.push(`${name} "${shortened(value)}"`);
  }
  return { params: kept, faults };
}

function shortened(value: string): string {
  return value.length > 40 ? `${value.slice(0, 39)}…` : value;
}
