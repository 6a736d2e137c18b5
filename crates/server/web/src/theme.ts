// Sets the colours the user chose before anything is painted. A script of its own because it must not wait for the rest.
try {
  const chosen = localStorage.getItem("deepen-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
} catch {
  // Storage may be forbidden; the system's colours do.
}
