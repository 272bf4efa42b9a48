/* Where a sheet lies that must cover neither board nor prompt: in the log's place, on a phone in the room above the prompt. */
import { $ } from "./page.js";

export function dock(box) {
  const log = $("#side")?.getBoundingClientRect(), prompt = $("#prompt")?.getBoundingClientRect();
  if (!log?.width) { Object.assign(box.style, { left: "8px", right: "8px", top: "50px", width: "", bottom: innerHeight - (prompt?.top ?? innerHeight) + 8 + "px" }); return; }
  Object.assign(box.style, { left: log.left + "px", top: log.top + "px", width: log.width + "px", right: "", bottom: Math.max(8, innerHeight - log.bottom) + "px" });
}
addEventListener("resize", () => { for (const box of document.querySelectorAll("#since:not([hidden]), #lid:not([hidden])")) dock(box); });
