/* The ways in their two rows: chips say only what tells them apart; where not all fit, the groups stand first, and "All n"
   opens the whole list. Nothing is hidden without a mark that says how many there are. */
import { $, all, made, small } from "./page.js";
import { labelOf, say } from "./options.js";
import { wells } from "./wells.js";

let open = "";          // the group that is open, by its words
const shown = (way) => all("[name=option]:not([hidden])", way);

function inCommon(rows) {
  let n = 0;
  while (rows.every((row) => n < row.length - 1 && row[n] === rows[0][n])) n += 1;
  return n;
}
/* What all labels of a group begin and end with is said once. */
function shorten(way, list) {
  delete way.dataset.of;
  const rows = list.map((o) => labelOf(o).split(" "));
  if (rows.length < 2) { for (const o of list) say(o, labelOf(o)); return; }
  const front = inCommon(rows), cut = rows.map((row) => row.slice(front)), same = inCommon(cut.map((row) => row.toReversed()));
  const back = same > 1 && (front || !small.matches) ? same : 0;   // on a phone the words of a group are not shown
  list.forEach((o, k) => say(o, cut[k].slice(0, cut[k].length - back).join(" ")));
  const of = front ? rows[0].slice(0, front) : rows[0].slice(rows[0].length - back);   // "what Ines offers: 3 capital": accept, decline
  if (of.length) way.dataset.of = way.title = of.join(" ").replace(/[:,]$/, "");
}
function overflows(ways) {
  return small.matches ? ways.scrollWidth > ways.clientWidth + 1 : ways.scrollHeight > ways.clientHeight + 1;
}
const nameOf = (way) => way.dataset.head || way.dataset.of || "Answers";
/* What has no head are the answers themselves, beside offers of others: they are in sight until another group is opened. */
const isOpen = (way) => nameOf(way) === open || open === "" && !way.dataset.head;
function heads(ways, groups) {
  const row = made("span", "heads");
  for (const way of groups) {
    const list = shown(way), on = isOpen(way), name = nameOf(way);
    way.dataset.group = name;
    if (list.length === 1) continue;   // one answer stands there itself
    const chip = made("button", "opt pick head", name);
    chip.type = "button";
    chip.dataset.group = name;
    chip.setAttribute("aria-pressed", String(on));
    chip.append(made("b", "", String(list.length)));
    row.append(chip);
    way.classList.toggle("is-shut", !on);
  }
  ways.prepend(row);
  ways.classList.add("ways--grouped");
  ways.classList.toggle("has-open", groups.some(isOpen));
}

/* The sentence: smaller where it is long, cut where it is longer still; then "read all" has the whole of it. */
function fitSaid(said) {
  const whole = $("#ask-whole");
  for (const size of ["", "call__said--long", "call__said--cut"]) {
    said.className = `call__said ${size}`.trim();
    if (whole) whole.hidden = !size.endsWith("cut");
    if (said.scrollHeight <= said.clientHeight + 2) return;
  }
}

export function fit(filtered) {
  const ways = $("#ways"), button = $("#all"), said = $("#prompt-ask.call__said");
  if (said) fitSaid(said);
  if (!ways || !button) return;
  const groups = all(".way", ways).filter((way) => shown(way).length), count = groups.reduce((sum, way) => sum + shown(way).length, 0);
  ways.className = "ways ways--whole";
  $(".heads", ways)?.remove();
  for (const el of all(".is-over", ways)) el.classList.remove("is-over");
  for (const way of groups) { way.classList.remove("is-shut"); shorten(way, shown(way)); }
  const sentence = wells(ways, groups.flatMap(shown));
  ways.classList.toggle("ways--wells", sentence);
  button.hidden = true;
  if ($(".call--all")) { button.hidden = false; button.textContent = "Close ▾"; below(ways); return; }
  delete ways.dataset.below;
  const tucked = sentence && small.matches;   // a phone shows the sentence alone; the list has the rest
  const wordless = small.matches && groups.filter((way) => way.dataset.of).length > 1;   // and no words of groups: their heads say them
  const asked = $(".asked", ways);
  asked?.classList.remove("asked--name");
  const fits = () => !tucked && !wordless && !overflows(ways);
  if (fits()) return;
  asked?.classList.add("asked--name");   // the answers need its room: it says its name, and is read like any card
  if (asked && fits()) return;
  for (const tighter of ["ways", "ways ways--tight"]) {
    ways.className = sentence ? `${tighter} ways--wells` : tighter;
    if (fits()) return;
  }
  ways.classList.remove("ways--tight");
  if (groups.length > 1 && !filtered && !tucked) heads(ways, groups);
  button.hidden = false;
  button.textContent = `All ${count} ▴`;
  ways.classList.add("ways--on");
  const touched = $(".is-chosen[data-last]", ways) ?? $(".is-chosen", ways);   // with its way back, if it has one
  if (small.matches) (touched?.closest(".many") ?? touched)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  else hideTheRest(ways, button);
  const opened = open && groups.find(isOpen);
  if (!opened || all("[name=option]", opened).some((el) => el.offsetParent)) return;
  open = "";   // there is no room for what was opened: the whole list has it
  toggleAll();
  fit(filtered);
  opened.scrollIntoView({ block: "nearest" });
}
/* On a desk: what would be cut, or lie under the mark, is left out as a whole; the mark says so. What goes stands behind all
   that stays, so it goes at once. */
function hideTheRest(ways, button) {
  const mark = button.getBoundingClientRect();
  for (let guard = 0; guard < 8; guard++) {
    const bottom = ways.getBoundingClientRect().bottom;
    const chips = all(".pick", ways).filter((el) => el.offsetParent && !el.classList.contains("is-over"));
    const over = chips.filter((el) => { const box = el.getBoundingClientRect(); return box.bottom > bottom + 1 || (box.bottom > mark.top && box.right > mark.left - 6); });
    const plain = over.filter((el) => !el.matches(".is-chosen, .head"));
    const goes = plain.length ? plain : over.filter((el) => el.matches(".head:not([aria-pressed=true])"));
    if (!goes.length) return;
    for (const el of goes) el.classList.add("is-over");
  }
}

/* A list that does not fit says how much lies below. */
export function below(box) {
  const bottom = box.getBoundingClientRect().bottom - 26;
  const count = all("[name=option]", box).filter((o) => o.offsetParent && o.getBoundingClientRect().bottom > bottom).length;
  if (count && box.scrollHeight > box.clientHeight + 1) box.dataset.below = `${count} more below ▾`;
  else delete box.dataset.below;
}
document.addEventListener("scroll", (event) => { if (event.target.matches?.(".more, .call--all .ways")) below(event.target); }, true);

export function shut() {
  open = "";
  $("#prompt")?.classList.remove("call--all");
  const more = $("#more");
  if (more) more.open = false;
  const ways = $("#ways");
  if (ways) { ways.scrollTop = 0; ways.scrollLeft = 0; }
}
export function openGroup(name) { open = open === name ? "" : name; }
export function toggleAll() { $("#prompt").classList.toggle("call--all"); $("#ways").scrollTop = 0; }
