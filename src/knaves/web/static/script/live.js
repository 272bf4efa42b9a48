/* The socket: whole views come in, the morph keeps the nodes. */
import { $, table, toast } from "./page.js";
import { isLeaving, use } from "./sending.js";
import { renew } from "./choosing.js";
import { glide, markNew, remember } from "./motion.js";
import { call } from "./calling.js";
import { notes, point } from "./hints.js";
import { settings } from "./settings.js";
import { arrived } from "./stage.js";
import { ended } from "./finale.js";
import { renewSheet } from "./sheets.js";
import { sift } from "./log.js";
import { markMissed } from "./since.js";
import { keepOpen } from "./bigcard.js";
import { told } from "./yours.js";

export function toBottom() { const box = $("#logbox"); if (box) box.scrollTop = box.scrollHeight; }
let follow = true, lost = false;
/* The newest line stays in sight, until somebody scrolls away from it; a log that grew or shrank was not scrolled. */
const TOUCH = 1500;   // a flick rolls on for so long
let touched = -TOUCH;
const sizes = new ResizeObserver(() => { if (follow) toBottom(); });
document.addEventListener("scroll", (event) => {
  const box = event.target;
  if (box.id === "logbox" && performance.now() - touched < TOUCH) follow = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
}, { capture: true, passive: true });
for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) document.addEventListener(kind, (event) => {
  if (event.target.closest?.("#logbox")) touched = performance.now();
}, { capture: true, passive: true });

export function look() {
  renew();
  notes();
  call();
  settings();
  point();
  arrived();
  ended();
  renewSheet();
  sift();
  markMissed();
  keepOpen();
  told();
  if ($("#logbox")) sizes.observe($("#logbox"));
}
document.addEventListener("htmx:ws:after:connection", (event) => {
  use(event.detail.connection.socket);
  if (lost) toast("Back at the table.");
  lost = false;
});
document.addEventListener("htmx:ws:close", (event) => {
  use(null);
  if (event.detail.reason === "closed" && !lost) { lost = true; toast("Connection lost, trying again", true); }
});
document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const data = event.detail.message.data;
  if (typeof data === "string" && data.startsWith("{")) {
    const said = JSON.parse(data);
    if (said.go) { event.preventDefault(); location.href = said.go; return; }
    if (said.refused) toast(said.refused + (said.clause ? " (" + said.clause + ")" : ""), true);
    return;
  }
  if (!table() && data.startsWith('<div class="table')) {
    event.preventDefault();
    if (!isLeaving()) location.reload();  // who is just sitting down is taken to the table by the answer to that
    return;
  }
  remember();
});
document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  const data = event.detail.message.data;
  if (typeof data === "string" && data.startsWith("{")) return;
  markNew();
  look();
  glide();
  if (follow) toBottom();
});
