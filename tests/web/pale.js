// Every text in sight whose contrast with what lies under it is too little: 4.5, or 3 where it is large.
// Pictures are taken for transparent (axe-core says nothing where one lies under a text); gradients count with their palest end.
() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (said) => {
    if (!known.has(said)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = said;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(said, [r, g, b, a / 255]);
    }
    return known.get(said);
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((p) => (p /= 255) <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  const body = rgba(getComputedStyle(document.body).backgroundColor);
  // What lies under an element: its own ground and its ancestors', from the first that is opaque on.
  function grounds(el) {
    const layers = [], ends = [];
    for (let at = el; at; at = at.parentElement) {
      const css = getComputedStyle(at), colour = rgba(css.backgroundColor);
      const stops = at === document.body ? [] : css.backgroundImage.includes("gradient") && !css.maskImage.includes("url")
        ? css.backgroundImage.match(/(?:rgba?|color)\([^()]*\)/g) ?? [] : [];
      if (stops.length && !ends.length && !layers.some(([, , , a]) => a === 1)) ends.push(...stops.map(rgba).filter(([, , , a]) => a > 0.9));
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    const plain = layers.reduceRight((under, layer) => over(layer, under), body);
    return [plain, ...ends];
  }
  const opacity = (el) => { let all = 1; for (let at = el; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity); return all; };
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), el = walk.currentNode.parentElement;
    if (!text || !el || el.closest("svg, .sr, [hidden], script, style, option, [disabled], .is-off")) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect(), css = getComputedStyle(el);
    if (!box.width || !box.height || css.visibility !== "visible" || css.clipPath !== "none" || parseFloat(css.fontSize) === 0) continue;
    const colour = rgba(css.color), seen = opacity(el), size = parseFloat(css.fontSize), bold = Number(css.fontWeight) >= 600;
    if (colour[3] === 0 || seen < 0.05) continue;
    const least = size >= 24 || (size >= 18.66 && bold) ? 3 : 4.5;
    const worst = Math.min(...grounds(el).map((ground) => contrast(over([colour[0], colour[1], colour[2], colour[3] * seen], ground), ground)));
    if (worst < least - 0.01) found.add(`${worst.toFixed(2)} ${el.tagName.toLowerCase()}.${[...el.classList].join(".")} in ${el.parentElement?.className ?? ""} “${text.slice(0, 30)}”`);
  }
  return [...found].slice(0, 12).map((said) => "pale: " + said);
}
