// What went wrong, in the server's words.
import type { ServerError } from "../api/types";

export function Notice({ error }: { error: ServerError }) {
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{sentence(error.message)}</strong>
      </p>
      {error.where && <p class="where">{sentence(error.where)}</p>}
      {error.hint && <p>{sentence(error.hint)}</p>}
    </div>
  );
}

/** Messages are written in lower case without a dot, to fit anywhere; alone they are sentences. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** What of the link could not be read. The rest of it is shown. */
export function LinkErrors({ errors }: { errors: readonly string[] }) {
  if (!errors.length) return null;
  return (
    <div class="notice link-errors" role="status">
      <p><strong>Part of this link could not be read.</strong></p>
      <p>{sentence(errors.join("; "))}</p>
    </div>
  );
}
