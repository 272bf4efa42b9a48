/* Sending: by the socket that is open, else by a form. */
import { $, table } from "./page.js";

let socket = null;
export const use = (open) => { socket = open; };

export function send({ option, options, unless, ...rest }) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return false;
  let text = JSON.stringify(rest);   // an option goes as it came: its numbers may be larger than a script can count
  for (const [name, raw] of [["option", option], ["options", options], ["unless", unless]]) if (raw !== undefined) text = `${text.slice(0, -1)},"${name}":${raw}}`;
  socket.send(text);
  return true;
}

const NUMBERS = new Set(["seat", "seq", "answers", "target", "id", "times"]);
export function messageOf(form, submitter) {
  const message = {};
  for (const [key, value] of new FormData(form, submitter)) {
    if (key === "yes") message[key] = value === "true";
    else message[key] = NUMBERS.has(key) ? Number(value) : value;
  }
  return message;
}

/* Several answers at once, where no socket is open: a form of its own. */
export function post(action, message) {
  const sent = document.createElement("form");
  Object.assign(sent, { method: "post", action, hidden: true });
  for (const [name, value] of Object.entries(message)) sent.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(sent);
  sent.submit();
}

let leaving = false;
export const isLeaving = () => leaving;
document.addEventListener("submit", () => { leaving = !table(); }, true);

/* Forms of a table that answer no prompt: talk, undo, hints, orders. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!table() || !form.action.endsWith("/do") || form.id === "answers" || form.closest("#lid") || !send(messageOf(form, event.submitter))) return;
  event.preventDefault();
  if (form.id === "chat") form.reset();
  const drop = form.closest("details");
  if (drop) drop.open = false;
  if (form.id === "undo") $("#undo-do").disabled = true;
});
