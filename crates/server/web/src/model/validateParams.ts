// Validation of the parameters of a link. Links are typed, truncated and edited by hand: each page has a check for each
// of its parameters; an invalid parameter is dropped and reported, and the rest is used.
import type { ValidatedParams, Params } from "./route";

/** True if a parameter value is valid. */
export type ParamCheck = (value: string) => boolean;

export const isOneOf = (names: readonly string[]): ParamCheck => (value) => names.includes(value);
export const isCount: ParamCheck = (value) => /^\d{1,6}$/.test(value);
export const isText: ParamCheck = () => true;

/** Returns the parameters that pass their checks. Parameters without a check are not used by the page and are dropped
 * silently. */
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
