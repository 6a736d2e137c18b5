// The address: which page, and all that makes its state, so that a link shows what its sender saw. Changes of state replace
// the address; only going to another page makes history.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export const PAGES = ["twisty", "tiles", "shuffdle", "pictures"] as const;
export type Page = (typeof PAGES)[number];
export type Params = Record<string, string>;

/** Parameters that make sense, and for each that does not what is wrong with it, in words for the user. */
export interface Cleaned { params: Params; faults: string[] }

interface Address { page: Page; params: Params; fault: string | null }

function read(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const page = PAGES.find((page) => page === path);
  const params = page || !path ? Object.fromEntries(new URLSearchParams(query)) : {};
  return { page: page ?? "twisty", params, fault: page || !path ? null : `there is no page "${path}"` };
}

/** Forgets the state of a page that cannot be shown; it starts afresh. */
export function forget(page: Page): void {
  left.delete(page);
  history.replaceState(null, "", hashOf(page));
}

/** The address of a page in a state; empty values are left out. */
export function hashOf(page: Page, params: Params = {}): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== "")).toString();
  return `#/${page}${query ? `?${query}` : ""}`;
}

/** Where each page was left, so that going back to it finds it so. */
const left = new Map<Page, string>();

export function lastHashOf(page: Page): string {
  return left.get(page) ?? hashOf(page);
}

/** Which page the address names, and how often a link was followed: every visit begins with what its address says. */
export function useVisit(): { page: Page; visit: number } {
  const [state, setState] = useState(() => ({ page: read(location.hash).page, visit: 0 }));
  useEffect(() => {
    const follow = () => setState(({ visit }) => ({ page: read(location.hash).page, visit: visit + 1 }));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return state;
}

/** Changes some parameters. With `push` the back button returns to what was before. */
export type Change = (change: Params, push?: boolean) => void;

/** The state of `page` as kept in the address, for one visit, and what of the address could not be read. */
export function useParams(page: Page, clean: (params: Params) => Cleaned): [Params, Change, string[]] {
  const [first] = useState<Cleaned>(() => {
    const { params, fault } = read(location.hash);
    const cleaned = clean(params);
    if (location.hash) left.set(page, hashOf(page, cleaned.params));
    return { params: cleaned.params, faults: [...(fault ? [fault] : []), ...cleaned.faults] };
  });
  const [params, setParams] = useState<Params>(first.params);
  const current = useRef(params);
  current.current = params;
  const change = useCallback<Change>(
    (change, push = false) => {
      const next = { ...current.current, ...change };
      current.current = next;
      const hash = hashOf(page, next);
      left.set(page, hash);
      if (read(location.hash).page === page && hash !== location.hash) history[push ? "pushState" : "replaceState"](null, "", hash);
      setParams(next);
    },
    [page],
  );
  return [params, change, first.faults];
}
