/* "Since your last move": opens by itself when you come back, and from the menu or the log. */
import { $, table } from "./page.js";
import { again } from "./stage.js";

const AWAY = 60_000;   // who has not looked for so long has come back
let hiddenAt = 0, seqThen = "";

export async function openRecap() {
  const root = table(), box = $("#recap");
  if (!root || !box || root.dataset.seat === "none") return;
  const answer = await fetch(`/t/${root.dataset.table}/recap?seat=${root.dataset.seat}`).catch(() => null);
  if (!answer?.ok) return;
  box.innerHTML = await answer.text();
  box.hidden = false;
  place(box);
  $("#logbox")?.classList.remove("has-unseen");
}
export function closeRecap() { const box = $("#recap"); if (box) box.hidden = true; }
/* In the log's place; on a phone in the room above the prompt. */
function place(box) {
  const log = $("#side")?.getBoundingClientRect(), prompt = $("#prompt")?.getBoundingClientRect();
  if (!log?.width) { Object.assign(box.style, { left: "8px", right: "8px", top: "50px", width: "", bottom: innerHeight - (prompt?.top ?? innerHeight) + 8 + "px" }); return; }
  Object.assign(box.style, { left: log.left + "px", top: log.top + "px", width: log.width + "px", right: "", bottom: Math.max(8, innerHeight - log.bottom) + "px" });
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { hiddenAt = performance.now(); seqThen = table()?.dataset.seq ?? ""; }
  else if (hiddenAt && performance.now() - hiddenAt > AWAY && table()?.dataset.seq !== seqThen) openRecap();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#open-recap, #logbox.has-unseen .panel__head")) openRecap();
  else if (event.target.closest("#recap-close, #recap-ok")) closeRecap();
  else if (event.target.closest("#recap-again")) { closeRecap(); again(); }
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeRecap(); });
document.addEventListener("submit", (event) => { if (event.target.id === "answers") closeRecap(); });
addEventListener("resize", () => { const box = $("#recap"); if (box && !box.hidden) place(box); });
