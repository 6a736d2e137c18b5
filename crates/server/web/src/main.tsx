// The start: the frame, and the page that the address names. Pages are fetched when they are first visited.
import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { forget, useVisit, type Page } from "./model/route";
import { Boundary } from "./parts/Boundary";
import { Frame } from "./parts/Frame";
import { announce } from "./parts/Live";
import { Notice } from "./parts/Notice";

const LOADERS: Record<Page, () => Promise<{ default: ComponentType }>> = {
  twisty: () => import("./pages/twisty/TwistyPage"),
  tiles: () => import("./pages/tiles/TilesPage"),
  shuffdle: () => import("./pages/shuffdle/ShuffdlePage"),
  pictures: () => import("./pages/pictures/PicturesPage"),
};
const TITLES: Record<Page, string> = {
  twisty: "Cubes and twisty puzzles", tiles: "Sliding tiles", shuffdle: "Shuffdle", pictures: "Pictures",
};
const LOST = { code: "unreachable", message: "this page could not be loaded", hint: "is deepen serve still running? Then load the page again" };
const BROKEN = { code: "broken", message: "this page cannot be shown", hint: "load it again" };

/** How often a page was started afresh because its link could not be shown. A page that fails even so is given up. */
type Restarts = 0 | 1 | 2;

function App() {
  const { page, visit } = useVisit();
  const [shown, setShown] = useState<{ visit: number; Content: ComponentType | null } | null>(null);
  const [restarts, setRestarts] = useState<{ visit: number; count: Restarts }>({ visit, count: 0 });
  useEffect(() => {
    let gone = false;
    LOADERS[page]().then(
      ({ default: Content }) => {
        if (gone) return;
        document.title = `${TITLES[page]} · Deepen`;
        setShown({ visit, Content });
        if (visit) announce(TITLES[page]);
      },
      () => !gone && setShown({ visit, Content: null }),
    );
    return () => {
      gone = true;
    };
  }, [page, visit]);
  const count = shown && restarts.visit === shown.visit ? restarts.count : 0;
  const restart = () => {
    forget(page);
    setRestarts({ visit: shown!.visit, count: count ? 2 : 1 });
  };
  return (
    <Frame page={page}>
      {count === 1 && <div class="notice unread" role="status"><p><strong>This link could not be shown.</strong></p><p>Here is the start of the page.</p></div>}
      {count === 2 && <Notice error={BROKEN} />}
      {shown && !shown.Content && <Notice error={LOST} />}
      {shown?.Content && count < 2 && (
        <Boundary key={`${shown.visit} ${count}`} onFailure={restart}>
          <shown.Content />
        </Boundary>
      )}
    </Frame>
  );
}

render(<App />, document.getElementById("root")!);
