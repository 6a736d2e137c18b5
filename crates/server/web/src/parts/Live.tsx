// What a screen reader is told when something happens elsewhere on the page.
import { useEffect, useState } from "preact/hooks";

let say: (text: string) => void = () => undefined;

/** Has `text` read out when the reader has time. */
export function announce(text: string): void {
  say(text);
}

export function Live() {
  const [text, setText] = useState("");
  useEffect(() => {
    say = (next) => {
      // The same words twice are news too: the region must change to be read.
      setText("");
      setTimeout(() => setText(next), 30);
    };
    return () => {
      say = () => undefined;
    };
  }, []);
  return (
    <div class="unseen" role="status" aria-live="polite">
      {text}
    </div>
  );
}
