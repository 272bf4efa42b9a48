/* A clock that stands while the page is not looked at, or while its box is pointed at or has the focus. */
export function clockOf(box, then) {
  let timer = 0, left = 0, began = 0;
  const here = () => document.querySelector(box);
  function run() {
    clearTimeout(timer);
    began = 0;
    const el = here();
    if (!left || !el || el.hidden || document.hidden || el.matches(":hover, :focus-within")) return;
    began = performance.now();
    timer = setTimeout(() => { left = 0; then(); }, left);
  }
  function halt() {
    clearTimeout(timer);
    if (began) left = Math.max(300, left - (performance.now() - began));
    began = 0;
  }
  document.addEventListener("visibilitychange", () => { if (document.hidden) halt(); else run(); });
  for (const [event, does] of [["pointerover", halt], ["focusin", halt], ["pointerout", () => setTimeout(run)], ["focusout", () => setTimeout(run)]])
    document.addEventListener(event, (e) => { if (left && e.target.closest?.(box)) does(); });
  return { start(time) { left = time; run(); }, stop() { left = 0; clearTimeout(timer); } };
}
