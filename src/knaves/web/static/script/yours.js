/* One's own cards, where a screen is too low for them below the prompt: they come up over the board's foot and go again. */
import { $ } from "./page.js";

const low = matchMedia("(min-width: 900px) and (max-width: 1179px) and (max-height: 840px)");
const isUp = () => document.documentElement.dataset.yours === "up";

export function bring(up) {
  document.documentElement.dataset.yours = up ? "up" : "";
  told();
}
/* After a push the button is a new one. */
export function told() { $("#yours")?.setAttribute("aria-expanded", String(isUp())); }
/* What is to be shown may lie among them. */
export function bringFor(el) { if (low.matches && el.closest("#own")) bring(true); }
export const toggleYours = () => { if (low.matches) bring(!isUp()); };
document.addEventListener("click", (event) => {
  if (event.target.closest("#yours")) toggleYours();
  else if (isUp() && event.target.closest("#main") && !event.target.closest("#own, #prompt")) bring(false);   // the board is wanted
});
