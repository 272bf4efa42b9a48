/* The log, sorted: only some players, only what mattered, only talk. How many lines are left out is said. */
import { $, all } from "./page.js";

const seats = new Set();
let kind = "";
/* Whose line it is, or whom it names. */
const isOf = (line, letter) => $(`.seat use[href$="seat-${letter}"]`, line) || $(`[data-on="seat:${"abcdef".indexOf(letter)}"]`, line);

export function sift() {
  const said = $("#log-left");
  if (!said) return;
  let left = 0;
  for (const line of all("#log > li")) {
    line.hidden = kind !== "" && !line.classList.contains("log--" + kind) || seats.size > 0 && ![...seats].some((letter) => isOf(line, letter));
    left += Number(line.hidden);
  }
  for (const button of all("#logfilter button")) button.setAttribute("aria-pressed", String(button.dataset.kind ? button.dataset.kind === kind : seats.has(button.dataset.of)));
  const text = left ? `${left} left out` : "";
  if (said.textContent !== text) said.textContent = text;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("#logfilter button");
  if (!button) return;
  const letter = button.dataset.of;
  if (letter) { if (!seats.delete(letter)) seats.add(letter); }
  else kind = kind === button.dataset.kind ? "" : button.dataset.kind;
  sift();
});
