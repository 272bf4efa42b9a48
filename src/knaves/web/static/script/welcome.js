/* Welcome back: what happened meanwhile, one line after the other, with what it names on the board. A touch of the sheet goes on,
   Escape ends it; where motion is not wanted, only a touch goes on. */
import { $, all, still, toast } from "./page.js";
import { pieceOf } from "./chips.js";

const STEP = 4000;
let at = -1, timer = 0;
const lines = () => all("#welcome .recap__l > li");

function stop() {
  at = -1;
  clearTimeout(timer);
  $("#welcome")?.classList.remove("is-showing");
  for (const el of all(".is-told")) el.classList.remove("is-told");
}
function step() {
  clearTimeout(timer);
  for (const el of all(".is-told")) el.classList.remove("is-told");
  const line = lines()[++at];
  if (!line) return stop();
  $("#welcome").classList.add("is-showing");
  line.classList.add("is-told");
  line.scrollIntoView({ block: "nearest" });
  for (const ref of [line.dataset.by, ...all("[data-on]", line).map((chip) => chip.dataset.on)].filter(Boolean)) {
    const piece = pieceOf(ref);
    piece?.classList.add("is-told");
    piece?.scrollIntoView({ block: "nearest" });
  }
  if (!still.matches) timer = setTimeout(() => { if (!document.hidden) step(); }, STEP);
}
document.addEventListener("click", (event) => {
  if (event.target.closest("#welcome-show")) { stop(); step(); }
  else if (at >= 0 && event.target.closest("#welcome") && !event.target.closest("a, [data-on]")) step();
});
document.addEventListener("submit", (event) => {   // a bot plays on: it was sent, and the sheet has said what it had to say
  if (!event.defaultPrevented || !event.target.closest("#welcome")) return;
  stop();
  $("#welcome").remove();
  toast(event.target.dataset.said);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || at < 0) return;
  event.stopImmediatePropagation();
  stop();
}, true);
