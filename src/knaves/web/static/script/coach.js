/* The coach's page grows while the coach looks: its parts are fetched again every two seconds, and those that differ are
   put in place. Of the list only what is new is added: nothing that was there moves. */
import { $ } from "./page.js";

const EVERY = 2000;

function grow(fresh) {
  for (const id of ["verdict", "chart", "luck", "prompt"]) {
    const here = $("#" + id), there = $("#" + id, fresh);
    if (here && there && here.outerHTML !== there.outerHTML && !here.contains(document.activeElement)) here.replaceWith(there);
  }
  const list = $("#call-list");
  $("#calls .panel__head")?.replaceWith($("#calls .panel__head", fresh));
  $("#calls .levels")?.replaceWith($("#calls .levels", fresh) ?? "");
  for (const row of fresh.querySelectorAll("#call-list > li")) if (!document.getElementById(row.id)) list.append(row);
  if (list.children.length > 1) $("#call-none")?.remove();
}
async function look() {
  const busy = $("#coach-busy");
  if (!busy) return;
  if (!document.hidden) {
    const answer = await fetch(busy.dataset.news).catch(() => null);
    if (answer?.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!$("#coach-busy", fresh)) { location.reload(); return; }
      grow(fresh);
    }
  }
  setTimeout(look, EVERY);
}
setTimeout(look, EVERY);
