/* The end: the finale stands over the board, then the page goes over to how it was decided. Once in a browser; not while
   somebody looks at the board, nor where everything waits for a touch. */
import { $, setting, small, table } from "./page.js";
import { clockOf } from "./clock.js";

const STAYS = { slow: 16000, normal: 10000, fast: 5000, instant: 5000 };
let shown = false;
const clock = clockOf("#finale", () => { location.href = $("#finale-on").href; });

export function ended() {
  if (!$("#finale")) return;
  place();
  const seen = `knaves.ended.${table().dataset.table}`, stays = STAYS[setting.get("pace")];
  if (shown || location.hash === "#as-it-lies") return;
  shown = true;
  if (!stays || sessionStorage.getItem(seen)) return;
  sessionStorage.setItem(seen, "yes");
  const bar = $("#finale-clock");
  bar.hidden = false;
  bar.style.animationDuration = stays + "ms";
  clock.start(stays);
}
/* Over the board, never over the prompt or the hand. */
function place() {
  const main = $("#main").getBoundingClientRect(), prompt = $("#prompt").getBoundingClientRect();
  $("#finale").style.bottom = small.matches ? "" : main.bottom - prompt.top + 8 + "px";
}
addEventListener("resize", () => { if ($("#finale")) place(); });
addEventListener("hashchange", () => { if (location.hash === "#as-it-lies") clock.stop(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && $("#finale")) location.hash = "as-it-lies"; });
