// Responses of the server as component state.
import { useEffect, useState } from "preact/hooks";
import { toServerError, fetchList } from "./client";
import type { PuzzleList, ServerError } from "./types";

export interface Fetched<T> { value: T | null; error: ServerError | null; loading: boolean }

/** Repeats the request when `key` changes, `delayMs` after the last change; an empty key sends no request. */
export function useFetched<T>(key: string, request: (signal: AbortSignal) => Promise<T>, delayMs = 0): Fetched<T> {
  const [state, setState] = useState<Fetched<T> & { key: string }>({ key: "", value: null, error: null, loading: false });
  useEffect(() => {
    if (!key) return setState({ key, value: null, error: null, loading: false });
    const abort = new AbortController();
    setState((old) => ({ ...old, loading: true }));
    const timer = setTimeout(() => {
      request(abort.signal).then(
        (value) => !abort.signal.aborted && setState({ key, value, error: null, loading: false }),
        (failure) => !abort.signal.aborted && setState({ key, value: null, error: toServerError(failure), loading: false }),
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  // A response to an earlier key is not used for this one.
  return state.key === key ? state : { value: null, error: null, loading: key !== "" };
}

export function useList(): Fetched<PuzzleList> {
  return useFetched("list", fetchList);
}
