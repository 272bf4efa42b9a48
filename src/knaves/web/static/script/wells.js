/* Many answers of one verb that name two things, all of them on the board: the sentence once, with a well for each thing. What
   was chosen on the board fills its well; a touch gives it back. An open well says how many there are. */
import { $, made } from "./page.js";
import { labelOf, thingsOf } from "./options.js";

const onBoard = (thing) => $(`#table [data-thing="${CSS.escape(thing)}"]`);
const plain = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/* Draws them over the chips; true if there are any. */
export function wells(ways, shown) {
  $(".wells", ways)?.remove();
  const words = ways.dataset.words?.split("|"), chosen = shown.filter((opt) => opt.matches(".is-chosen"));
  if (!words || !shown.length || !shown.every((opt) => thingsOf(opt).every(onBoard))) return false;
  const pattern = new RegExp(`^${words.map(plain).join("(.+)")}$`), list = chosen.length ? chosen : shown;
  const named = list.map((opt) => labelOf(opt).match(pattern));
  if (!named.every(Boolean)) return false;
  const row = made("span", "wells");
  words.forEach((word, at) => {
    if (word.trim()) row.append(made("span", "", word.trim()));
    if (at + 1 < words.length) row.append(well(list.map((opt) => thingsOf(opt)[at]), named[0][at + 1]));
  });
  ways.prepend(row);
  return true;
}
function well(things, name) {
  const kinds = new Set(things), kind = things[0].split(":")[0], full = kinds.size === 1;
  const button = made("button", full ? "well" : "well well--open", full ? name : `${kind} `);
  button.type = "button";
  if (full) button.dataset.holds = things[0];
  else button.append(made("b", "", String(kinds.size)));
  button.setAttribute("aria-label", full ? `${name}: give it back` : `${kinds.size} to choose from: ${kind}`);
  return button;
}
