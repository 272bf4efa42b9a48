/* One confirmation: some of several things (touched until there are enough), or an amount (a stepper). */
import { $, all, toast } from "./page.js";
import { messageOf, post, send } from "./sending.js";
import { labelOf, options } from "./options.js";
import { choose, chosen, tell } from "./choosing.js";
import { settle } from "./motion.js";
import { answered } from "./stage.js";

let picked = [];       // of a selection: the options (as JSON), in the order they were picked; one may stand there several times
let touched = false;   // an amount was set by hand: Enter may confirm it
export const picks = () => (picked = picked.filter((p) => options().some((o) => o.value === p)));
export const wasTouched = () => touched;
export const clearPicks = () => { picked = []; touched = false; };
export const selection = () => $("#answers[data-shape]")?.dataset;
const partsOf = (value) => value.slice(1, -1).split(",");
const verbed = (kind, value) => selection()?.shape === kind && selection().verbs.split(" ").includes(partsOf(value)[0].slice(1, -1));
/* What names nothing ("all of them") is an answer by itself, and one of the picks where there are others. */
export const isPick = (value) => verbed("some", value) && (value.includes(",") || picks().length > 0);
export const isAmount = (value) => verbed("amount", value) && value.includes(",");
const amountOf = (value) => Number(partsOf(value).at(-1));
export const amounts = () => options().filter((o) => isAmount(o.value)).sort((a, b) => amountOf(a.value) - amountOf(b.value));

/* A thing may be picked several times (data-times). Where it has several options, each picks it once more than the one before. */
const thingOf = (value) => partsOf(value).slice(0, 1 + Number(selection().named)).join();
export const sameThing = (list) => list.every((o) => isPick(o.value) && thingOf(o.value) === thingOf(list[0].value));
const stepOf = (o) => Number(o?.dataset.step ?? 1);
const rowOf = (value) => options().filter((o) => thingOf(o.value) === thingOf(value)).sort((a, b) => stepOf(a) - stepOf(b));
const weight = (value) => stepOf(options().find((o) => o.value === value));
const sum = (values) => values.reduce((total, value) => total + weight(value), 0);
export const timesOf = (value) => (isPick(value) ? sum(picks().filter((p) => thingOf(p) === thingOf(value))) : 0);
const count = () => Number(selection().picked) + sum(picks());
export const ready = () => selection()?.shape === "some" && picks().length > 0 && count() >= Number(selection().least);

function put(value, times) {
  const row = rowOf(value), at = picked.findLastIndex((p) => thingOf(p) === thingOf(value)), stepped = stepOf(row.at(-1)) > 1;
  if (stepped && at >= 0) picked.splice(at, 1, ...(times ? [row[times - 1].value] : []));
  else if (times < timesOf(value)) picked.splice(at, 1);
  else picked.push(stepped ? row[times - 1].value : value);
}
/* One more of it. What is there once, and a level on the board (whole), is given back by a second touch. */
export function toggle(value, whole = false) {
  const most = Number(selection().most), row = rowOf(value), given = timesOf(value), times = Number(row[0].dataset.times ?? 1);
  if (!row[0].dataset.times) picked = picked.filter((p) => thingOf(p) !== thingOf(value) || p === value);   // of one thing, one way
  const level = whole && row.length > 1, wanted = level && given !== weight(value) ? weight(value) : given && (level || times === 1) ? 0 : given + 1;
  if (wanted > given && count() >= most && Number(selection().picked) + 1 === most) picked = [];
  if (wanted > times) toast(`${times} ${times === 1 ? "is" : "are"} all there is of it: − gives one back.`);
  else if (count() - given + wanted > most) toast(`${most} ${most === 1 ? "is" : "are"} chosen already: give one back first.`);
  else put(value, wanted);
  choose(null);
}
export function fewer(value) { put(value, timesOf(value) - 1); choose(null); }
export function giveBack() { fewer(picked.at(-1)); }
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
  paintTimes();
  const times = $("#answers [data-times]");
  const state = times ? `${count()} of ${most} chosen` : need > 0 ? `choose ${need} more` : count() < most && count() ? `${count()} chosen, up to ${most}` : `${count()} chosen`;
  if (said && said.textContent !== `${said.dataset.tally}: ${state}`) said.textContent = `${said.dataset.tally}: ${state}`;
  $("#unpick").hidden = !picks().length;
  for (const undo of ["#undo-do", "#undo-none"]) if ($(undo)) $(undo).hidden = picks().length > 0;
  if (some || !go) return;
  go.disabled = !ready();
  const last = options().find((o) => o.value === picked.at(-1));
  const whole = () => (picked.length === 1 && count() === weight(picked[0]) ? labelOf(rowOf(picked[0])[0]) : shape.word.replace("{}", count()));
  tell(go, need > 0 ? `${need} more to choose` : !picked.length ? "Choose" : whole(), ready() ? last : null);
  if ("forGood" in shape && ready()) go.toggleAttribute("data-locked", true);   // its picks can be taken back, the whole cannot
}

/* On the answers: how often; and of a thing with several options, the one that is picked. */
function paintTimes() {
  for (const o of all("#ways [data-times]")) {
    const times = timesOf(o.value), row = rowOf(o.value), less = o.nextElementSibling;
    if (times) $("kbd", o).dataset.count = row.length > 1 ? `+${times}` : `×${times}`;
    else delete $("kbd", o).dataset.count;
    if (less?.matches(".many__less")) less.hidden = !times;
    o.toggleAttribute("data-last", picked.length > 0 && thingOf(o.value) === thingOf(picked.at(-1)));
    o.dataset.first ??= labelOf(o);
    if (row.length > 1) o.dataset.label = times > 1 ? labelOf(row[times - 1]) : o.dataset.first;
  }
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
