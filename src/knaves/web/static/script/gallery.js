/* The gallery: the wall is sifted while one types, and a card opens beside it. */
import { $, all, toast } from "./page.js";

const gallery = $("#gallery"), base = gallery.dataset.base, field = $("#sift");
const kind = () => $(".kinds :checked").value;
let asked = 0;

async function sift() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean), mine = ++asked, cards = all(".shelf li");
  let shown = 0;
  for (const shelf of all("[data-shelf]")) {
    const of = shelf.dataset.shelf, on = !kind() || kind() === of;
    for (const card of all("li", shelf)) {
      card.hidden = !on || !words.every((word) => (of + " " + card.textContent).toLowerCase().includes(word));
      shown += !card.hidden;
    }
    shelf.hidden = !$("li:not([hidden])", shelf);
  }
  $("#count").textContent = shown === cards.length ? `${shown} cards` : `${shown} of ${cards.length} cards`;
  $("#nothing").hidden = shown > 0;
  const query = new URLSearchParams({ ...(words.length && { q: field.value }), ...(kind() && { kind: kind() }) }).toString();
  history.replaceState(null, "", location.pathname + (query && "?" + query));
  if (shown) return;
  const answer = await fetch(`${base}?${query}`);   // the server knows what was meant
  const said = $("#nothing", new DOMParser().parseFromString(await answer.text(), "text/html"));
  if (mine === asked && said) $("#nothing").replaceChildren(...said.childNodes);
}
field.addEventListener("input", sift);
$(".kinds").addEventListener("change", sift);

async function openAt(address, push) {
  const answer = await fetch(address);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), sheet = $("#sheet");
  sheet.replaceChildren(...$("#sheet", page).childNodes);
  sheet.hidden = !sheet.children.length;
  gallery.classList.toggle("gallery--open", !sheet.hidden);
  document.title = page.title;
  const now = $('[aria-current="true"]', page)?.id;
  for (const card of all(".gcard")) card.toggleAttribute("aria-current", card.id === now);
  if (now) document.getElementById(now).setAttribute("aria-current", "true");
  if (push) { history.pushState(null, "", address); $("#sheet [data-shut]")?.focus(); }
}
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = event.target, meant = target.closest("[data-meant]"), link = target.closest("a[data-open], #sheet a.piece");
  if (meant) { event.preventDefault(); field.value = meant.dataset.meant; sift(); }
  else if (link) { event.preventDefault(); openAt(link.pathname, true); }
  else if (target.closest("[data-shut]")) { event.preventDefault(); shut(); }
  else if (target.closest("[data-copylink]")) {
    event.preventDefault();
    navigator.clipboard?.writeText(target.closest("a").href).then(() => toast("Copied."));
  }
});
function shut() {
  const was = $('.gcard[aria-current="true"]');
  $("#sheet").hidden = true;
  gallery.classList.remove("gallery--open");
  was?.removeAttribute("aria-current");
  was?.focus();
  history.pushState(null, "", base);
}
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !$("#sheet").hidden) shut(); });
addEventListener("popstate", () => openAt(location.pathname, false));
