/* A moment of the coach on the board: what was answered and what was better, marked on the pieces they name. */
import { $, all } from "./page.js";

const verdict = $("#prompt-who[data-did]");
for (const kind of ["did", "better"]) {
  const things = new Set((verdict?.dataset[kind] ?? "").split(" ").filter(Boolean));
  for (const piece of all("[data-thing]")) if (things.has(piece.dataset.thing)) piece.classList.add("is-" + kind);
}
