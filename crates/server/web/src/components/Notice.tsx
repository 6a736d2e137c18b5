// An error message of the server or the page.
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

/** Formats a message as a sentence. Messages are lower case without a final dot, so that they can be embedded in other
 * text. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** The invalid parts of a link. The valid rest of it is used. */
export function LinkErrors({ errors }: { errors: readonly string[] }) {
  if (!errors.length) return null;
  return (
    <div class="notice link-errors" role="status">
      <p><strong>Part of this link is invalid.</strong></p>
      <p>{sentence(errors.join("; "))}</p>
    </div>
  );
}
