// Entry point: the layout and the page named by the address. Pages are loaded when first visited.
import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { resetPage, useVisit, type Page } from "./model/route";
import { ErrorBoundary } from "./components/ErrorBoundary";
import { Layout } from "./components/Layout";
import { announce } from "./components/LiveRegion";
import { Notice } from "./components/Notice";

const LOADERS: Record<Page, () => Promise<{ default: ComponentType }>> = {
  twisty: () => import("./pages/twisty/TwistyPage"),
  tiles: () => import("./pages/tiles/TilesPage"),
  shuffdle: () => import("./pages/shuffdle/ShuffdlePage"),
  charts: () => import("./pages/charts/ChartsPage"),
};
const TITLES: Record<Page, string> = {
  twisty: "Cubes and twisty puzzles", tiles: "Sliding tiles", shuffdle: "Shuffdle", charts: "Charts",
};
const LOAD_ERROR = { code: "unreachable", message: "this page could not be loaded", hint: "check that deepen serve is running, then reload the page" };
const RENDER_ERROR = { code: "broken", message: "this page could not be rendered", hint: "reload the page" };

/** Number of times a page was reset because it could not be rendered. A page that fails again after a reset is not
 * retried. */
type Restarts = 0 | 1 | 2;

function App() {
  const { page, visit } = useVisit();
  const [loaded, setLoaded] = useState<{ visit: number; Content: ComponentType | null } | null>(null);
  const [restarts, setRestarts] = useState<{ visit: number; count: Restarts }>({ visit, count: 0 });
  useEffect(() => {
    let cancelled = false;
    LOADERS[page]().then(
      ({ default: Content }) => {
        if (cancelled) return;
        document.title = `${TITLES[page]} · Deepen`;
        setLoaded({ visit, Content });
        if (visit) announce(TITLES[page]);
      },
      () => !cancelled && setLoaded({ visit, Content: null }),
    );
    return () => {
      cancelled = true;
    };
  }, [page, visit]);
  const count = loaded && restarts.visit === loaded.visit ? restarts.count : 0;
  const restart = () => {
    resetPage(page);
    setRestarts({ visit: loaded!.visit, count: count ? 2 : 1 });
  };
  return (
    <Layout page={page}>
      {count === 1 && <div class="notice link-errors" role="status"><p><strong>This link could not be opened.</strong></p><p>The page was reset.</p></div>}
      {count === 2 && <Notice error={RENDER_ERROR} />}
      {loaded && !loaded.Content && <Notice error={LOAD_ERROR} />}
      {loaded?.Content && count < 2 && (
        <ErrorBoundary key={`${loaded.visit} ${count}`} onFailure={restart}>
          <loaded.Content />
        </ErrorBoundary>
      )}
    </Layout>
  );
}

render(<App />, document.getElementById("root")!);
