/* What moved since your last answer, and motion: pieces glide, dice roll; never delays input. */
import { all, still } from "./page.js";

// ── Since your last look ────────────────────────────────────────────
let known = new Map();
const placeOf = (el) => el.parentElement?.closest("[id]")?.id ?? "";
export function settle() { known = new Map(all("[data-thing]").map((el) => [el.id, placeOf(el)])); }
export function markNew() {
  for (const el of all("#board [data-thing], #towns [data-thing]")) {
    if (el.id && known.get(el.id) !== placeOf(el)) el.classList.add("is-new");
  }
}

// ── Motion: pieces glide, dice roll; never delays input ─────────────
let before = new Map();
const MOVES = "[data-thing][id], [data-glide][id]";
export function remember() {
  before = new Map();
  if (still.matches) return;
  for (const el of all(MOVES)) {
    const box = el.getBoundingClientRect();
    if (box.width) before.set(el.id, box);
  }
  for (const el of all("[data-die]")) before.set("die " + el.id, el.dataset.die);
}
export function glide() {
  if (still.matches) return;
  for (const el of all(MOVES)) {
    const old = before.get(el.id), now = el.getBoundingClientRect();
    if (!now.width) continue;
    if (!old) {
      if (before.size && el.animate) el.animate([{ opacity: 0, transform: "scale(.85)" }, { opacity: 1, transform: "none" }], 260);
      continue;
    }
    const dx = old.left - now.left, dy = old.top - now.top;
    if (Math.abs(dx) + Math.abs(dy) < 3) continue;
    el.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 260, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
  for (const el of all("[data-die]")) {
    if (before.get("die " + el.id) !== el.dataset.die) {
      el.animate([{ transform: "rotate(-220deg) scale(1.5)", opacity: 0.4 }, { transform: "rotate(24deg) scale(1.15)", opacity: 1, offset: 0.7 }, { transform: "none" }],
        { duration: 620, easing: "cubic-bezier(.2,.8,.2,1)" });
    }
  }
}
