// Applies the stored colour theme before the first paint. A separate script, so that it does not wait for the bundle.
try {
  const chosen = localStorage.getItem("deepen-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
} catch {
  // Storage may be blocked; the system theme applies.
}
