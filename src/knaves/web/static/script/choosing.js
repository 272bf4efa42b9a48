/* Choosing. What can be taken back happens at the first touch and offers Undo; what cannot is armed by the first touch and
   happens at the second. What is chosen on the board fills the prompt, and go sends it. A setting changes the habit. */
import { $, all, setting, table } from "./page.js";
import { messageOf, send } from "./sending.js";
import { isFinal, labelOf, options, thingsOf } from "./options.js";
import { amounts, clearPicks, confirmPicks, isAmount, isPick, paintSelection, picks, ready, sameThing, selection, timesOf, toggle, wasTouched } from "./picking.js";
import { fit, shut } from "./fit.js";
import { loadMore } from "./more.js";
import { settle } from "./motion.js";
import { whyNot } from "./looking.js";
import { answered } from "./stage.js";

let chosen = null;     // the option (as JSON) that go would send
let held = [];         // things selected so far, where one thing is not enough to tell the option
let armed = 0;         // when the first touch came; 0: nothing is armed
let asked = "";        // the ask all this belongs to
let passing = false;   // this submission goes through
const APART = 300;     // milliseconds between the two touches: a double click is one
const current = () => chosen;
export { current as chosen };

export function choose(value, things = [], arm = false) {
  chosen = value;
  held = things;
  armed = arm ? performance.now() : 0;
  paint();
}
const needsTwo = (opt) => ({ always: true, never: false }[setting.get("confirm")] ?? isFinal(opt));

/* A touch of an answer, by mouse, finger or key. */
export function take(opt) {
  if (isPick(opt.value)) return toggle(opt.value, !opt.closest("#ways"));
  if (opt.value === opt.form.dataset.done && picks().length) return confirmPicks();
  if (needsTwo(opt) && !(armed && chosen === opt.value)) return choose(opt.value, held, true);
  if (needsTwo(opt) && performance.now() - armed < APART) return;
  act(opt);
}
/* What a well holds is given back; the rest stays. */
export function giveUp(thing) { choose(null, held.filter((t) => t !== thing)); }
/* Go: what was chosen on the board, in the prompt or with the stepper. */
export function go() {
  const opt = options().find((o) => o.value === chosen);
  if (!opt) { if (ready()) confirmPicks(); return; }
  if (isAmount(chosen) && !wasTouched()) return take(opt);
  act(opt);
}
function act(opt) {
  const form = opt.form, message = messageOf(form, opt);
  settle();
  clearPicks();
  choose(null);
  answered();
  shut();
  if (send(message)) return;
  passing = true;
  setTimeout(() => form.requestSubmit(opt));   // not within the submission that led here: a browser ignores that
}
document.addEventListener("submit", (event) => {
  if (event.target.id !== "answers" || !table() || passing || !event.submitter?.value) { passing = false; return; }
  event.preventDefault();
  take(event.submitter);
});

/* A new question starts with nothing chosen; an old one is kept as it was, but nothing stays armed. */
export function renew() {
  const ask = table()?.dataset.ask ?? "";
  armed = 0;
  if (ask !== asked) { asked = ask; chosen = null; held = []; clearPicks(); shut(); }
  paint();
}

export function paint() {
  const list = options();
  if (selection()?.shape === "amount" && chosen === null && !(document.activeElement?.id === "amount" && wasTouched())) chosen = amounts()[0]?.value ?? null;
  const pick = list.find((o) => o.value === chosen);
  if (!pick) { chosen = null; armed = 0; }
  for (const o of list) {
    const on = o === pick || timesOf(o.value) > 0;
    o.classList.toggle("is-chosen", on);
    o.classList.toggle("is-armed", o === pick && armed > 0);
    if (!o.matches(".end__go")) o.setAttribute("aria-pressed", String(on));
    o.hidden = isAmount(o.value) || o.hasAttribute("data-step") || !o.hasAttribute("data-no") && held.length > 0 && !held.every((t) => thingsOf(o).includes(t));
  }
  light(list, pick);
  const button = $("#do");
  if (button) {
    button.disabled = !pick;
    tell(button, pick ? labelOf(pick) : held.length ? "Choose one" : table()?.dataset.call === "yes" ? "Choose" : "Nothing to answer now", pick);
  }
  if (selection()) paintSelection(button, chosen !== null);
  const aside = list.find((o) => !o.hidden && held.length && (!pick || o === pick) && o.closest(".more"));
  if (aside) aside.closest("details").open = true;
  fit(held.length > 0);
}
/* What go says: the whole answer, and whether it is final. */
export function tell(button, text, opt) {
  if (button.textContent !== text) button.textContent = text;
  button.classList.toggle("is-long", text.length > (opt && isFinal(opt) ? 26 : 36));   // "final" needs a line, too
  button.classList.toggle("is-armed", armed > 0 && Boolean(opt));
  button.toggleAttribute("data-locked", Boolean(opt) && isFinal(opt));
}
function light(list, pick) {
  const marked = new Set(pick ? thingsOf(pick) : held), often = new Map();   // by thing: how often it is picked
  for (const o of list) if (!o.hasAttribute("data-step") && timesOf(o.value)) for (const t of thingsOf(o)) often.set(t, (often.get(t) ?? 0) + timesOf(o.value));
  const timesAt = (el) => {
    if (el.name === "option") return picks().includes(el.value) ? timesOf(el.value) : 0;
    return el.matches(".is-choosable, [data-painted]") && often.get(el.dataset.thing) || 0;   // where it lies, not where it is listed
  };
  for (const el of all("[data-thing], [name=option][form=answers]")) {
    const times = timesAt(el), on = times > 0 || marked.has(el.dataset.thing) && el.dataset.thing !== "";
    if (times > 1) el.dataset.count = times;
    else delete el.dataset.count;
    if (on && !el.classList.contains("is-chosen")) { el.classList.add("is-chosen"); el.dataset.painted = "yes"; }
    else if (!on && el.dataset.painted) { el.classList.remove("is-chosen"); delete el.dataset.painted; }
  }
}

/* A piece of the board: it selects, a second touch of the same piece sends. */
export function pickThing(el) {
  const thing = el.dataset.thing, list = options();
  let things = held.includes(thing) ? held : [...held, thing];
  let fitting = list.filter((o) => things.every((t) => thingsOf(o).includes(t)));
  if (!fitting.length) { things = [thing]; fitting = list.filter((o) => thingsOf(o).includes(thing)); }
  if (!fitting.length && el.matches(".is-aside") && !$("#more-list")?.children.length) return void loadMore().then(() => $("#more-list").children.length && pickThing(el));
  if (!fitting.length) return whyNot(el);
  const exact = fitting.filter((o) => thingsOf(o).length === things.length);   // "take A" beside "take A and B"
  const one = fitting.length === 1 || sameThing(fitting) ? fitting[0] : exact.length === 1 ? exact[0] : null;
  if (!one) return choose(null, things);
  if (isPick(one.value)) return toggle(one.value);
  if (chosen === one.value && (fitting.length === 1 || held.includes(thing))) return armed && performance.now() - armed < APART ? undefined : go();
  choose(one.value, things, needsTwo(one));
}
