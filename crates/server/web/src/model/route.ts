// The address (URL hash): the page and its whole state, so that a link shows what its sender saw. State changes replace
// the address; only navigation to another page adds a history entry.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export const PAGES = ["twisty", "tiles", "shuffdle", "charts"] as const;
export type Page = (typeof PAGES)[number];
/** Former page names, which may occur in shared links. */
const FORMER_NAMES = new Map<string, Page>([["pictures", "charts"]]);
export type Params = Record<string, string>;

/** The valid parameters, and a message for the user for each invalid one. */
export interface ValidatedParams { params: Params; errors: string[] }

interface Address { page: Page; params: Params; error: string | null }

function parseHash(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const page = PAGES.find((page) => page === path) ?? FORMER_NAMES.get(path);
  const params = page || !path ? Object.fromEntries(new URLSearchParams(query)) : {};
  return { page: page ?? "twisty", params, error: page || !path ? null : `unknown page "${path}"` };
}

/** Discards the stored state of a page that cannot be rendered and resets its address. */
export function resetPage(page: Page): void {
  lastHashes.delete(page);
  history.replaceState(null, "", hashOf(page));
}

/** Returns the address of a page with the given state; empty values are omitted. */
export function hashOf(page: Page, params: Params = {}): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== "")).toString();
  return `#/${page}${query ? `?${query}` : ""}`;
}

/** The last address of each page, restored when the user returns to it. */
const lastHashes = new Map<Page, string>();

export function lastHashOf(page: Page): string {
  return lastHashes.get(page) ?? hashOf(page);
}

/** Returns the page that the address names and the number of links followed; each visit starts from its address. */
export function useVisit(): { page: Page; visit: number } {
  const [state, setState] = useState(() => ({ page: parseHash(location.hash).page, visit: 0 }));
  useEffect(() => {
    const follow = () => setState(({ visit }) => ({ page: parseHash(location.hash).page, visit: visit + 1 }));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return state;
}

/** Changes some parameters. With `push` the back button returns to the previous state. */
export type ChangeParams = (change: Params, push?: boolean) => void;

/** Returns the state of `page` in the address, a function that changes it, and the errors found in the address. */
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
