// Answers of the server as state of a component.
import { useEffect, useState } from "preact/hooks";
import { inWords, theList } from "./client";
import type { List, ServerError } from "./types";

export interface Asked<T> { value: T | null; error: ServerError | null; loading: boolean }

/** Asks again whenever `key` changes, a moment after the last change; an empty key asks nothing. */
export function useAsked<T>(key: string, ask: (signal: AbortSignal) => Promise<T>, delayMs = 0): Asked<T> {
  const [state, setState] = useState<Asked<T> & { key: string }>({ key: "", value: null, error: null, loading: false });
  useEffect(() => {
    if (!key) return setState({ key, value: null, error: null, loading: false });
    const abort = new AbortController();
    setState((old) => ({ ...old, loading: true }));
    const timer = setTimeout(() => {
      ask(abort.signal).then(
        (value) => !abort.signal.aborted && setState({ key, value, error: null, loading: false }),
        (failure) => !abort.signal.aborted && setState({ key, value: null, error: inWords(failure), loading: false }),
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  // What was answered to an earlier question is no answer to this one.
  return state.key === key ? state : { value: null, error: null, loading: key !== "" };
}

export function useList(): Asked<List> {
  return useAsked("list", theList);
}
