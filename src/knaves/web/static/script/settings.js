/* The settings of the menu: kept in this browser. */
import { $, all, setting } from "./page.js";
import { beep } from "./calling.js";

export function settings() {
  for (const box of all("input[data-setting]")) box.checked = setting.get(box.dataset.setting) === "yes";
  for (const list of all("select[data-setting]")) list.value = setting.get(list.dataset.setting);
}
document.addEventListener("change", (event) => {
  const el = event.target;
  if (el.matches("[data-setting]")) {
    const name = el.dataset.setting, value = el.matches("select") ? el.value : el.checked ? "yes" : "";
    setting.set(name, value);
    if (name === "notify" && value && "Notification" in window) Notification.requestPermission();
    if (name === "sound" && value) beep();
    settings();
  }
  if (el.matches("input[data-into]") && el.files[0]) el.files[0].text().then((text) => { document.getElementById(el.dataset.into).value = text; });
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("#open-settings")) return;
  settings();
  $("#settings").showModal();
});
