// What a link may say. Links are typed, cut off and edited by hand: each page names a check for each of its parameters, and
// what fails it is left out and reported, so that the rest can still be shown.
import type { ValidatedParams, Params } from "./route";

/** Whether a value of a parameter can be used. */
export type ParamCheck = (value: string) => boolean;

export const isOneOf = (names: readonly string[]): ParamCheck => (value) => names.includes(value);
export const isCount: ParamCheck = (value) => /^\d{1,6}$/.test(value);
export const isText: ParamCheck = () => true;

/** Keeps the parameters that pass their checks. Parameters without a check are of no use to the page, and are dropped silently. */
export function validateParams(params: Params, checks: Record<string, ParamCheck>): ValidatedParams {
  const valid: Params = {};
  const errors: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const value = Object.hasOwn(params, name) ? params[name]! : "";
    if (value === "") continue;
    if (check(value)) valid[name] = value;
    else errors.push(`${name} "${truncate(value)}"`);
  }
  return { params: valid, errors };
}

function truncate(value: string): string {
  return value.length > 40 ? `${value.slice(0, 39)}…` : value;
}
