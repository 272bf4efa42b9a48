/* Chips in the log, on the stage and in what happened since: a place or a person is pointed at, a card that lies nowhere opens. */
import { $, all, table } from "./page.js";
import { open } from "./bigcard.js";
import { show } from "./hints.js";

/* Where on the board a thing lies that a sentence names, or the place of a person. */
export const pieceOf = (ref) => (ref.startsWith("seat:") ? $(`:is(.player, .town, .panel)[data-seat="${"abcdef"[ref.slice(5)]}"]`) : $(`#main [data-thing="${CSS.escape(ref)}"]`));
document.addEventListener("click", (event) => {
  const asked = event.target.closest?.(".asked");
  if (asked) return open(asked, true);
  const chip = event.target.closest?.("[data-on]");
  if (!chip || !table()) return;
  const ref = chip.dataset.on;
  for (const el of all(".is-told")) el.classList.remove("is-told");
  const piece = pieceOf(ref);
  if (piece) { piece.classList.add("is-told"); show(piece); } else open(chip, true);
});
