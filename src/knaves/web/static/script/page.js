/* What every part of the script uses: finding elements, settings of this browser, toasts. */
export const $ = (sel, root = document) => root.querySelector(sel);
export const all = (sel, root = document) => [...root.querySelectorAll(sel)];
export const table = () => $("#table");
export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const small = matchMedia("(max-width: 899px)");

// A setting is a word: of a box to tick "yes" or "", of a list its value.
const USUAL = { sound: "yes", confirm: "final", pace: "normal", theme: "system" };
export const setting = {
  get: (name) => localStorage.getItem("knaves." + name) ?? USUAL[name] ?? "",
  set: (name, value) => localStorage.setItem("knaves." + name, value),
};

export function toast(text, bad) {
  const box = document.createElement("p");
  box.className = "toast" + (bad ? " toast--bad" : "");
  box.textContent = text;
  $("#toasts").append(box);
  setTimeout(() => box.remove(), bad ? 7000 : 3500);
}

export function made(tag, css, text = "") {
  const el = document.createElement(tag);
  el.className = css;
  el.textContent = text;
  return el;
}
