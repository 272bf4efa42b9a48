/* A first game: what the hint speaks of. And private notes, which stay in this browser. */
import { $, all, small, still, table } from "./page.js";
import { bringFor } from "./yours.js";

export function point() {
  const wanted = $("#hint")?.dataset.point ?? "";
  for (const el of all(".is-pointed")) el.classList.remove("is-pointed");
  const el = document.getElementById(wanted);
  el?.classList.add("is-pointed");
  fold();
  return el;
}
export function show(el) {
  const tab = el?.closest("[data-tab]")?.dataset.tab.split(" ")[0];
  if (tab && $("#tab-" + tab)) $("#tab-" + tab).checked = true;
  if (!el) return;
  bringFor(el);
  // into what is free between the bar (with a hint below it) and the prompt
  const lid = small.matches ? ($("#hint") ?? $("#topbar")).getBoundingClientRect().bottom : 0;
  const floor = small.matches ? $("#prompt").getBoundingClientRect().top : innerHeight, box = el.getBoundingClientRect();
  scrollBy({ top: box.top - lid - Math.max(8, (floor - lid - box.height) / 2), behavior: still.matches ? "auto" : "smooth" });
}
// On a phone a hint folds to its title when it shows what it speaks of, and unfolds by a touch; a new one is unfolded.
let folded = "";
export function fold() { $("#hint")?.classList.toggle("is-folded", folded !== "" && folded === $("#hint-next")?.value); }
document.addEventListener("click", (event) => {
  if (event.target.closest("#hint-show")) { folded = $("#hint-next").value; fold(); show(point()); }
  else if (event.target.closest("#hint-title")) { folded = folded ? "" : $("#hint-next").value; fold(); }
});

const NOTES = ["·", "✕", "?", "●"];
const noteKey = (el) => `knaves.note.${table().dataset.table}.${table().dataset.seat}.${el.dataset.note}`;
export function notes() { for (const el of all("[data-note]")) el.textContent = localStorage.getItem(noteKey(el)) ?? "·"; }
document.addEventListener("click", (event) => {
  const el = event.target.closest("[data-note]");
  if (!el) return;
  el.textContent = NOTES[(NOTES.indexOf(el.textContent) + 1) % NOTES.length];
  localStorage.setItem(noteKey(el), el.textContent);
});
