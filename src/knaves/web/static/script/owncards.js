/* The desk for cards of one's own: a dropped file, or what is written, is checked by the server and drawn beside it. */
import { $, all, made } from "./page.js";

const PAUSE = 400;   // milliseconds after the last key
const form = $("#main"), field = $("#cards"), box = $("#tomlbox");
let waiting = 0, asked = 0;

function number() {
  const many = field.value.split("\n").length, lines = $("#lines");
  while (lines.children.length < many) lines.append(made("li", "", String(lines.children.length + 1)));
  while (lines.children.length > many) lines.lastChild.remove();
  field.rows = many + 1;
}
function mark() {
  for (const line of all("#lines .is-wrong")) line.classList.remove("is-wrong");
  for (const link of all("#errs [data-line]")) $("#lines").children[link.dataset.line - 1]?.classList.add("is-wrong");
  for (const button of all("#errs [data-mend]")) button.hidden = false;
  $("#errs-here").replaceChildren(...all("#errs"));
}
async function check() {
  const mine = ++asked;
  const answer = await fetch(form.action + "?part", { method: "POST", body: new URLSearchParams({ cards: field.value }) });
  if (!answer.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of all("#owncards, #errs, #openbar")) old.remove();
  form.append(...page.body.children);
  mark();
}
/* One line is put right, or left out; what was there before can be had back. */
const before = [];
function mend(number, by) {
  const lines = field.value.split("\n");
  before.push(field.value);
  lines.splice(number - 1, 1, ...(by ? [by] : []));
  write(lines.join("\n"));
}
function write(text) {
  field.value = text;
  $("#unmend").hidden = !before.length;
  for (const button of all("[data-mend]")) button.disabled = true;   // their lines may be others now
  later(0);
}
function later(pause) { clearTimeout(waiting); waiting = setTimeout(check, pause); number(); }
async function take(file) {
  field.value = await file.text();
  $("#filename").textContent = file.name;
  later(0);
}
$("#check").remove();
field.addEventListener("input", () => { before.length = 0; $("#unmend").hidden = true; later(PAUSE); });
$("#unmend").addEventListener("click", () => write(before.pop()));
$("#file").addEventListener("change", (event) => { if (event.target.files[0]) take(event.target.files[0]); });
for (const kind of ["dragover", "dragleave", "drop"]) form.addEventListener(kind, (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  box.classList.toggle("is-over", kind === "dragover");
  if (kind === "drop" && event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
});
document.addEventListener("click", (event) => {
  const right = event.target.closest("[data-mend]");
  if (right) return mend(Number(right.dataset.mend), right.dataset.by);
  const link = event.target.closest("[data-line]");
  if (!link) return;
  event.preventDefault();
  const lines = field.value.split("\n"), from = lines.slice(0, link.dataset.line - 1).join("\n").length + (link.dataset.line > 1);
  field.focus();
  field.setSelectionRange(from, from + lines[link.dataset.line - 1].length);
  $("#lines").children[link.dataset.line - 1].scrollIntoView({ block: "center" });
});
number();
if ($("#errs")) mark();
else if (field.value.trim()) check();
