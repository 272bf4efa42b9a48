/* Your call: title, icon, sound, notification; and clocks that run down between pushes. */
import { $, all, setting, table } from "./page.js";

// ── Your call: title, icon, sound, notification ─────────────────────
let called = "";
export function beep() {
  try {
    const ctx = new AudioContext();
    const gain = ctx.createGain();
    gain.gain.setValueAtTime(0.0001, ctx.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.08, ctx.currentTime + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, ctx.currentTime + 0.5);
    gain.connect(ctx.destination);
    for (const [at, pitch] of [[0, 392], [0.14, 587]]) {
      const tone = ctx.createOscillator();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      tone.connect(gain);
      tone.start(ctx.currentTime + at);
      tone.stop(ctx.currentTime + at + 0.3);
    }
  } catch { /* a browser without sound stays silent */ }
}
export function call() {
  const root = table();
  if (!root || root.dataset.status === "past") return;
  const mine = root.dataset.call === "yes";
  document.title = (mine ? "(!) Your call · " : "") + root.dataset.title + " · Knaves";
  const icon = $("#favicon");
  const want = mine ? icon.href.replace("favicon.svg", "favicon-call.svg") : icon.href.replace("favicon-call.svg", "favicon.svg");
  if (icon.href !== want) icon.href = want;
  if (mine && !called) {
    if (setting.get("sound") === "yes" && (document.hidden || !document.hasFocus())) beep();
    if (setting.get("notify") === "yes" && document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification("Your call · " + root.dataset.title, { body: root.dataset.prompt ?? "", tag: root.dataset.table });
    }
  }
  called = mine ? "yes" : "";
}

// ── Clocks run down between pushes ──────────────────────────────────
setInterval(() => {
  for (const el of all("[data-left]")) {
    const left = Math.max(0, Number(el.dataset.left) - 1);
    el.dataset.left = String(left);
    el.textContent = left > 2 * 86400 ? Math.ceil(left / 86400) + " d" : left >= 7200 ? Math.ceil(left / 3600) + " h"
      : Math.floor(left / 60) + ":" + String(Math.floor(left % 60)).padStart(2, "0");
  }
}, 1000);
