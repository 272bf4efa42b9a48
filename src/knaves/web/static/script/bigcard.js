/* The large card: all that stands on a card, beside it. Held under the pointer, under a finger, or by key i on what has the
   focus. What it says comes from an address, so that no push carries it. */
import { $, small, table } from "./page.js";
import { thingsOf } from "./options.js";

export const READABLE = "[data-thing], [data-on], [data-read], a[data-card], #answers [name=option]";
const LONG = 350;        // milliseconds until a pointer or a finger has meant it
const SLIP = 12;         // pixels that a finger may move and still rests
const kept = new Map();  // what an address said
let held = null, pointed = null, turn = 0, keptFor = "";

/* Where the words of this piece are: of a card of the gallery its own address; of a piece of the table what this seat sees. */
function addressOf(el) {
  if (el.matches("a[data-card]")) return el.pathname + "?large";
  const root = table();
  if (!root) return "";
  const named = el.dataset.on && (el.querySelector("b") ?? el).textContent.trim();
  const of = el.dataset.read ?? (named || (el.name === "option" ? thingsOf(el)[0] : el.dataset.thing));
  if (!of) return "";
  const place = ["past", "puzzle"].includes(root.dataset.status) ? location.pathname : `/t/${root.dataset.table}`;
  const eye = root.dataset.status === "past" ? new URLSearchParams(location.search).get("as") ?? "" : root.dataset.seat;
  return `${place}/card?seat=${eye}&of=${encodeURIComponent(of)}`;
}
async function wordsOf(el) {
  const address = addressOf(el), seq = table()?.dataset.seq ?? "";
  if (!address) return "";
  if (seq !== keptFor) { kept.clear(); keptFor = seq; }
  if (!kept.has(address)) {
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return "";
    kept.set(address, answer.status === 204 ? "" : await answer.text());
  }
  return kept.get(address);
}

/* Opens the card of a piece; false if it is none. Pinned: it stays until the next touch, and is read aloud. */
export async function open(el, pinned = false) {
  const mine = ++turn, words = el.isConnected && await wordsOf(el), box = $("#bigcard");   // a push may have taken it away
  if (!words || !box || mine !== turn || !el.isConnected) return false;
  close();
  box.innerHTML = words;   // drawn by our server, which escapes what stands on a card
  box.classList.toggle("is-pinned", pinned);
  box.showPopover();   // over a sheet that lies on the table, too
  held = el;
  el.classList.add("is-held");
  place(box, el);
  if (pinned) $("#bigcard-said").textContent = box.textContent.replace(/\s+/g, " ").trim();
  return true;
}
export function close() {
  turn += 1;
  const box = $("#bigcard:popover-open");
  if (!box) return;
  box.hidePopover();
  $("#bigcard-said").textContent = "";
  held?.classList.remove("is-held");
  held = null;
}
export const isOpen = () => held !== null;
export const isPinned = () => Boolean($("#bigcard.is-pinned:popover-open"));
/* After a push: the piece may be gone, or be another element. */
export function keepOpen() { if (held && !held.isConnected) close(); else held?.classList.add("is-held"); }

/* Key i: of what has the focus, else of what the pointer is on. */
export function read(target) {
  if (isPinned()) return close();
  const el = target.closest?.(READABLE) ?? (pointed?.isConnected ? pointed : null);
  if (el) open(el, true);
}

/* Beside the piece, else above or below it; above the prompt, if the piece is. */
function place(box, el) {
  const at = el.getBoundingClientRect(), size = { width: box.offsetWidth, height: box.offsetHeight }, gap = 14;
  const prompt = $("#prompt")?.getBoundingClientRect();
  const floor = prompt && at.bottom <= prompt.top + 8 && size.height < prompt.top - 14 ? prompt.top - 6 : innerHeight - 8;
  const across = (left) => Math.max(8, Math.min(left, innerWidth - size.width - 8));
  const down = (top) => Math.max(8, Math.min(top, floor - size.height));
  let side, left, top;
  if (!small.matches && at.right + gap + size.width < innerWidth) [side, left, top] = ["right", at.right + gap, down(at.top - 30)];
  else if (!small.matches && at.left - gap - size.width > 0) [side, left, top] = ["left", at.left - gap - size.width, down(at.top - 30)];
  else if (at.bottom + gap + size.height <= floor) [side, left, top] = ["below", across(at.left), at.bottom + gap];
  else [side, left, top] = ["above", across(at.left), Math.max(8, at.top - gap - size.height)];
  box.dataset.side = side;
  box.style.left = left + "px";
  box.style.top = top + "px";
  const middle = side === "right" || side === "left" ? at.top + at.height / 2 - top : at.left + at.width / 2 - left;
  const most = (side === "right" || side === "left" ? size.height : size.width) - 26;
  box.style.setProperty("--at", Math.max(26, Math.min(middle, most)) + "px");
}

/* The mouse: what it rests on. */
let resting = 0;
export function unhover() { clearTimeout(resting); }
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  clearTimeout(resting);
  const el = event.target.closest?.(READABLE);
  pointed = el;
  if (isPinned()) return;
  if (held && held !== el) close();
  if (el && el !== held) resting = setTimeout(() => rested(el), LONG);
});
let otherwise = () => {};
/* For what is no card: words of its own. */
export function instead(tell) { otherwise = tell; }
async function rested(el) { if (!(await open(el)) && el === pointed && el.isConnected) otherwise(el); }
document.addEventListener("pointerout", (event) => {
  if (event.pointerType !== "mouse" || event.relatedTarget?.closest?.(READABLE) === held) return;
  clearTimeout(resting);
  pointed = null;
  if (!isPinned()) close();
});

/* The finger: held for a moment it reads, and then lifting it chooses nothing. */
let pressing = 0, from = null, reads = false;
document.addEventListener("pointerdown", (event) => {
  clearTimeout(pressing);
  reads = false;
  if (!event.target.closest("#bigcard")) close();
  const el = event.pointerType === "mouse" ? null : event.target.closest?.(READABLE);
  if (!el) return;
  from = [event.clientX, event.clientY];
  pressing = setTimeout(() => { reads = true; open(el, true).then((card) => { if (!card && el.isConnected) otherwise(el); }); }, LONG);
});
document.addEventListener("pointermove", (event) => {
  if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP) { clearTimeout(pressing); from = null; }
});
for (const over of ["pointerup", "pointercancel"]) document.addEventListener(over, () => { clearTimeout(pressing); from = null; });
document.addEventListener("contextmenu", (event) => { if (reads || from) event.preventDefault(); });
document.addEventListener("click", (event) => {
  if (!reads) return;
  reads = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
