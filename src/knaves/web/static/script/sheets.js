/* A deal to be filled in: a page with a form, docked beside the board. The table goes on, and so do the limits of the sheet. */
import { $, all, table, toast } from "./page.js";
import { dock } from "./docking.js";

let where = "", known = "";
const open = () => $("#lid")?.hidden === false;

async function sheet(address, body, said = "") {
  const answer = await fetch(address, body && { method: "POST", body });
  if (body && answer.redirected) { close(); toast(said); return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), main = $("main", page), box = $("#lid");
  if (!answer.headers.get("content-type")?.startsWith("text/html") || !main) { toast("That did not come through; nothing has changed.", true); return; }
  main.removeAttribute("id");
  const things = (main.dataset.things ?? "").split(" ");   // what a hint speaks of
  for (const piece of all("[data-thing]")) piece.classList.toggle("is-pointed", things.includes(piece.dataset.thing));
  box.replaceChildren(main);
  if (!body) where = address;
  known = table().dataset.seq;
  box.hidden = false;
  dock(box);
}
/* A link that several seats share does not say whose it is. */
function ofSeat(address) {
  const url = new URL(address);
  if (!url.searchParams.has("seat")) url.searchParams.set("seat", table().dataset.seat);
  return url.href;
}
function close() {
  $("#lid").hidden = true;
  for (const piece of all(".is-pointed")) piece.classList.remove("is-pointed");
  $("#tool-offer")?.focus({ preventScroll: true });
}
/* Something happened: what each side has may be another number now. What was filled in stays. */
export async function renewSheet() {
  if (!open() || known === table()?.dataset.seq) return;
  if ($("#lid [data-once]")) return close();   // a hint is for one question
  if ($("#lid [data-waiting]") && table().dataset.call === "yes") return close();   // what was chosen ahead is asked now
  if ($("#lid").matches(":focus-within")) return;
  const filled = all("#lid [name^=b]").map((el) => [el.name, el.type === "checkbox" ? el.checked : el.value]);
  await sheet(where);
  for (const [name, value] of filled) {
    const el = $(`#lid [name="${CSS.escape(name)}"]`);
    if (el?.type === "checkbox") el.checked = value;
    else if (el && (el.type !== "number" || Number(value) <= Number(el.max))) el.value = value;
  }
}
document.addEventListener("focusout", (event) => { if (event.target.closest("#lid")) setTimeout(renewSheet); });
document.addEventListener("click", (event) => {
  if (!$("#lid") || event.ctrlKey || event.metaKey) return;
  const link = event.target.closest("a[data-sheet]"), shut = event.target.closest("#lid [data-close]");
  if (!link && !shut) return;
  event.preventDefault();
  if (link?.id === "tool-hint") toast("The coach thinks about it.");
  if (shut) close();
  else sheet(ofSeat(link.href)).then(() => $("#lid h1")?.focus());
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && open()) close(); });
document.addEventListener("submit", (event) => {
  if (!event.target.matches("#lid form")) return;
  event.preventDefault();
  const fields = new FormData(event.target, event.submitter);
  fields.set("seq", table().dataset.seq);   // the table as it is seen beside the sheet
  sheet(event.target.action, new URLSearchParams(fields), event.target.dataset.said ?? "Offered.");
});
