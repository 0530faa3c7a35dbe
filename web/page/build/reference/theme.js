/**
 * Stands in each page of the reference, before TypeDoc looks up its theme: what the reader chose on the course's page,
 * or chooses here, holds for both.
 */
{
  const theirs = { auto: "os", light: "light", dark: "dark" };
  try {
    const chosen = /** @type {keyof theirs | null} */ (localStorage.getItem("theme"));
    if (chosen) localStorage.setItem("tsd-theme", theirs[chosen] ?? "os");
  } catch {
    // Storage may be forbidden (private windows, file:// pages).
  }
  addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.id === "tsd-theme") {
      localStorage.setItem("theme", target.value === "os" ? "auto" : target.value);
    }
  });
}
