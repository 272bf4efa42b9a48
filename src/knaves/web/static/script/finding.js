/* Pages to read: a search over what is on the page, forms that answer at once, the slider of a replay. */
import { $, all } from "./page.js";

// A form of switches answers at once; without a script it has a button.
document.addEventListener("change", (event) => { event.target.closest("[data-at-once]")?.requestSubmit(); });
let waiting = 0;
document.addEventListener("input", (event) => {
  if (event.target.id === "slider") { clearTimeout(waiting); waiting = setTimeout(() => event.target.form.requestSubmit(), 250); }
  const find = event.target.closest("#find");
  if (!find) return;
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of all("[data-find]")) row.hidden = !words.every((w) => row.textContent.toLowerCase().includes(w));
  for (const chapter of all("[data-chapter]")) chapter.hidden = !chapter.querySelector("[data-find]:not([hidden])");
  const none = document.getElementById("found-none");
  if (none) none.hidden = Boolean($("[data-find]:not([hidden])"));
});
