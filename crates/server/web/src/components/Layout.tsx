// The layout around every page: logo, navigation, theme button, footer.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { lastHashOf, type Page } from "../model/route";
import { LiveRegion } from "./LiveRegion";

const NAMES: Record<Page, string> = { twisty: "Twisty", tiles: "Tiles", shuffdle: "Shuffdle", charts: "Charts" };

export function Layout({ page, children }: { page: Page; children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the puzzle
      </a>
      <header class="top">
        <a class="brand" href="#/twisty" aria-label="Deepen">
          <Logo />
          <span>Deepen</span>
        </a>
        <nav aria-label="Pages">
          {(Object.keys(NAMES) as Page[]).map((name) => (
            <a key={name} href={lastHashOf(name)} aria-current={name === page ? "page" : undefined}>
              {NAMES[name]}
            </a>
          ))}
        </nav>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class="bottom">
        <span>All results are computed by deepen serve on this machine.</span>
        <a href="/api/">API</a>
        <a href="/LICENSES.txt">Licences</a>
      </footer>
      <LiveRegion />
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path d="M8 8h16v4H8zm3 6h10v4H11zm3 6h4v4h-4z" fill="var(--on-accent)" />
    </svg>
  );
}

type Theme = "system" | "light" | "dark";
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const THEME_NAMES: Record<Theme, string> = { system: "system", light: "light", dark: "dark" };
const ICONS: Record<Theme, string> = {
  system: "M12 3a9 9 0 1 0 0 18V3z",
  light: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 1v3M12 20v3M1 12h3M20 12h3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
};

export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(() => (document.documentElement.dataset["theme"] as Theme | undefined) ?? "system");
  const cycle = () => {
    const next = NEXT[theme];
    if (next === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = next;
    try {
      localStorage.setItem("deepen-theme", next);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    setTheme(next);
  };
  return (
    <button class="icon theme" type="button" onClick={cycle} aria-label={`Theme: ${THEME_NAMES[theme]}`} title={`Theme: ${THEME_NAMES[theme]}`}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        {theme === "system" && <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2" />}
        <path d={ICONS[theme]} fill={theme === "light" ? "none" : "currentColor"} stroke="currentColor" stroke-width={theme === "light" ? 2 : 0} stroke-linecap="round" />
      </svg>
    </button>
  );
}
