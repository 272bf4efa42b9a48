/* Clicks and taps: the places of the prompt, the pieces of the board. */
import { $, all, table, toast } from "./page.js";
import { options, thingsOf } from "./options.js";
import { giveUp, go, paint, pickThing } from "./choosing.js";
import { fewer, giveBack, step, stepTo } from "./picking.js";
import { openGroup, toggleAll } from "./fit.js";
import { hidePop, whyNot } from "./looking.js";
import { unhover } from "./bigcard.js";

document.addEventListener("click", (event) => {
  const target = event.target;
  if (target.closest("#do")) return go();
  if (target.closest("#unpick")) return giveBack();
  if (target.matches(".many__less")) return fewer(target.previousElementSibling.value);
  if (target.id === "less" || target.id === "plus") return step(target.id === "plus" ? 1 : -1);
  if (target.dataset.amount) return stepTo(Number(target.dataset.amount));
  const head = target.closest(".head");
  if (head) { openGroup(head.dataset.group); return paint(); }
  const well = target.closest(".well");
  if (well?.dataset.holds) return giveUp(well.dataset.holds);
  if (well || target.closest("#all")) { toggleAll(); return paint(); }
  const thing = target.closest("[name=option]") ? null : target.closest("[data-thing]");   // a whole answer is a button, whatever it stands in
  if (thing && table()) {
    unhover();
    if (thing.matches(".is-aside") || options().some((o) => thingsOf(o).includes(thing.dataset.thing))) pickThing(thing);
    else whyNot(thing);
    return;
  }
  copy(target.closest("[data-copy]"));
  if (!target.closest("details")) for (const open of all("details.tooldrop[open], details.clausebox[open], details.asides[open]")) open.open = false;
  if (!target.closest("#prompt") && $(".call--all")) { toggleAll(); paint(); }
  hidePop();
});

function copy(button) {
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  (navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject())
    .then(() => toast("Copied."), () => document.execCommand("copy"));
}
