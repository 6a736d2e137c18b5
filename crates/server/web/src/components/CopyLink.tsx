// Copies the address of what is seen.
import { useState } from "preact/hooks";
import { announce } from "./LiveRegion";

export function CopyLink({ label = "Copy link" }: { label?: string }) {
  const [state, setState] = useState<"" | "copied" | "failed">("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setState("copied");
      announce("The link is copied");
    } catch {
      setState("failed");
    }
    setTimeout(() => setState(""), 2000);
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      {state === "copied" ? "Copied" : state === "failed" ? "Copy it from the address bar" : label}
    </button>
  );
}
