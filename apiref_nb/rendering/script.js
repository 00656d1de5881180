(() => {
  document.documentElement.classList.add("apiref-scripted");
  if (window.apirefListens) return;
  window.apirefListens = true;
  const say = (button, words) => {
    const before = button.dataset.words || (button.dataset.words = button.textContent);
    button.textContent = words;
    clearTimeout(button.apirefTimer);
    button.apirefTimer = setTimeout(() => { button.textContent = before; }, 1600);
  };
  const copy = async (text) => {
    try { await navigator.clipboard.writeText(text); return true; } catch { /* an insecure page has no clipboard */ }
    const area = document.createElement("textarea");
    area.value = text;
    area.style.cssText = "position:fixed;opacity:0";
    document.body.append(area);
    area.select();
    try { return document.execCommand("copy"); } finally { area.remove(); }
  };
  const unpack = async (source) => {
    if (source.type === "application/json") return new Blob([source.textContent], { type: "application/json" });
    const bytes = Uint8Array.from(atob(source.textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Blob([await new Response(stream).arrayBuffer()], { type: "application/json" });
  };
  // A copy button is made when a reader comes near the code, by pointer or by keyboard.
  const offer = (event) => {
    const code = event.target instanceof Element && event.target.closest(".apiref pre.ar-code");
    const pane = code && code.closest(".ar-pane, .ar-panel");
    if (!pane || pane.querySelector(":scope > .ar-copy")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ar-copy";
    button.textContent = "Copy";
    pane.append(button);
  };
  document.addEventListener("pointerover", offer);
  document.addEventListener("focusin", offer);
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element && event.target.closest(".apiref :is(.ar-copy, .ar-download)");
    if (!button) return;
    if (button.classList.contains("ar-copy")) {
      const code = button.parentElement?.querySelector("pre.ar-code");
      if (code) say(button, (await copy(code.textContent)) ? "Copied" : "Press Ctrl+C");
      return;
    }
    const source = button.closest(".apiref")?.querySelector("script.apiref-collection");
    if (!source) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await unpack(source));
    link.download = button.title || "collection.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(button, "Saved");
  });
})();
