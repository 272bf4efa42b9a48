/* Sheets: a page with a form, laid over the table. */
import { $, toast } from "./page.js";

async function sheet(where, body) {
  const answer = await fetch(where, body && { method: "POST", body });
  const box = $("#lid");
  if (body && answer.redirected) { box.close(); toast("Offered."); return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = $("main", page);
  if (!answer.headers.get("content-type")?.startsWith("text/html") || !main) { toast("That did not come through; nothing has changed.", true); return; }
  main.removeAttribute("id");
  box.replaceChildren(main);
  if (!box.open) box.showModal();
}
document.addEventListener("click", (event) => {
  if (!$("#lid") || event.ctrlKey || event.metaKey) return;
  const link = event.target.closest("a[data-sheet]"), close = event.target.closest("#lid [data-close]");
  if (!link && !close) return;
  event.preventDefault();
  if (close) $("#lid").close();
  else sheet(link.href);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("#lid form")) return;
  event.preventDefault();
  sheet(event.target.action, new URLSearchParams(new FormData(event.target)));
});
