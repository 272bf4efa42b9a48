/* What pages around the table do beyond forms: copy, share, count down, say where one would sit. All of them work without. */
(() => {
  "use strict";
  const $ = (sel, root = document) => root.querySelector(sel);
  const all = (sel, root = document) => [...root.querySelectorAll(sel)];
  function say(text) {
    const box = Object.assign(document.createElement("p"), { className: "toast", textContent: text });
    $("#toasts")?.append(box);
    setTimeout(() => box.remove(), 3000);
  }

  // ── Copy and share ──────────────────────────────────────────────────
  document.addEventListener("click", async (event) => {
    const take = event.target.closest("[data-take]"), share = event.target.closest("[data-share]");
    if (take) {
      const source = document.getElementById(take.dataset.take);
      try {
        await navigator.clipboard.writeText(take.dataset.text ?? source.textContent);
        say("Copied.");
      } catch {   // without https a page may not copy: select it, and the keyboard does
        getSelection().selectAllChildren(source);
        say("Selected: copy it with the keyboard.");
      }
    }
    if (share) navigator.share({ title: share.dataset.title, url: share.dataset.share }).catch(() => {});
  });
  const shares = () => { if (navigator.share) for (const el of all("[data-share]")) el.hidden = false; };

  // ── Joining: where one would sit, in words ──────────────────────────
  function sitting() {
    const line = $("#sitting"), name = $("#name")?.value.trim(), chair = $("input[name=seat]:checked");
    if (!line || !chair) return;
    const taken = name && all(".stool--taken b").some((other) => other.textContent.toLowerCase() === name.toLowerCase());
    line.textContent = `Sit on ${chair.dataset.letter}${name ? " as " + name : ""}${taken ? " " + chair.dataset.letter : ""}?${taken ? ` There is a ${name} already.` : ""}`;
  }
  document.addEventListener("input", sitting);
  /* Whoever waits in the lobby sees who is coming, and the name as it is typed. */
  function joining() {
    const form = $(".joinpage[data-joins]");
    if (!form) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/t/${form.dataset.joins}/live`);
    let timer = 0, said = "";
    const tell = () => {
      timer = 0;
      const now = JSON.stringify({ joining: $("#name").value, seat: Number($("input[name=seat]:checked")?.value ?? -1) });
      if (now !== said && socket.readyState === WebSocket.OPEN) { said = now; socket.send(now); }
    };
    socket.addEventListener("open", tell);
    form.addEventListener("input", () => { timer ||= setTimeout(tell, 500); });
  }

  // ── The code of a seat runs out ─────────────────────────────────────
  function countDown() {
    const bar = $("#ttl");
    if (!bar) return;
    const began = Date.now(), whole = Number(bar.max);
    const tick = setInterval(() => {
      const left = Math.max(0, Math.round(whole - (Date.now() - began) / 1000));
      bar.value = left;
      $("#ttl-left").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (!left) { clearInterval(tick); $("#code").textContent = "too old"; }
      else if (left % 3 === 0 && !document.hidden) carried(tick);
    }, 1000);
  }
  async function carried(tick) {
    const shown = $("#code");
    const answer = await fetch(`/t/${shown.dataset.table}/carried?mark=${shown.dataset.mark}`).catch(() => null);
    if (!answer?.ok || !(await answer.json()).carried) return;
    clearInterval(tick);
    shown.textContent = "carried over";
    $("#ttl-left").parentElement.textContent = "The other device is in your chair, too.";
  }
  // ── Welcome back: stays until it is put away; a digest after a long absence ──
  const NIGHT = 6 * 3600 * 1000;
  function putAway() { $("#welcome")?.remove(); }
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#welcome-x, #play-on")) return;
    event.preventDefault();
    putAway();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") putAway(); });
  const seenKey = () => { const root = $("#table")?.dataset; return root && root.seat !== "none" ? `knaves.seen.${root.table}.${root.seat}` : ""; };
  function seen() {
    if (seenKey() && !document.hidden) localStorage.setItem(seenKey(), JSON.stringify({ seq: Number($("#table").dataset.seq), at: Date.now() }));
  }
  async function digest() {
    const kept = seenKey() && JSON.parse(localStorage.getItem(seenKey()) ?? "null"), root = $("#table")?.dataset;
    if (kept && !$("#welcome") && Date.now() - kept.at > NIGHT && Number(root.seq) > kept.seq) {
      const answer = await fetch(`/t/${root.table}/recap?seat=${root.seat}&since=${kept.seq}`);
      if (answer.ok) document.body.insertAdjacentHTML("beforeend", await answer.text());
    }
    $("#welcome")?.focus();
    seen();
  }
  document.addEventListener("visibilitychange", seen);
  document.addEventListener("htmx:ws:after:message:incoming", seen);

  // ── Where I am waited for: the title, the badge of the app, and the list of my tables ──
  let known = "";
  async function count() {
    if (document.hidden || !($("#my-tables") || navigator.setAppBadge)) return;
    const answer = await fetch("/tables.json").catch(() => null);
    if (!answer?.ok) return;
    const told = await answer.json();
    if (navigator.setAppBadge) (told.waiting ? navigator.setAppBadge(told.waiting) : navigator.clearAppBadge()).catch(() => {});
    const list = $("#my-tables");
    if (!list) return;
    document.title = (told.waiting ? `(${told.waiting}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    if (known && known !== told.state && list.dataset.polled) {
      const page = new DOMParser().parseFromString(await (await fetch(list.dataset.polled)).text(), "text/html");
      list.replaceChildren(...$("#my-tables", page).childNodes);
    }
    known = told.state;
  }
  document.addEventListener("keydown", (event) => { if (event.key === "n" && !$("#table") && !event.target.matches("input, textarea")) $("#next-table")?.click(); });

  // ── Messages when the page is closed: asked for by seat ─────────────
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  async function pushes() {
    const box = $("[data-push]");
    if (!box || !("PushManager" in window) || !navigator.serviceWorker) return;
    const { key } = await (await fetch("/push-key")).json();
    if (!key) return;
    const root = $("#table").dataset, kept = `knaves.push.${root.table}.${root.seat}`;
    box.closest("label").hidden = false;
    box.checked = localStorage.getItem(kept) === "yes";
    box.addEventListener("change", async () => {
      try {
        const worker = await navigator.serviceWorker.ready;
        const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
        const answer = await fetch(`/t/${root.table}/push`, { method: "POST", body: JSON.stringify({ seat: root.seat, on: box.checked, subscription: subscription.toJSON() }) });
        if (!answer.ok) throw new Error();
        localStorage.setItem(kept, box.checked ? "yes" : "");
        say(box.checked ? "You will be told when it is your call." : "No more messages.");
      } catch { box.checked = !box.checked; say("This browser does not want that."); }
    });
  }
  if (navigator.serviceWorker && isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
  /* Pushed: something changed at one of my tables. What only time changes ("for 4 min") is asked for each minute. */
  function follow() {
    if (!$("#my-tables[data-polled]")) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/tables/live`);
    socket.addEventListener("message", count);
    socket.addEventListener("close", () => setTimeout(() => { follow(); count(); }, 5000));
  }
  setInterval(count, 60000);

  document.addEventListener("DOMContentLoaded", () => { count(); pushes(); shares(); sitting(); countDown(); digest(); joining(); follow(); });
})();
