/* The stage plays what the server says has happened, one beat after the other, until it is seen: over the board for fights, rolls
   and reveals, above the log for the turns of others (on a phone at the board's upper edge). It never delays an answer. */
import { $, all, made, setting, small, still, table } from "./page.js";
import { clockOf } from "./clock.js";
import { miss, openSince } from "./since.js";

const PACE = { slow: 4000, normal: 2500, fast: 1000 };
const WAITING_MOST = 6, ASKED_MOST = 4;   // older beats are left to the recap
const TURN_MOST = 3;                      // so much of a turn stands above what has just happened in it
let queue = [], turn = [], shownUpTo = null, fetching = false, wanted = false, played = 0;
const clock = clockOf("#stage", () => next());

const memory = (root) => `knaves.staged.${root.dataset.table}.${root.dataset.seat}`;
const pace = () => setting.get("pace");
const playing = () => $("#stage")?.hidden === false;
const title = (beat) => beat.dataset.title || "What happened";
const isBig = (beat) => beat.classList.contains("beat--big");
/* Beside the board, where nothing else lies. */
const beside = (beat) => !small.matches && !isBig(beat) && $("#side") && !$("#welcome, #since:not([hidden]), #lid:not([hidden])");

/* A page came: ask for what has not been shown. */
export function arrived() {
  const root = table();
  if (!root || !$("#stage") || root.dataset.status === "past") return;
  if (root.dataset.status === "over") return drop();   // the end has a page of its own
  const staged = Number(root.dataset.staged);
  if (shownUpTo === null) {
    const seen = Number(sessionStorage.getItem(memory(root)) ?? 0);
    shownUpTo = Math.max(staged, seen);
    if (seen && seen < staged && root.dataset.seat !== "none") openSince();   // a reload, or back after a while
    remember(root);
    return;
  }
  if (staged > shownUpTo) fetchBeats(staged);
  if (root.dataset.call === "yes" && queue.length > ASKED_MOST) trim(ASKED_MOST);
}
function remember(root) { sessionStorage.setItem(memory(root), String(shownUpTo)); }

async function fetchBeats(staged) {
  const root = table(), from = shownUpTo;
  if (pace() === "instant") { shownUpTo = staged; remember(root); return; }
  if (fetching) { wanted = true; return; }
  fetching = true;
  shownUpTo = staged;
  const answer = await fetch(`/t/${root.dataset.table}/stage?seat=${root.dataset.seat}&since=${from}`).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const beat of all(".beat", page)) {
      shownUpTo = Math.max(shownUpTo, Number(beat.dataset.seq));
      const mine = beat.querySelector(`.beat__said > .seat use[href$="seat-${root.dataset.seat}"]`) && !beat.hasAttribute("data-key");
      if (!mine) queue.push(document.adoptNode(beat));   // what you have just done yourself you know
    }
    remember(root);   // of this table, though the page may have gone on meanwhile
    trim(root.dataset.call === "yes" ? ASKED_MOST : WAITING_MOST);
    if (!playing()) next();
    else dots();
  }
  fetching = false;
  if (wanted) { wanted = false; arrived(); }
}
/* Too many: key moments stay, the oldest of the others go to the recap, and the log says so. */
function trim(most) {
  while (queue.length > most) {
    const at = queue.findIndex((beat) => !beat.hasAttribute("data-key"));
    queue.splice(Math.max(0, at), 1);
    miss();
  }
}

function next() {
  const beat = queue.shift();
  if (!beat) return close();
  const stage = $("#stage");
  if (stage.hidden) played = 0;
  played += 1;
  stage.hidden = false;
  stage.classList.toggle("stage--big", isBig(beat));
  stage.classList.toggle("stage--side", Boolean(beside(beat)));
  turn = [...(turn.at(-1)?.dataset.who === beat.dataset.who ? turn.slice(-TURN_MOST) : []), beat];
  const whose = beside(beat) && beat.dataset.who;
  $("#stage-title").replaceChildren(...(whose ? [$(".beat__said > .seat", beat).cloneNode(true), whose] : [title(beat)]));
  $("#stage-beat").replaceChildren(...(beside(beat) ? turn : [beat]));
  $("#stage-beat").scrollTop = $("#stage-beat").scrollHeight;
  $("#stage-said").textContent = beat.dataset.say;
  dots();
  place();
  point(beat);
  hold(beat);
}
function hold(beat) {
  const stays = (PACE[pace()] ?? 0) * (beat.hasAttribute("data-key") ? 2 : 1);
  $("#stage").style.setProperty("--stays", stays + "ms");
  clock.start(stays);
}
function close() {
  $("#stage").hidden = true;
  turn = [];
  makeRoom(0);
  clock.stop();
  for (const el of all(".is-told")) el.classList.remove("is-told");
}
function drop() {
  const left = queue.length;
  queue = [];
  close();
  return left;
}
/* What is skipped or answered over is in the recap: on a desk it opens beside the board, on a phone the log's tab says so. */
export function skip() {
  if (!drop()) return;
  miss();
  if (!small.matches) openSince();
}
/* The recap says the same. */
export function yieldToRecap() { if ($("#stage")) drop(); }
export function answered() { if ($("#stage") && drop()) miss(); }

function dots() {
  const row = $("#stage-dots");
  row.replaceChildren(...Array.from({ length: Math.min(12, queue.length + 1) }, (_, k) => made("i", k ? "" : "now")));
  $("#stage-next").textContent = queue.length ? "Next" : "Seen";
}
/* The log and what else stands beside the board move down for it. */
function makeRoom(height) { document.documentElement.style.setProperty("--stage-room", height ? height + 8 + "px" : "0px"); }
/* Between the top bar and the prompt; never over the prompt or the hand. */
function place() {
  const stage = $("#stage"), main = $("#main"), prompt = $("#prompt");
  if (!main || !prompt) return;
  if (stage.classList.contains("stage--side")) {
    const at = $("#side").getBoundingClientRect();
    Object.assign(stage.style, { left: at.left + "px", top: Math.max(8, at.top) + "px", width: at.width + "px", maxHeight: at.height * 0.45 + "px", height: "" });
    return makeRoom(stage.offsetHeight);
  }
  makeRoom(0);
  const box = small.matches ? { left: 0, top: 44, width: innerWidth } : main.getBoundingClientRect();
  const top = Math.max(44, box.top), end = Math.min(...all("#prompt, #hand").map((el) => el.getBoundingClientRect()).filter((at) => at.width && at.top > top).map((at) => at.top));
  const room = Math.max(120, end - top - 8) + "px";
  Object.assign(stage.style, { left: box.left + "px", top: top + "px", width: box.width + "px", maxHeight: room });
  const full = stage.classList.contains("stage--big") && !small.matches && $(".beat__cards, .beat__dice, .beat__bar", stage);
  stage.style.height = full ? room : "";   // a sentence alone leaves the board in sight
}
addEventListener("resize", () => { if (playing()) place(); });
/* What the beat names turns to paper on the board. */
function point(beat) {
  for (const el of all(".is-told")) el.classList.remove("is-told");
  for (const chip of all(".beat__said [data-on]", beat)) {
    const el = $(`#main [data-thing="${CSS.escape(chip.dataset.on)}"]`);
    el?.classList.add("is-told");
    if (small.matches && !isBig(beat)) el?.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#stage-next")) next();
  else if (event.target.closest("#stage-skip")) skip();
});
/* Another speed counts from the beat that is seen; the setting is kept first (settings.js). */
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-setting=pace]")) setTimeout(() => { if (playing()) pace() === "instant" ? skip() : hold($("#stage-beat .beat:last-child")); });
});
document.addEventListener("keydown", (event) => {
  if (!playing() || event.target.matches("input, select, textarea")) return;
  if (event.key === "Escape") { event.stopImmediatePropagation(); skip(); }
  else if (event.key === " " && !event.target.closest("button, a, summary, [data-thing]")) { event.preventDefault(); next(); }
}, true);
/* Shown again from the recap: everything since the last own answer. */
export async function again() {
  const root = table(), answer = await fetch(`/t/${root.dataset.table}/stage?seat=${root.dataset.seat}`);
  if (!answer.ok) return;
  queue = all(".beat", new DOMParser().parseFromString(await answer.text(), "text/html")).map((beat) => document.adoptNode(beat));
  next();
}
