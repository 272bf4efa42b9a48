/* The theme, before anything is drawn: as the reader has chosen in this browser, else as the system has it.
   A classic script in the head of every page, so that no page flashes in the wrong one. */
(() => {
  "use strict";
  const KEY = "knaves.theme", root = document.documentElement, NIGHT = matchMedia("(prefers-color-scheme: dark)");
  const switches = () => document.querySelectorAll("select[data-setting=theme]");
  function apply() {
    const chosen = localStorage.getItem(KEY) ?? "system";
    if (chosen === "system") delete root.dataset.theme;
    else root.dataset.theme = chosen;
    const night = chosen === "system" ? NIGHT.matches : chosen === "dark";
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = night ? "#080b14" : "#f7f9fc";
    for (const list of switches()) list.value = chosen;
  }
  apply();
  NIGHT.addEventListener("change", apply);
  addEventListener("storage", (event) => { if (event.key === KEY) apply(); });   // another window has chosen
  addEventListener("DOMContentLoaded", () => {
    for (const list of switches()) list.closest("[hidden]")?.removeAttribute("hidden");
    apply();
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("select[data-setting=theme]")) return;
    localStorage.setItem(KEY, event.target.value);
    apply();
  });
})();
