/* The script of Knaves, in parts. It sends what is clicked, keeps what is selected through a morph, lets pieces glide, and calls
   when it is your turn. Pages work without it: every option is a button of a form. */
import { settle } from "./motion.js";
import { look, toBottom } from "./live.js";
import { small } from "./page.js";
import { paint } from "./choosing.js";
import "./touching.js";
import "./keys.js";
import "./sheets.js";
import "./chips.js";
import "./finding.js";
import "./welcome.js";
import "./coach.js";
import "./coached.js";

document.documentElement.classList.add("scripted");
look();
settle();
toBottom();
for (const change of ["resize", "load"]) addEventListener(change, () => paint());
small.addEventListener("change", () => paint());
document.addEventListener("change", (event) => { if (event.target.matches(".tab")) paint(); });
document.fonts?.ready.then(() => paint());
