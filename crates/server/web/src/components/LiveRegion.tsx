// The ARIA live region: announcements for screen readers.
import { useEffect, useState } from "preact/hooks";

let setAnnouncement: (text: string) => void = () => undefined;

/** Announces `text` when the screen reader is idle. */
export function announce(text: string): void {
  setAnnouncement(text);
}

export function LiveRegion() {
  const [text, setText] = useState("");
  useEffect(() => {
    setAnnouncement = (next) => {
      // A repeated text is announced again only if the region changes in between.
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
