/* What is this: the large card of a piece, or its words; why not, on tap or on the keyboard, from the referee. */
import { $, made, table } from "./page.js";
import { instead } from "./bigcard.js";

const tellOf = (el) => el.dataset.tip ?? (el.matches("[aria-label]") ? el : el.querySelector("[aria-label]"))?.getAttribute("aria-label") ?? "";
instead((el) => {
  const told = el.matches("[data-thing]") && tellOf(el), pop = $("#pop");
  if (!told || !pop || !el.isConnected) return;
  pop.replaceChildren(told);
  place(pop, el);
});
document.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse") hidePop(); });

export function hidePop() { const pop = $("#pop"); if (pop) pop.hidden = true; }
export async function whyNot(el) {
  const pop = $("#pop"), root = table();
  if (!pop || !root || !root.dataset.ask || root.dataset.status === "puzzle") return;
  const where = `/t/${root.dataset.table}/why?seat=${root.dataset.seat}&thing=${encodeURIComponent(el.dataset.thing)}`;
  const answer = await fetch(where, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const why = await answer.json(), told = tellOf(el) || why.tell;
  pop.replaceChildren(made("b", "", told || (why.can ? "This answers the question" : "Not now")), (told && !why.can ? "Not now: " : "") + why.reason + " ");
  if (why.clause) {
    pop.append(made("span", "chip clause", why.clause));
    if (why.text) pop.append(" ", why.text);
  }
  place(pop, el);
}
function place(pop, el) {
  pop.hidden = false;
  const at = el.getBoundingClientRect(), size = pop.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
  let top = at.top - size.height - 10;
  if (top < 8) top = Math.min(at.bottom + 10, innerHeight - size.height - 8);
  pop.style.left = left + "px";
  pop.style.top = top + "px";
}
