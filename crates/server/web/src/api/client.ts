// Requests with a JSON response. Event streams are in stream.ts.
import type { PuzzleDefinition, PuzzleList, ServerError, RequestBody } from "./types";

/** An error response. */
export class RequestError extends Error {
  constructor(readonly error: ServerError) {
    super(error.message);
  }
}

/** Returns the error of the server, or a generic one if there was no response. */
export function toServerError(failure: unknown): ServerError {
  if (failure instanceof RequestError) return failure.error;
  return { code: "unreachable", message: "no response from the server", hint: "check that deepen serve is running" };
}

/** Reads the error of a response whose status is not a success. */
export async function readRequestError(response: Response): Promise<RequestError> {
  const body = (await response.json().catch(() => null)) as { error?: ServerError } | null;
  const wait = response.headers.get("Retry-After");
  const error = body?.error ?? { code: String(response.status), message: `the server responded with status ${response.status}` };
  return new RequestError(wait && !error.hint ? { ...error, hint: `try again in ${wait} s` } : error);
}

async function fetchJson<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api/${path}`, init);
  if (!response.ok) throw await readRequestError(response);
  return (await response.json()) as T;
}

export function post<T>(path: string, request: RequestBody, signal?: AbortSignal): Promise<T> {
  return fetchJson<T>(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    ...(signal && { signal }),
  });
}

let list: Promise<PuzzleList> | undefined;

/** Fetches the list of puzzles, solvers and definitions once. */
export function fetchList(): Promise<PuzzleList> {
  list ??= fetchJson<PuzzleList>("list").catch((failure: unknown) => {
    list = undefined;
    throw failure;
  });
  return list;
}

const defined = new Map<string, Promise<PuzzleDefinition>>();

/** Fetches a built-in definition once. */
export function fetchDefinition(name: string): Promise<PuzzleDefinition> {
  let found = defined.get(name);
  if (!found) {
    found = fetchJson<PuzzleDefinition>(`puzzle/${encodeURIComponent(name)}`);
    found.catch(() => defined.delete(name));
    defined.set(name, found);
  }
  return found;
}

/** Cancels a job; a job that has already ended is not an error. */
export async function cancelJob(id: string): Promise<void> {
  await fetch(`/api/jobs/${encodeURIComponent(id)}`, { method: "DELETE" }).catch(() => undefined);
}
