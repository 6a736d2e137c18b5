// The address: which page, and all that makes its state, so that a link shows what its sender saw. Changes of state replace
// the address; only going to another page makes history.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export const PAGES = ["twisty", "tiles", "shuffdle", "pictures"] as const;
export type Page = (typeof PAGES)[number];
export type Params = Record<string, string>;

interface Address { page: Page; params: Params }

function read(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const page = PAGES.find((page) => page === path) ?? "twisty";
  return { page, params: Object.fromEntries(new URLSearchParams(query)) };
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

/** The state of `page` as kept in the address, for one visit. */
export function useParams(page: Page): [Params, (change: Params) => void] {
  const [params, setParams] = useState<Params>(() => {
    if (location.hash) left.set(page, location.hash);
    return read(location.hash).params;
  });
  const current = useRef(params);
  current.current = params;
  const change = useCallback(
    (change: Params) => {
      const next = { ...current.current, ...change };
      current.current = next;
      const hash = hashOf(page, next);
      left.set(page, hash);
      if (read(location.hash).page === page) history.replaceState(null, "", hash);
      setParams(next);
    },
    [page],
  );
  return [params, change];
}
