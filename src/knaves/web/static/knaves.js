/* The one script of Knaves. It sends what is clicked, keeps what is selected through a morph, lets pieces glide, and calls
   when it is your turn. Pages work without it: every option is a button of a form. */
(() => {
  "use strict";
  const $ = (sel, root = document) => root.querySelector(sel);
  const all = (sel, root = document) => [...root.querySelectorAll(sel)];
  const table = () => $("#table");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const touch = matchMedia("(pointer: coarse)");

  // ── Settings: kept in this browser ──────────────────────────────────
  const setting = {
    get: (name) => localStorage.getItem("knaves." + name) ?? (name === "sound" ? "yes" : ""),
    set: (name, on) => localStorage.setItem("knaves." + name, on ? "yes" : ""),
  };
  const confirmFirst = () => touch.matches || setting.get("confirm") === "yes";

  // ── Toasts ──────────────────────────────────────────────────────────
  function toast(text, bad) {
    const box = document.createElement("p");
    box.className = "toast" + (bad ? " toast--bad" : "");
    box.textContent = text;
    $("#toasts").append(box);
    setTimeout(() => box.remove(), bad ? 7000 : 3500);
  }

  // ── Sending: by the socket that is open, else by a form ─────────────
  let socket = null;
  function send({ option, options, ...rest }) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    let text = JSON.stringify(rest);   // an option goes as it came: its numbers may be larger than a script can count
    for (const [name, raw] of [["option", option], ["options", options]]) if (raw !== undefined) text = `${text.slice(0, -1)},"${name}":${raw}}`;
    socket.send(text);
    return true;
  }
  const NUMBERS = new Set(["seat", "seq", "answers", "target", "id", "times"]);
  function messageOf(form, submitter) {
    const message = {};
    for (const [key, value] of new FormData(form, submitter)) {
      if (key === "yes") message[key] = value === "true";
      else message[key] = NUMBERS.has(key) ? Number(value) : value;
    }
    return message;
  }
  let leaving = false;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    leaving = !table();
    if (!table() || !form.action.endsWith("/do")) return;
    if (form.id === "answers" && event.submitter && (isPick(event.submitter.value) || event.submitter.value === form.dataset.done && picks.length)) {
      event.preventDefault();
      if (isPick(event.submitter.value)) toggle(event.submitter.value);
      else confirmPicks();
      return;
    }
    if (form.id === "answers" && event.submitter && confirmFirst() && chosen !== event.submitter.value) {
      event.preventDefault();
      choose(event.submitter.value);
      return;
    }
    const message = messageOf(form, event.submitter);
    if (send(message)) {
      event.preventDefault();
      if (message.do === "answer") { settle(); picks = []; choose(null); }
      if (form.id === "chat") form.reset();
      const drop = form.closest("details");
      if (drop) drop.open = false;
    }
  });

  // ── Choosing: buttons act, things select ────────────────────────────
  let chosen = null;     // the option (as JSON) that the confirm button would send
  let held = [];         // things selected so far, where one thing is not enough to tell the option
  const options = () => all("#answers [name=option]");
  const labelOf = (opt) => ($("span", opt)?.firstChild ?? opt.lastChild).textContent;
  // Which things an option names: the form says of each verb which of its numbers are what ({"place": [[1, "item"], [2, "space"]]}).
  let kinds = {}, kindsText = "";
  function thingsOf(opt) {
    const text = opt.form.dataset.kinds ?? "{}";
    if (text !== kindsText) { kindsText = text; kinds = JSON.parse(text); }
    const [verb, ...numbers] = opt.value.slice(1, -1).split(",");
    return (kinds[verb.slice(1, -1)] ?? []).filter(([at]) => at <= numbers.length).map(([at, kind]) => kind + ":" + numbers[at - 1]);
  }

  // ── One confirmation: some of several things (toggled until there are enough), or an amount (a stepper) ──
  let picks = [];        // of a selection: the options (as JSON), in the order they were picked
  let touched = false;   // an amount was set by hand: Enter may confirm it
  let selecting = "";    // the ask that both belong to
  const selection = () => $("#answers[data-shape]")?.dataset;
  const numbersOf = (value) => value.slice(1, -1).split(",").slice(1);
  const verbed = (kind, value) => selection()?.shape === kind && value.startsWith(`["${selection().verb}",`);
  const isPick = (value) => verbed("some", value);
  const isAmount = (value) => verbed("amount", value);
  const amountOf = (value) => Number(numbersOf(value).at(-1));
  const amounts = () => options().filter((o) => isAmount(o.value)).sort((a, b) => amountOf(a.value) - amountOf(b.value));
  const count = () => Number(selection().picked) + picks.length;
  const ready = () => selection()?.shape === "some" && picks.length > 0 && count() >= Number(selection().least);
  function toggle(value) {
    const most = Number(selection().most), thing = numbersOf(value)[0];
    const given = picks.includes(value);
    picks = picks.filter((p) => numbersOf(p)[0] !== thing);   // of one thing, one way
    if (!given && count() >= most && Number(selection().picked) + 1 === most) picks = [];
    if (!given && count() >= most) toast(`${most} ${most === 1 ? "is" : "are"} chosen already: give one back first.`);
    else if (!given) picks.push(value);
    choose(null);
  }
  function confirmPicks() {
    const form = $("#answers"), done = form.dataset.done;
    const message = { ...messageOf(form), do: "answers", options: `[${[...picks, ...(done ? [done] : [])].join(",")}]` };
    settle();
    if (!send(message)) {
      const sent = document.createElement("form");
      Object.assign(sent, { method: "post", action: form.action, hidden: true });
      for (const [name, value] of Object.entries(message)) sent.append(Object.assign(document.createElement("input"), { name, value }));
      document.body.append(sent);
      sent.submit();
    }
  }
  function step(by) {
    const row = amounts(), at = row.findIndex((o) => o.value === chosen);
    const next = at < 0 ? row[0] : row[Math.max(0, Math.min(row.length - 1, at + by))];
    touched = true;
    choose(next.value);
    $("#amount").value = amountOf(next.value);
  }
  function paintSelection(go, note) {
    const shape = selection(), said = $("#tally");
    if (shape.shape === "amount") {
      const row = amounts(), box = $("#amount"), at = row.findIndex((o) => o.value === chosen);
      $("#stepper").hidden = false;
      $("#less").disabled = at === 0;
      $("#plus").disabled = at === row.length - 1;
      if (at >= 0 && document.activeElement !== box) box.value = amountOf(chosen);
      return;
    }
    const least = Number(shape.least), most = Number(shape.most), need = least - count();
    const state = need > 0 ? `choose ${need} more` : count() < most && count() ? `${count()} chosen, up to ${most}` : `${count()} chosen`;
    if (said && said.textContent !== `${said.dataset.tally}: ${state}`) said.textContent = `${said.dataset.tally}: ${state}`;
    $("#unpick").hidden = !picks.length;
    if ($("#undo")) $("#undo").hidden = picks.length > 0;
    if (chosen !== null || !go) return;
    go.disabled = !ready();
    go.textContent = need > 0 ? `${need} more to choose` : !picks.length ? "Choose" : `${shape.word} ${count() === 1 ? labelOf(options().find((o) => o.value === picks[0])) : count()}`;
    const last = options().find((o) => o.value === picks.at(-1));
    if (note && last) note.textContent = last.matches("[data-final], [data-final] *") ? "final: it cannot be taken back" : "can be taken back";
  }
  let running = 0;
  const halt = () => { clearTimeout(running); clearInterval(running); };
  document.addEventListener("pointerdown", (event) => {
    const by = { less: -1, plus: 1 }[event.target.id];
    halt();
    if (by) running = setTimeout(() => { running = setInterval(() => step(by), 125); }, 400);
  });
  for (const over of ["pointerup", "pointercancel", "blur"]) window.addEventListener(over, halt);

  function choose(value, things = []) {
    chosen = value;
    held = things;
    paint();
  }
  function paint() {
    const go = $("#do");
    const ask = selection() ? table()?.dataset.ask + selection().shape + selection().verb : "";
    if (ask !== selecting) { selecting = ask; picks = []; touched = false; }
    picks = picks.filter((p) => options().some((o) => o.value === p));
    const typing = document.activeElement?.id === "amount" && touched;
    if (chosen === null && !typing && selection()?.shape === "amount") chosen = amounts()[0]?.value ?? null;
    const list = options();
    const pick = list.find((o) => o.value === chosen);
    if (chosen !== null && !pick) chosen = null;
    for (const o of list) {
      o.classList.toggle("is-chosen", o === pick || picks.includes(o.value));
      o.hidden = isAmount(o.value) || held.length > 0 && !held.every((t) => thingsOf(o).includes(t));
    }
    const marked = new Set(pick ? thingsOf(pick) : held);
    for (const o of list) if (picks.includes(o.value)) for (const t of thingsOf(o)) marked.add(t);
    for (const el of all("[data-thing]")) {
      const on = marked.has(el.dataset.thing) && el.dataset.thing !== "";
      if (on && !el.classList.contains("is-chosen")) { el.classList.add("is-chosen"); el.dataset.painted = "yes"; }
      else if (!on && el.dataset.painted) { el.classList.remove("is-chosen"); delete el.dataset.painted; }
    }
    if (go) {
      go.disabled = !pick;
      go.textContent = pick ? labelOf(pick) : held.length ? "Choose one" : "Choose";
    }
    const note = $("#note");
    if (note && pick) note.textContent = pick.matches("[data-final], [data-final] *") ? "final: it cannot be taken back" : "can be taken back";
    if (selection()) paintSelection(go, note);
    const fold = list.find((o) => !o.hidden && held.length && (!pick || o === pick) && o.closest("details.asides"));
    if (fold) fold.closest("details").open = true;
    if (pick) pick.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function pickThing(el) {
    const thing = el.dataset.thing;
    const list = options();
    let things = held.includes(thing) ? held : [...held, thing];
    let fit = list.filter((o) => things.every((t) => thingsOf(o).includes(t)));
    if (!fit.length) { things = [thing]; fit = list.filter((o) => thingsOf(o).includes(thing)); }
    if (!fit.length) return whyNot(el);
    if (fit.length === 1) {
      if (isPick(fit[0].value)) return toggle(fit[0].value);
      if (chosen === fit[0].value) return act(fit[0].value);
      return choose(fit[0].value, things);
    }
    const exact = fit.filter((o) => thingsOf(o).length === things.length);   // "take A" beside "take A and B"
    if (exact.length === 1) {
      if (isPick(exact[0].value)) return toggle(exact[0].value);
      if (chosen === exact[0].value && held.includes(thing)) return act(chosen);
      return choose(exact[0].value, things);
    }
    choose(null, things);
    const first = fit[0];
    first.scrollIntoView({ block: "nearest" });
  }
  function act(value) {
    const opt = options().find((o) => o.value === value);
    if (!opt) return;
    if (isPick(value)) return toggle(value);
    const form = opt.form;
    const message = messageOf(form, opt);
    settle();
    choose(null);
    if (!send(message)) { form.requestSubmit(opt); }
  }
  document.addEventListener("click", (event) => {
    const target = event.target;
    if (target.id === "do") { if (chosen !== null) act(chosen); else if (ready()) confirmPicks(); return; }
    if (target.closest("#unpick")) { picks.pop(); choose(null); return; }
    if (target.id === "less" || target.id === "plus") { step(target.id === "plus" ? 1 : -1); return; }
    const thing = target.closest("[name=option]") ? null : target.closest("[data-thing]");   // a whole answer is a button, whatever it stands in
    if (thing && table()) {
      clearTimeout(hover);
      if (options().some((o) => thingsOf(o).includes(thing.dataset.thing))) pickThing(thing);
      else whyNot(thing);
      return;
    }
    const copy = target.closest("[data-copy]");
    if (copy) {
      const field = document.getElementById(copy.dataset.copy);
      field.select();
      (navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject())
        .then(() => toast("Copied."), () => document.execCommand("copy"));
    }
    if (!target.closest("details")) for (const open of all("details.tooldrop[open], details.clausebox[open], details.asides[open]")) open.open = false;
    hidePop();
  });

  // ── What is this: the words of a piece, on hover and with why-not ───
  const tellOf = (el) => el.dataset.tip ?? (el.matches("[aria-label]") ? el : el.querySelector("[aria-label]"))?.getAttribute("aria-label") ?? "";
  let hover = 0;
  document.addEventListener("pointerover", (event) => {
    clearTimeout(hover);
    const el = event.pointerType === "mouse" && event.target.closest?.("[data-thing]");
    if (!el) return;
    const told = tellOf(el);
    if (told) hover = setTimeout(() => { const pop = $("#pop"); if (pop && el.isConnected) { pop.replaceChildren(told); place(pop, el); } }, 350);
  });
  document.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse") { clearTimeout(hover); hidePop(); } });

  // ── Why not: on tap or on the keyboard, from the referee ────────────
  function hidePop() { const pop = $("#pop"); if (pop) pop.hidden = true; }
  async function whyNot(el) {
    const pop = $("#pop"), root = table();
    if (!pop || !root || !root.dataset.ask) return;
    const where = `/t/${root.dataset.table}/why?seat=${root.dataset.seat}&thing=${encodeURIComponent(el.dataset.thing)}`;
    const answer = await fetch(where, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const why = await answer.json();
    pop.replaceChildren();
    const head = document.createElement("b");
    const told = tellOf(el) || why.tell;
    head.textContent = told || (why.can ? "This answers the question" : "Not now");
    pop.append(head, (told && !why.can ? "Not now: " : "") + why.reason + " ");
    if (why.clause) {
      const chip = document.createElement("span");
      chip.className = "chip clause";
      chip.textContent = why.clause;
      pop.append(chip);
      if (why.text) pop.append(" ", why.text);
    }
    place(pop, el);
  }
  function place(pop, el) {
    pop.hidden = false;
    const at = el.getBoundingClientRect(), size = pop.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
    let top = at.top - size.height - 10;
    if (top < 8) top = Math.min(at.bottom + 10, innerHeight - size.height - 8);
    pop.style.left = left + "px";
    pop.style.top = top + "px";
  }

  // ── Keyboard: numbers, Enter, Escape, u, l, arrows in a replay ──────
  let typed = "", typing = 0;
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 }[event.key];
    if (steps && target.closest("#stepper")) { event.preventDefault(); step(steps); return; }
    if (event.key === "Enter" && target.id === "amount") { event.preventDefault(); if (chosen !== null) act(chosen); return; }
    if (event.key === "Escape" && target.id === "amount") target.blur();
    else if (target.matches("input:not([type=range]), textarea, select") || target.closest("dialog")) return;
    if (event.key === "Escape") { picks = []; choose(null); hidePop(); for (const d of all("details[open]")) d.open = false; return; }
    const slider = $("#slider");
    if (slider && target !== slider) {
      const step = { ArrowLeft: "#prev", ArrowRight: "#next", Home: "#first", End: "#last" }[event.key];
      if (step) { event.preventDefault(); $(step).click(); return; }
    }
    if (!table()) return;
    if ((event.key === "Enter" || event.key === " ") && target.matches("g[data-thing]")) {
      event.preventDefault();
      target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (steps && selection()?.shape === "amount" && "+-".includes(event.key)) {
      step(steps);
    } else if (event.key === "Enter" && chosen === null && ready() && !target.closest("a, summary, button:not([data-thing]):not(.opt)")) {
      event.preventDefault();
      confirmPicks();
    } else if (event.key === "Enter" && chosen !== null && (touched || !isAmount(chosen)) && !target.closest("a, summary, button:not([data-thing]):not(.opt)")) {
      event.preventDefault();
      act(chosen);
    } else if (/^[0-9]$/.test(event.key) && selection()?.shape === "amount") {
      $("#amount").focus();
      $("#amount").select();   // the key itself comes into the field
    } else if (/^[0-9]$/.test(event.key)) {
      const count = all("#answers [id^=opt-]").length;
      clearTimeout(typing);
      typed += event.key;
      const number = Number(typed);
      const opt = document.getElementById("opt-" + number);
      if (!opt) { typed = ""; return; }
      const more = number * 10 <= count;
      const now = () => { typed = ""; if (opt.matches("a")) opt.click(); else if (isPick(opt.value)) toggle(opt.value); else if (confirmFirst()) choose(opt.value); else act(opt.value); };
      if (more) { if (!isPick(opt.value ?? "")) choose(opt.value ?? null); typing = setTimeout(now, 700); } else now();
    } else if (event.key === "h") {
      $("#hint-next")?.click();
    } else if (event.key === "n") {
      $("#next-table")?.click();
    } else if (event.key === "u") {
      const undo = picks.length ? $("#unpick") : $("#undo-do");
      if (undo) undo.click();
    } else if (event.key === "c" || event.key === "/") {
      const say = $("#say");
      if (say) { event.preventDefault(); say.focus(); }
    } else if (event.key === "?") {
      const clause = $(".clausebox");
      if (clause) clause.open = !clause.open;
    } else if (event.key === "t") {
      const tabs = ["board", "you", "rivals", "log"];
      const at = tabs.findIndex((t) => $("#tab-" + t)?.checked);
      const next = $("#tab-" + tabs[(at + 1) % 4]);
      if (next) next.checked = true;
    }
  });

  // ── Sheets: a page with a form, laid over the table ─────────────────
  async function sheet(where, body) {
    const answer = await fetch(where, body && { method: "POST", body });
    const box = $("#lid");
    if (body && answer.redirected) { box.close(); toast("Offered."); return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = $("main", page);
    if (!answer.headers.get("content-type")?.startsWith("text/html") || !main) { toast("That did not come through; nothing has changed.", true); return; }
    main.removeAttribute("id");
    box.replaceChildren(main);
    if (!box.open) box.showModal();
  }
  document.addEventListener("click", (event) => {
    if (!$("#lid") || event.ctrlKey || event.metaKey) return;
    const link = event.target.closest("a[data-sheet]"), close = event.target.closest("#lid [data-close]");
    if (!link && !close) return;
    event.preventDefault();
    if (close) $("#lid").close();
    else sheet(link.href);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#lid form")) return;
    event.preventDefault();
    sheet(event.target.action, new URLSearchParams(new FormData(event.target)));
  });

  // ── A first game: what the hint speaks of ───────────────────────────
  function point() {
    const wanted = $("#hint")?.dataset.point ?? "";
    for (const el of all(".is-pointed")) el.classList.remove("is-pointed");
    const el = document.getElementById(wanted);
    el?.classList.add("is-pointed");
    return el;
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#hint-show")) return;
    const el = point();
    const tab = el?.closest("[data-tab]")?.dataset.tab.split(" ")[0];
    if (tab && $("#tab-" + tab)) $("#tab-" + tab).checked = true;
    el?.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
  });

  // ── Private notes: they stay in this browser ────────────────────────
  const NOTES = ["·", "✕", "?", "●"];
  const noteKey = (el) => `knaves.note.${table().dataset.table}.${table().dataset.seat}.${el.dataset.note}`;
  function notes() { for (const el of all("[data-note]")) el.textContent = localStorage.getItem(noteKey(el)) ?? "·"; }
  document.addEventListener("click", (event) => {
    const el = event.target.closest("[data-note]");
    if (!el) return;
    el.textContent = NOTES[(NOTES.indexOf(el.textContent) + 1) % NOTES.length];
    localStorage.setItem(noteKey(el), el.textContent);
  });

  // ── Since your last look ────────────────────────────────────────────
  let known = new Map();
  const placeOf = (el) => el.parentElement?.closest("[id]")?.id ?? "";
  function settle() { known = new Map(all("[data-thing]").map((el) => [el.id, placeOf(el)])); }
  function markNew() {
    for (const el of all("#board [data-thing], #towns [data-thing]")) {
      if (el.id && known.get(el.id) !== placeOf(el)) el.classList.add("is-new");
    }
  }

  // ── Motion: pieces glide, dice roll; never delays input ─────────────
  let before = new Map();
  const MOVES = "[data-thing][id], [data-glide][id]";
  function remember() {
    before = new Map();
    if (still.matches) return;
    for (const el of all(MOVES)) {
      const box = el.getBoundingClientRect();
      if (box.width) before.set(el.id, box);
    }
    for (const el of all("[data-die]")) before.set("die " + el.id, el.dataset.die);
  }
  function glide() {
    if (still.matches) return;
    for (const el of all(MOVES)) {
      const old = before.get(el.id), now = el.getBoundingClientRect();
      if (!now.width) continue;
      if (!old) {
        if (before.size && el.animate) el.animate([{ opacity: 0, transform: "scale(.85)" }, { opacity: 1, transform: "none" }], 260);
        continue;
      }
      const dx = old.left - now.left, dy = old.top - now.top;
      if (Math.abs(dx) + Math.abs(dy) < 3) continue;
      el.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 260, easing: "cubic-bezier(.2,.8,.2,1)" });
    }
    for (const el of all("[data-die]")) {
      if (before.get("die " + el.id) !== el.dataset.die) {
        el.animate([{ transform: "rotate(-220deg) scale(1.5)", opacity: 0.4 }, { transform: "rotate(24deg) scale(1.15)", opacity: 1, offset: 0.7 }, { transform: "none" }],
          { duration: 620, easing: "cubic-bezier(.2,.8,.2,1)" });
      }
    }
  }

  // ── Your call: title, icon, sound, notification ─────────────────────
  let called = "";
  function beep() {
    try {
      const ctx = new AudioContext();
      const gain = ctx.createGain();
      gain.gain.setValueAtTime(0.0001, ctx.currentTime);
      gain.gain.exponentialRampToValueAtTime(0.08, ctx.currentTime + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, ctx.currentTime + 0.5);
      gain.connect(ctx.destination);
      for (const [at, pitch] of [[0, 392], [0.14, 587]]) {
        const tone = ctx.createOscillator();
        tone.type = "triangle";
        tone.frequency.value = pitch;
        tone.connect(gain);
        tone.start(ctx.currentTime + at);
        tone.stop(ctx.currentTime + at + 0.3);
      }
    } catch { /* a browser without sound stays silent */ }
  }
  function call() {
    const root = table();
    if (!root || root.dataset.status === "past") return;
    const mine = root.dataset.call === "yes";
    document.title = (mine ? "(!) Your call · " : "") + root.dataset.title + " · Knaves";
    const icon = $("#favicon");
    const want = mine ? icon.href.replace("favicon.svg", "favicon-call.svg") : icon.href.replace("favicon-call.svg", "favicon.svg");
    if (icon.href !== want) icon.href = want;
    if (mine && !called) {
      if (setting.get("sound") === "yes" && (document.hidden || !document.hasFocus())) beep();
      if (setting.get("notify") === "yes" && document.hidden && "Notification" in window && Notification.permission === "granted") {
        new Notification("Your call · " + root.dataset.title, { body: root.dataset.prompt ?? "", tag: root.dataset.table });
      }
    }
    called = mine ? "yes" : "";
    if (root.dataset.status === "over" && $("#prompt a#opt-1") && root.dataset.seen !== "over") root.dataset.seen = "over";
  }

  // ── Clocks run down between pushes ──────────────────────────────────
  setInterval(() => {
    for (const el of all("[data-left]")) {
      const left = Math.max(0, Number(el.dataset.left) - 1);
      el.dataset.left = String(left);
      el.textContent = left >= 86400 ? Math.ceil(left / 86400) + " d" : Math.floor(left / 60) + ":" + String(Math.floor(left % 60)).padStart(2, "0");
    }
  }, 1000);

  // ── The socket: whole views come in, the morph keeps the nodes ──────
  function atBottom() { const box = $("#logbox"); return !box || box.scrollHeight - box.scrollTop - box.clientHeight < 60; }
  function toBottom() { const box = $("#logbox"); if (box) box.scrollTop = box.scrollHeight; }
  let follow = true, lost = false;
  document.addEventListener("htmx:ws:after:connection", (event) => {
    socket = event.detail.connection.socket;
    if (lost) toast("Back at the table.");
    lost = false;
  });
  document.addEventListener("htmx:ws:close", (event) => {
    socket = null;
    if (event.detail.reason === "closed" && !lost) { lost = true; toast("Connection lost, trying again", true); }
  });
  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const data = event.detail.message.data;
    if (typeof data === "string" && data.startsWith("{")) {
      const said = JSON.parse(data);
      if (said.go) { event.preventDefault(); location.href = said.go; return; }
      if (said.refused) toast(said.refused + (said.clause ? " (" + said.clause + ")" : ""), true);
      return;
    }
    if (!table() && data.startsWith('<div class="table')) {
      event.preventDefault();
      if (!leaving) location.reload();  // who is just sitting down is taken to the table by the answer to that
      return;
    }
    follow = atBottom();
    remember();
  });
  document.addEventListener("htmx:ws:after:message:incoming", (event) => {
    const data = event.detail.message.data;
    if (typeof data === "string" && data.startsWith("{")) return;
    paint();
    markNew();
    notes();
    glide();
    call();
    settings();
    point();
    if (follow) toBottom();
  });

  // ── Pages ───────────────────────────────────────────────────────────
  function settings() {
    for (const box of all("input[data-setting]")) box.checked = setting.get(box.dataset.setting) === "yes";
  }
  document.addEventListener("change", (event) => {
    const el = event.target;
    if (el.matches("input[data-setting]")) {
      setting.set(el.dataset.setting, el.checked);
      if (el.dataset.setting === "notify" && el.checked && "Notification" in window) Notification.requestPermission();
      if (el.dataset.setting === "sound" && el.checked) beep();
    }
    if (el.matches("input[data-into]") && el.files[0]) el.files[0].text().then((text) => { document.getElementById(el.dataset.into).value = text; });
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "amount") {
      const wanted = event.target.value.trim();
      touched = true;
      choose(amounts().find((o) => wanted !== "" && amountOf(o.value) === Number(wanted))?.value ?? null);
    }
    if (event.target.id === "slider") { clearTimeout(typing); typing = setTimeout(() => event.target.form.requestSubmit(), 250); }
    const find = event.target.closest("#find");
    if (find) {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of all("[data-find]")) row.hidden = !words.every((w) => row.textContent.toLowerCase().includes(w));
    }
  });
  document.addEventListener("DOMContentLoaded", () => { settings(); notes(); settle(); call(); toBottom(); paint(); point(); });
})();
