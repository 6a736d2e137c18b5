// The address: which page, and all that makes its state, so that a link shows what its sender saw. Changes of state replace
// the address; only going to another page makes history.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export const PAGES = ["twisty", "tiles", "shuffdle", "charts"] as const;
export type Page = (typeof PAGES)[number];
/** Names in links that were shared before a page was renamed. */
const FORMER_NAMES = new Map<string, Page>([["pictures", "charts"]]);
export type Params = Record<string, string>;

/** Parameters that make sense, and for each that does not what is wrong with it, in words for the user. */
export interface ValidatedParams { params: Params; errors: string[] }

interface Address { page: Page; params: Params; error: string | null }

function parseHash(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const page = PAGES.find((page) => page === path) ?? FORMER_NAMES.get(path);
  const params = page || !path ? Object.fromEntries(new URLSearchParams(query)) : {};
  return { page: page ?? "twisty", params, error: page || !path ? null : `there is no page "${path}"` };
}

/** Forgets the state of a page that cannot be shown; it starts afresh. */
export function resetPage(page: Page): void {
  lastHashes.delete(page);
  history.replaceState(null, "", hashOf(page));
}

/** The address of a page in a state; empty values are lastHashes out. */
export function hashOf(page: Page, params: Params = {}): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== "")).toString();
  return `#/${page}${query ? `?${query}` : ""}`;
}

/** Where each page was lastHashes, so that going back to it finds it so. */
const lastHashes = new Map<Page, string>();

export function lastHashOf(page: Page): string {
  return lastHashes.get(page) ?? hashOf(page);
}

/** Which page the address names, and how often a link was followed: every visit begins with what its address says. */
export function useVisit(): { page: Page; visit: number } {
  const [state, setState] = useState(() => ({ page: parseHash(location.hash).page, visit: 0 }));
  useEffect(() => {
    const follow = () => setState(({ visit }) => ({ page: parseHash(location.hash).page, visit: visit + 1 }));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return state;
}

/** Changes some parameters. With `push` the back button returns to what was before. */
export type ChangeParams = (change: Params, push?: boolean) => void;

/** The state of `page` as kept in the address, for one visit, and what of the address could not be parseHash. */
export function useParams(page: Page, validate: (params: Params) => ValidatedParams): [Params, ChangeParams, string[]] {
  const [first] = useState<ValidatedParams>(() => {
    const { params, error } = parseHash(location.hash);
    const validated = validate(params);
    if (location.hash) lastHashes.set(page, hashOf(page, validated.params));
    return { params: validated.params, errors: [...(error ? [error] : []), ...validated.errors] };
  });
  const [params, setParams] = useState<Params>(first.params);
  const current = useRef(params);
  current.current = params;
  const change = useCallback<ChangeParams>(
    (change, push = false) => {
      const next = { ...current.current, ...change };
      current.current = next;
      const hash = hashOf(page, next);
      lastHashes.set(page, hash);
      if (parseHash(location.hash).page === page && hash !== location.hash) history[push ? "pushState" : "replaceState"](null, "", hash);
      setParams(next);
    },
    [page],
  );
  return [params, change, first.errors];
}
