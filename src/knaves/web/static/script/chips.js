/* Chips in the log, on the stage and in what happened since: a card opens in words, a place or a person is pointed at. */
import { $, all, made, table } from "./page.js";
import { place } from "./looking.js";
import { show } from "./hints.js";

document.addEventListener("click", async (event) => {
  const chip = event.target.closest?.("[data-on]"), root = table();
  if (!chip || !root) return;
  const ref = chip.dataset.on;
  for (const el of all(".is-told")) el.classList.remove("is-told");
  const piece = ref.startsWith("seat:") ? $("#player-" + "abcdef"[ref.slice(5)]) : $(`#main [data-thing="${CSS.escape(ref)}"]`);
  if (piece) { piece.classList.add("is-told"); show(piece); return; }
  const name = chip.querySelector("b")?.textContent ?? chip.textContent;
  const answer = await fetch(`/t/${root.dataset.table}/card?name=${encodeURIComponent(name)}`);
  const card = answer.ok ? await answer.json() : {}, pop = $("#pop");
  if (!card.text || !pop) return;
  pop.replaceChildren(made("b", "", card.name), card.text);
  place(pop, chip);
});
