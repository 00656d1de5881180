(() => {
  document.documentElement.classList.add("apiref-scripted");
  // Landmarks have names that differ, also where one document is shown twice.
  setTimeout(() => {
    const names = new Map();
    for (const toc of document.querySelectorAll(".apiref .ar-toc")) {
      const name = toc.apirefName ??= toc.getAttribute("aria-label") || "", count = (names.get(name) || 0) + 1;
      names.set(name, count);
      if (count > 1) toc.setAttribute("aria-label", `${name} (${count})`);
    }
  }, 100);
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
    // What stands in many places is there once, and then as its number.
    const made = [];
    for (const part of (await new Response(stream).text()).split("\u0001"))
      made.push(part[0] === "\u0002" ? made[part.slice(1)] : part);
    return new Blob(made, { type: "application/json" });
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
  // A large reference leaves the colours of its code to the browser: ranges of what is drawn, and not one element.
  const colours = window.Highlight && ["key", "text", "value"].map((name) => {
    if (!CSS.highlights.has(`apiref-${name}`)) CSS.highlights.set(`apiref-${name}`, new Highlight());
    return CSS.highlights.get(`apiref-${name}`);
  });
  // How a text begins -> its keys, its strings, its other values.
  const grammars = [
    [/^\s*[[{]/, /("(?:[^"\\\n]|\\.)*")(?=\s{0,40}:)|("(?:[^"\\\n]|\\.)*")|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b)/g],
    [/^curl /, /(^$)|('[^']*'|"(?:[^"\\]|\\.)*")/g],
    [/^(?:import|from|const|await|async) /, /(^$)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(\b(?:import|from|as|with|for|in|const|let|await|async|new|of|True|False|None|true|false|null|\d+(?:\.\d+)?)\b)/g],
  ];
  const coloured = (card, drawn) => {
    for (const code of card.querySelectorAll("pre.ar-code")) {
      const held = code.firstChild;
      for (const [colour, range] of code.apirefRanges || []) colour.delete(range);
      code.apirefRanges = [];
      const words = drawn && !code.firstElementChild && held?.data?.length < 60000 && grammars.find(([begins]) => begins.test(held.data))?.[1];
      for (const found of words ? held.data.matchAll(words) : []) {
        const colour = colours[found[1] ? 0 : found[2] ? 1 : 2], startOffset = found.index, endOffset = startOffset + found[0].length;
        const range = new StaticRange({ startContainer: held, startOffset, endContainer: held, endOffset });
        colour.add(range);
        code.apirefRanges.push([colour, range]);
      }
    }
  };
  if (colours) {
    document.addEventListener("contentvisibilityautostatechange", ({ target, skipped }) => {
      if (target.matches(".apiref .ar-listed")) coloured(target, !skipped);
    });
    // What was drawn before this script came.
    setTimeout(() => {
      for (const card of document.querySelectorAll(".apiref .ar-listed"))
        if (card.checkVisibility({ contentVisibilityAuto: true }) && card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })) coloured(card, true);
    });
  }
  // Of a row of tabs one is open.
  const turned = ({ target }) => {
    if (!target.open || !target.parentElement?.matches(".apiref .ar-tabs")) return;
    for (const other of target.parentElement.children) if (other !== target) other.open = false;
  };
  // The filter of the contents: groups open around what matches, and go back to how they were when it is emptied.
  const filter = (input) => {
    const toc = input.parentElement;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of toc.querySelectorAll(":scope > details")) {
      const title = group.querySelector("summary").textContent.toLowerCase();
      let here = 0;
      for (const item of group.querySelectorAll("li")) {
        const link = item.firstElementChild;
        const text = [title, link.title, link.textContent].join(" ").toLowerCase();
        const fits = words.every((word) => text.includes(word));
        item.classList.toggle("ar-out", !fits);
        here += fits;
      }
      if (group.dataset.open === undefined) group.dataset.open = group.open ? "1" : "";
      group.classList.toggle("ar-out", !here);
      group.lastElementChild.style.containIntrinsicBlockSize = `auto ${here * 30}px`;
      group.open = words.length ? here > 0 : group.dataset.open === "1";
      if (!words.length) delete group.dataset.open;
      found += here;
    }
    toc.classList.toggle("ar-filtered", words.length > 0);
    toc.classList.toggle("ar-nothing", !found);
  };
  const typed = (event) => {
    const input = event.target instanceof Element && event.target.closest(".apiref .ar-filter");
    if (!input) return;
    if (event.type === "input") filter(input);
    else if (event.key === "Enter") input.parentElement.querySelector("li:not(.ar-out) > a")?.click();
    else if (event.key === "Escape") { input.value = ""; filter(input); }
  };
  // Live views: hints belong to their fields, replies are read out, and a kernel that does not answer is told of.
  let hints = 0;
  const describe = (event) => {
    const field = event.target instanceof Element && event.target.closest(".apiref-live :is(input, select, textarea)");
    const view = event.target instanceof Element && event.target.closest(".apiref-live");
    if (!view) return;
    for (const said of view.querySelectorAll(".ar-says > .widget-html-content")) said.setAttribute("aria-live", "polite");
    // JupyterLab's shortcuts would take the arrow keys of a list.
    if (field?.tagName === "SELECT") field.dataset.lmSuppressShortcuts = "true";
    const hint = field && field.closest(".ar-field")?.querySelector(".ar-hintbox .ar-hint");
    if (!hint) return;
    hint.id = hint.id || `ar-hint-${++hints}`;
    field.setAttribute("aria-describedby", hint.id);
    field.setAttribute("aria-required", String(Boolean(field.closest(".ar-required-field"))));
    field.setAttribute("aria-invalid", String(Boolean(field.closest(".ar-invalid"))));
  };
  const sent = (event) => {
    const pressed = event.type === "click" ? ".ar-send" : ".ar-form input";
    const view = event.target instanceof Element && event.target.closest(pressed)?.closest(".apiref-live");
    if (!view || (event.type === "keydown" && event.key !== "Enter") || view.apirefWaits) return;
    view.apirefWaits = true;
    const heard = new MutationObserver(() => answered());
    const timer = setTimeout(() => { view.apirefWaits = false; view.classList.add("ar-unanswered"); }, 3000);
    const answered = () => {
      heard.disconnect();
      clearTimeout(timer);
      view.apirefWaits = false;
      view.classList.remove("ar-unanswered");
    };
    heard.observe(view, { childList: true, characterData: true, subtree: true, attributeFilter: ["disabled"] });
  };
  document.addEventListener("focusin", describe);
  document.addEventListener("click", sent, true);
  document.addEventListener("keydown", sent, true);
  // Links within an output lead to their target in the same output, though another one may hold the same ids. Cards that
  // were never drawn have guessed heights: a jump is made again until what it leads to stays where it is.
  const places = [];
  const within = (root, id) => id && root?.querySelector(`[id="${CSS.escape(id)}"]`);
  const topOf = (one) => one.getBoundingClientRect().top;
  const steadily = (one, move) => {
    const start = performance.now();
    let last = NaN, steady = 0, ended = false;
    const stop = () => { ended = true; };
    addEventListener("wheel", stop, { once: true, passive: true });
    const step = () => {
      if (ended || !one.isConnected) return;
      move();
      const top = topOf(one);
      steady = Math.abs(top - last) < 1 ? steady + 1 : 0;
      last = top;
      const spent = performance.now() - start;
      if ((steady < 6 || spent < 300) && spent < 3000) requestAnimationFrame(step);
      else removeEventListener("wheel", stop);
    };
    step();
  };
  const land = (target) => {
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.tabIndex = target.tabIndex < 0 ? -1 : target.tabIndex;
    target.focus({ preventScroll: true });
    const panes = target.closest(".ar-panes"), pane = panes?.scrollHeight > panes?.clientHeight + 1 ? panes : null;
    steadily(target, () => {
      if (pane) {
        pane.scrollTop += topOf(target) - topOf(pane) - 10;
        pane.scrollIntoView({ block: pane.clientHeight < innerHeight * .85 ? "nearest" : "start", behavior: "instant" });
      } else target.scrollIntoView({ block: "start", behavior: "instant" });
    });
  };
  // What scrolls around an element, from the inside out.
  const scrolled = (element) => {
    const found = [];
    for (let one = element.parentElement; one; one = one.parentElement) if (one.scrollTop) found.push([one, one.scrollTop]);
    return found;
  };
  // The card at the top of what is seen of an output.
  const cardAt = (root) => {
    const box = root.getBoundingClientRect(), top = Math.max(box.top, 0) + 24, left = box.right - 40;
    return document.elementsFromPoint(left, top).concat(document.elementsFromPoint(left, top + 40))
      .map((one) => one.closest(".ar-op[id]")).find((one) => one && root.contains(one));
  };
  const follow = (event) => {
    const link = event.target instanceof Element && event.target.closest('.apiref a[href^="#"]');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const root = link.closest(".apiref"), id = decodeURIComponent(link.hash.slice(1)), target = within(root, id);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    // Back leads to what the reader had in view: heights of cards that are drawn later change what a distance means.
    const held = link.closest(".ar-op") ? link : cardAt(root) || link;
    const came = { apirefPlace: places.push([link, scrolled(link), held, topOf(held), scrolled(held)[0]?.[0]]) - 1 };
    try {
      history.replaceState({ ...history.state, ...came }, "");
      history.pushState({ apirefPlace: -1 }, "", link.closest(".jp-NotebookPanel") ? undefined : `#${id}`);
    } catch { /* a frame without an address has no history */ }
    land(target);
  };
  addEventListener("popstate", (event) => {
    const place = places[event.state?.apirefPlace];
    if (!place) return;
    const [link, tops, held, top, around] = place, fold = link.closest("details");
    if (fold) fold.open = true;
    link.focus({ preventScroll: true });
    steadily(held, () => {
      for (const [one, was] of tops) one.scrollTop = was;
      if (around) around.scrollTop += topOf(held) - top;
    });
  });
  // The contents say where the reader is. Where they stand beside the cards, the group around it is open for as long as
  // the reader stays in it.
  const show = (toc, link) => {
    if (toc.scrollHeight <= toc.clientHeight + 4 || !link.checkVisibility()) return;
    const at = link.getBoundingClientRect(), box = toc.getBoundingClientRect();
    if (at.top < box.top + 60 || at.bottom > box.bottom - 20) toc.scrollTop += at.top - box.top - box.height / 3;
  };
  const enter = (toc, link) => {
    const group = link.closest("details"), left = toc.apirefEntered;
    if (!link.hasAttribute("aria-current") || group === left?.group || toc.classList.contains("ar-filtered")) return;
    if (getComputedStyle(toc).position === "static") return;
    toc.apirefEntered = { group, opens: !group.open };
    const before = topOf(group);
    group.open = true;
    if (left?.opens && !left.group.lastElementChild.contains(document.activeElement)) left.group.open = false;
    toc.scrollTop += topOf(group) - before;
    show(toc, link);
  };
  let marking = false;
  const mark = () => {
    marking = false;
    for (const panes of document.querySelectorAll(".apiref > .ar-indexed")) {
      const toc = panes.querySelector(":scope > .ar-toc"), box = panes.getBoundingClientRect();
      if (box.bottom < 0 || box.top > innerHeight) continue;
      const card = cardAt(panes);
      const now = card && toc.querySelector(`a[href="#${card.id}"]`), was = toc.querySelector("[aria-current]");
      if (!card || now === was) continue;
      was?.removeAttribute("aria-current");
      if (!now) continue;
      now.setAttribute("aria-current", "location");
      show(toc, now);
      clearTimeout(toc.apirefTimer);
      toc.apirefTimer = setTimeout(enter, 250, toc, now);
    }
  };
  document.addEventListener("scroll", () => {
    if (!marking) { marking = true; requestAnimationFrame(mark); }
  }, { capture: true, passive: true });
  document.addEventListener("click", follow, true);
  const named = within(document.querySelector(".apiref"), decodeURIComponent(location.hash.slice(1)));
  if (named) land(named);
  document.addEventListener("toggle", turned, true);
  document.addEventListener("input", typed);
  document.addEventListener("keydown", typed);
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
