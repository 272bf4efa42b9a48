/* Keyboard: numbers, 0 for the answer that ends the matter, Enter, Escape, i, m, u, y, t, ?; arrows in a replay. */
import { $, all, table } from "./page.js";
import { options } from "./options.js";
import { choose, chosen, go, paint, take } from "./choosing.js";
import { clearPicks, isAmount, isPick, picks, ready, selection, step, toggle, wasTouched } from "./picking.js";
import { hidePop } from "./looking.js";
import { close, isOpen, read } from "./bigcard.js";
import { shut, toggleAll } from "./fit.js";
import { bring, toggleYours } from "./yours.js";

const STEPS = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 };
const REPLAY = { ArrowLeft: "#prev", ArrowRight: "#next", Home: "#first", End: "#last" };
const PRESSES = { h: "#hint-next", n: "#next-table" };
let typed = "", typing = 0;

document.addEventListener("keydown", (event) => {
  const target = event.target, steps = STEPS[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (steps && target.closest("#stepper")) { event.preventDefault(); step(steps); return; }
  if (event.key === "Enter" && target.id === "amount") { event.preventDefault(); go(); return; }
  if (event.key === "Escape" && target.id === "amount") target.blur();
  else if (target.matches("input:not([type=range]), textarea, select") || target.closest("dialog, #lid")) return;
  if (event.key === "Escape") return isOpen() ? close() : escape();
  if (event.key === "i") return read(target);
  const slider = $("#slider");
  if (slider && target !== slider && REPLAY[event.key]) { event.preventDefault(); $(REPLAY[event.key]).click(); return; }
  if (table()) atTable(event, target, steps);
});

function escape() {
  clearPicks();
  shut();
  choose(null);
  hidePop();
  bring(false);
  for (const d of all("details[open]")) d.open = false;
}
function atTable(event, target, steps) {
  const elsewhere = target.closest("a, summary, button:not([data-thing]):not(.opt):not(.end__no):not(.end__go)");
  if ((event.key === "Enter" || event.key === " ") && target.matches("g[data-thing]")) {
    event.preventDefault();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  } else if (steps && selection()?.shape === "amount" && "+-".includes(event.key)) {
    step(steps);
  } else if (event.key === "Enter" && !elsewhere && (chosen() === null ? ready() : wasTouched() || !isAmount(chosen()))) {
    event.preventDefault();
    go();
  } else if (event.key === "Enter" && !elsewhere && target === document.body) {
    $("#prompt :is(.end__go[name=option], #again)")?.click();
  } else if (/^[0-9]$/.test(event.key)) {
    digit(event.key);
  } else if (PRESSES[event.key]) {
    $(PRESSES[event.key])?.click();
  } else if (event.key === "u") {
    (picks().length ? $("#unpick") : $("#undo-do"))?.click();
  } else if (event.key === "m") {
    const more = $("#more");
    if (more) more.open = !more.open;
  } else if (event.key === "y") {
    toggleYours();
  } else if (event.key === "a" && $("#all:not([hidden])")) {
    toggleAll();
    paint();
  } else if (event.key === "c" || event.key === "/") {
    const say = $("#say");
    if (say) { event.preventDefault(); say.focus(); }
  } else if (event.key === "?") {
    const clause = $(".clausebox");
    if (clause) clause.open = !clause.open;
  } else if (event.key === "t") {
    const tabs = ["board", "you", "rivals", "log"], at = tabs.findIndex((t) => $("#tab-" + t)?.checked);
    const next = $("#tab-" + tabs[(at + 1) % 4]);
    if (next) next.checked = true;
  }
}
/* Numbers of two figures: the first waits a moment for the second. */
function digit(key) {
  if (key === "0" && !typed) { const no = $("[data-no]"); if (no?.matches("a")) no.click(); else if (no) take(no); return; }
  if (selection()?.shape === "amount") {
    $("#amount").focus();
    $("#amount").select();   // the key itself comes into the field
    return;
  }
  clearTimeout(typing);
  typed += key;
  const number = Number(typed), opt = document.getElementById("opt-" + number);
  if (!opt && number <= Number($("#more")?.dataset.last ?? 0)) { typed = ""; $("#more").open = true; return; }
  if (!opt) { typed = ""; return; }
  const now = () => { typed = ""; if (opt.matches("a")) opt.click(); else if (isPick(opt.value)) toggle(opt.value); else take(opt); };
  if (number * 10 <= Math.max(options().filter((o) => !o.dataset.step).length, Number($("#more")?.dataset.last ?? 0))) { if (!isPick(opt.value ?? "")) choose(opt.value ?? null); typing = setTimeout(now, 700); } else now();
}
