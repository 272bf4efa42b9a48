/* "Since your last move": opens by itself when you come back, and from the menu or the log. */
import { $, table } from "./page.js";
import { again } from "./stage.js";

const AWAY = 60_000;   // who has not looked for so long has come back
let hiddenAt = 0, seqThen = "";

export async function openSince() {
  const root = table(), box = $("#since");
  if (!root || !box || root.dataset.seat === "none" || $("#welcome")) return;   // who was away is told by another sheet
  const answer = await fetch(`/t/${root.dataset.table}/since?seat=${root.dataset.seat}`).catch(() => null);
  if (!answer?.ok) return;
  box.innerHTML = await answer.text();
  box.hidden = false;
  place(box);
  $("#logbox")?.classList.remove("has-unseen");
}
export function closeSince() { const box = $("#since"); if (box) box.hidden = true; }
/* In the log's place; on a phone in the room above the prompt. */
function place(box) {
  const log = $("#side")?.getBoundingClientRect(), prompt = $("#prompt")?.getBoundingClientRect();
  if (!log?.width) { Object.assign(box.style, { left: "8px", right: "8px", top: "50px", width: "", bottom: innerHeight - (prompt?.top ?? innerHeight) + 8 + "px" }); return; }
  Object.assign(box.style, { left: log.left + "px", top: log.top + "px", width: log.width + "px", right: "", bottom: Math.max(8, innerHeight - log.bottom) + "px" });
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { hiddenAt = performance.now(); seqThen = table()?.dataset.seq ?? ""; }
  else if (hiddenAt && performance.now() - hiddenAt > AWAY && table()?.dataset.seq !== seqThen) openSince();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#open-since, #logbox.has-unseen .panel__head")) openSince();
  else if (event.target.closest("#since-close, #since-ok")) closeSince();
  else if (event.target.closest("#since-again")) { closeSince(); again(); }
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeSince(); });
document.addEventListener("submit", (event) => { if (event.target.id === "answers") closeSince(); });
addEventListener("resize", () => { const box = $("#since"); if (box && !box.hidden) place(box); });
