/* A first game: what the hint speaks of. And private notes, which stay in this browser. */
import { $, all, still, table } from "./page.js";

export function point() {
  const wanted = $("#hint")?.dataset.point ?? "";
  for (const el of all(".is-pointed")) el.classList.remove("is-pointed");
  const el = document.getElementById(wanted);
  el?.classList.add("is-pointed");
  return el;
}
export function show(el) {
  const tab = el?.closest("[data-tab]")?.dataset.tab.split(" ")[0];
  if (tab && $("#tab-" + tab)) $("#tab-" + tab).checked = true;
  el?.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
}
document.addEventListener("click", (event) => { if (event.target.closest("#hint-show")) show(point()); });

const NOTES = ["·", "✕", "?", "●"];
const noteKey = (el) => `knaves.note.${table().dataset.table}.${table().dataset.seat}.${el.dataset.note}`;
export function notes() { for (const el of all("[data-note]")) el.textContent = localStorage.getItem(noteKey(el)) ?? "·"; }
document.addEventListener("click", (event) => {
  const el = event.target.closest("[data-note]");
  if (!el) return;
  el.textContent = NOTES[(NOTES.indexOf(el.textContent) + 1) % NOTES.length];
  localStorage.setItem(noteKey(el), el.textContent);
});
