/* "Since your last move": opens by itself when you come back, and from the menu or the log. */
import { $, all, table } from "./page.js";
import { dock } from "./docking.js";
import { again, yieldToRecap } from "./stage.js";

const AWAY = 60_000;   // who has not looked for so long has come back
let hiddenAt = 0, seqThen = "", missed = false;

/* Something was not seen: the log and its tab say so until the recap was opened; a push draws both anew. */
export function miss() { missed = true; markMissed(); }
export function markMissed() { for (const el of all("#logbox, #tabs label[for=tab-log]")) el.classList.toggle("has-unseen", missed); }

export async function openSince() {
  const root = table(), box = $("#since");
  if (!root || !box || root.dataset.seat === "none" || $("#welcome")) return;   // who was away is told by another sheet
  const answer = await fetch(`/t/${root.dataset.table}/since?seat=${root.dataset.seat}`).catch(() => null);
  if (!answer?.ok) return;
  box.innerHTML = await answer.text();
  box.hidden = false;
  yieldToRecap();
  dock(box);
  missed = false;
  markMissed();
}
export function closeSince() { const box = $("#since"); if (box) box.hidden = true; }
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
