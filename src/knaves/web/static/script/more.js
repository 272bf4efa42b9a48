/* Asides and rare answers: a push leaves many of them out, they are fetched when they are wanted. */
import { $, table } from "./page.js";
import { below } from "./fit.js";

export async function loadMore() {
  const list = $("#more-list"), root = table();
  if (!list || list.children.length || !root) return;
  const ask = root.dataset.ask;
  const answer = await fetch(`/t/${root.dataset.table}/more?seat=${root.dataset.seat}`);
  if (answer.ok && table()?.dataset.ask === ask && $("#more-list") === list) list.innerHTML = await answer.text();
}
document.addEventListener("toggle", async (event) => {
  if (!event.target.matches?.("#more[open]")) return;
  await loadMore();
  const list = $("#more-list");
  if (list) { list.scrollTop = 0; below(list); }
}, true);
