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
    if (line && chair) line.textContent = `Sit on ${chair.dataset.letter}${name ? " as " + name : ""}?`;
  }
  document.addEventListener("input", sitting);

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
    }, 1000);
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

  document.addEventListener("DOMContentLoaded", () => { shares(); sitting(); countDown(); digest(); });
})();
