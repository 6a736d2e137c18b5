// Questions to the server and its answers, whole. Streams are in stream.ts.
import type { Defined, List, ServerError, Wish } from "./types";

/** The server, or the way to it, refused. */
export class Refusal extends Error {
  constructor(readonly error: ServerError) {
    super(error.message);
  }
}

/** Any failure in the server's words, or in ours if it has none. */
export function inWords(failure: unknown): ServerError {
  if (failure instanceof Refusal) return failure.error;
  return { code: "unreachable", message: "the server does not answer", hint: "is deepen serve still running?" };
}

/** Reads the error of a response that is none of success. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => null)) as { error?: ServerError } | null;
  const wait = response.headers.get("Retry-After");
  const error = body?.error ?? { code: String(response.status), message: `the server answered ${response.status}` };
  return new Refusal(wait && !error.hint ? { ...error, hint: `try again in ${wait} s` } : error);
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api/${path}`, init);
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

export function post<T>(path: string, wish: Wish, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wish),
    ...(signal && { signal }),
  });
}

let list: Promise<List> | undefined;

/** What the server can do; asked for once. */
export function theList(): Promise<List> {
  list ??= ask<List>("list").catch((failure: unknown) => {
    list = undefined;
    throw failure;
  });
  return list;
}

const defined = new Map<string, Promise<Defined>>();

/** A built-in definition; asked for once. */
export function builtIn(name: string): Promise<Defined> {
  let found = defined.get(name);
  if (!found) {
    found = ask<Defined>(`puzzle/${encodeURIComponent(name)}`);
    found.catch(() => defined.delete(name));
    defined.set(name, found);
  }
  return found;
}

/** Cancels a job; that it is gone already is no failure. */
export async function cancelJob(id: string): Promise<void> {
  await fetch(`/api/jobs/${encodeURIComponent(id)}`, { method: "DELETE" }).catch(() => undefined);
}
