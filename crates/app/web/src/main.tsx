// The start: the frame, and the page that the address names. Pages are fetched when they are first visited.
import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useVisit, type Page } from "./model/route";
import { Frame } from "./parts/Frame";
import { announce } from "./parts/Live";

const LOADERS: Record<Page, () => Promise<{ default: ComponentType }>> = {
  twisty: () => import("./pages/twisty/TwistyPage"),
  tiles: () => import("./pages/tiles/TilesPage"),
  shuffdle: () => import("./pages/shuffdle/ShuffdlePage"),
  pictures: () => import("./pages/pictures/PicturesPage"),
};
const TITLES: Record<Page, string> = {
  twisty: "Cubes and twisty puzzles", tiles: "Sliding tiles", shuffdle: "Shuffdle", pictures: "Pictures",
};

function App() {
  const { page, visit } = useVisit();
  const [shown, setShown] = useState<{ visit: number; Content: ComponentType } | null>(null);
  useEffect(() => {
    let gone = false;
    void LOADERS[page]().then(({ default: Content }) => {
      if (gone) return;
      document.title = `${TITLES[page]} · Deepen`;
      setShown({ visit, Content });
      if (visit) announce(TITLES[page]);
    });
    return () => {
      gone = true;
    };
  }, [page, visit]);
  return <Frame page={page}>{shown && <shown.Content key={shown.visit} />}</Frame>;
}

render(<App />, document.getElementById("root")!);
