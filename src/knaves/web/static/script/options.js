/* The answers of the prompt, and what they name. */
import { $, all } from "./page.js";

export const options = () => all("#answers [name=option]");
const word = (opt) => $("span", opt) ?? opt;
/* In the prompt a label is shortened to what tells it from its neighbours (fit.js); this is the whole of it. */
export const labelOf = (opt) => opt.dataset.label ?? word(opt).textContent.trim();
export function say(opt, text) {
  const whole = labelOf(opt);
  if (word(opt).textContent !== text) { opt.dataset.label = whole; word(opt).textContent = text; }
}
export const isFinal = (opt) => opt.matches("[data-final], [data-final] *");

// Which things an option names: the form says of each verb which of its numbers are what ({"place": [[1, "item"], [2, "space"]]}).
let kinds = {}, kindsText = "";
export function thingsOf(opt) {
  const text = opt.form.dataset.kinds ?? "{}";
  if (text !== kindsText) { kindsText = text; kinds = JSON.parse(text); }
  const [verb, ...numbers] = opt.value.slice(1, -1).split(",");
  return (kinds[verb.slice(1, -1)] ?? []).filter(([at]) => at <= numbers.length).map(([at, kind]) => kind + ":" + numbers[at - 1]);
}
