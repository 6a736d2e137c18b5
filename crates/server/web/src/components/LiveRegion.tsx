// What a screen reader is told when something happens elsewhere on the page.
import { useEffect, useState } from "preact/hooks";

let setAnnouncement: (text: string) => void = () => undefined;

/** Has `text` read out when the reader has time. */
export function announce(text: string): void {
  setAnnouncement(text);
}

export function LiveRegion() {
  const [text, setText] = useState("");
  useEffect(() => {
    setAnnouncement = (next) => {
      // The same words twice are news too: the region must change to be read.
      setText("");
      setTimeout(() => setText(next), 30);
    };
    return () => {
      setAnnouncement = () => undefined;
    };
  }, []);
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
