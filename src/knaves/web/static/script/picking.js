/* One confirmation: some of several things (toggled until there are enough), or an amount (a stepper). */
import { $, toast } from "./page.js";
import { messageOf, post, send } from "./sending.js";
import { labelOf, options } from "./options.js";
import { choose, chosen, tell } from "./choosing.js";
import { settle } from "./motion.js";
import { answered } from "./stage.js";

let picked = [];       // of a selection: the options (as JSON), in the order they were picked
let touched = false;   // an amount was set by hand: Enter may confirm it
export const picks = () => (picked = picked.filter((p) => options().some((o) => o.value === p)));
export const wasTouched = () => touched;
export const clearPicks = () => { picked = []; touched = false; };
export const selection = () => $("#answers[data-shape]")?.dataset;
const numbersOf = (value) => value.slice(1, -1).split(",").slice(1);
const verbed = (kind, value) => selection()?.shape === kind && value.startsWith(`["${selection().verb}",`);
export const isPick = (value) => verbed("some", value);
export const isAmount = (value) => verbed("amount", value);
const amountOf = (value) => Number(numbersOf(value).at(-1));
export const amounts = () => options().filter((o) => isAmount(o.value)).sort((a, b) => amountOf(a.value) - amountOf(b.value));
const count = () => Number(selection().picked) + picks().length;
export const ready = () => selection()?.shape === "some" && picks().length > 0 && count() >= Number(selection().least);

export function toggle(value) {
  const most = Number(selection().most), thing = numbersOf(value)[0], given = picks().includes(value);
  picked = picked.filter((p) => numbersOf(p)[0] !== thing);   // of one thing, one way
  if (!given && count() >= most && Number(selection().picked) + 1 === most) picked = [];
  if (!given && count() >= most) toast(`${most} ${most === 1 ? "is" : "are"} chosen already: give one back first.`);
  else if (!given) picked.push(value);
  choose(null);
}
export function giveBack() { picked.pop(); choose(null); }
export function confirmPicks() {
  const form = $("#answers"), done = form.dataset.done;
  const message = { ...messageOf(form), do: "answers", options: `[${[...picks(), ...(done ? [done] : [])].join(",")}]` };
  settle();
  answered();
  if (!send(message)) post(form.action, message);
}
export function step(by) {
  const row = amounts(), at = row.findIndex((o) => o.value === chosen());
  const next = at < 0 ? row[Math.max(0, by)] ?? row[0] : row[Math.max(0, Math.min(row.length - 1, at + by))];
  touched = true;
  choose(next.value);
  $("#amount").value = amountOf(next.value);
}
/* To a certain amount at once: a shortcut. */
export function stepTo(amount) {
  const at = amounts().findIndex((o) => o.value === chosen()), to = amounts().findIndex((o) => amountOf(o.value) === amount);
  if (to >= 0) step(at < 0 ? to : to - at);
}
export function paintSelection(go, some) {
  const shape = selection(), said = $("#tally");
  if (shape.shape === "amount") {
    const row = amounts(), box = $("#amount"), at = row.findIndex((o) => o.value === chosen());
    $("#stepper").hidden = false;
    $("#less").disabled = at === 0;
    $("#plus").disabled = at === row.length - 1;
    if (at >= 0 && document.activeElement !== box) box.value = amountOf(chosen());
    return;
  }
  const least = Number(shape.least), most = Number(shape.most), need = least - count();
  const state = need > 0 ? `choose ${need} more` : count() < most && count() ? `${count()} chosen, up to ${most}` : `${count()} chosen`;
  if (said && said.textContent !== `${said.dataset.tally}: ${state}`) said.textContent = `${said.dataset.tally}: ${state}`;
  $("#unpick").hidden = !picks().length;
  for (const undo of ["#undo-do", "#undo-none"]) if ($(undo)) $(undo).hidden = picks().length > 0;
  if (some || !go) return;
  go.disabled = !ready();
  const last = options().find((o) => o.value === picked.at(-1));
  const whole = () => (count() === 1 ? labelOf(options().find((o) => o.value === picked[0])) : `${shape.word} ${count()}`);
  tell(go, need > 0 ? `${need} more to choose` : !picked.length ? "Choose" : whole(), ready() ? last : null);
}

let running = 0;
const halt = () => { clearTimeout(running); clearInterval(running); };
document.addEventListener("pointerdown", (event) => {
  const by = { less: -1, plus: 1 }[event.target.id];
  halt();
  if (by) running = setTimeout(() => { running = setInterval(() => step(by), 125); }, 400);
});
for (const over of ["pointerup", "pointercancel", "blur"]) window.addEventListener(over, halt);
document.addEventListener("input", (event) => {
  if (event.target.id !== "amount") return;
  const wanted = event.target.value.trim();
  touched = true;
  choose(amounts().find((o) => wanted !== "" && amountOf(o.value) === Number(wanted))?.value ?? null);
});
