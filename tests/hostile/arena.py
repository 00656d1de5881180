"""A browser page in which HTML may do its worst, and four ways of noticing that it did.

Dialogs are locked and counted; a hook that payloads call is counted; a content security policy in report-only mode
reports whatever it would have stopped; every network request but the page itself is aborted and counted; and what
stands in the page afterwards is held against a list of elements and attributes. Nothing here trusts the renderer.
"""

# ruff: noqa: E501 - a table of hostile values or a program for the browser reads better unbroken

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from apiref_nb.writing.html import page_script

ORIGIN = "http://arena.test/"
OWN_POLICY = re.compile(r'<meta http-equiv=Content-Security-Policy content="[^"]*">')

ELEMENTS = {
    "div", "span", "p", "h1", "h2", "h3", "h4", "b", "i", "em", "s", "var", "strong", "code", "pre", "bdi", "blockquote",
    "ul", "ol",
    "li", "table", "thead", "tbody", "tr", "th", "td", "hr", "br", "wbr", "a", "details", "summary", "button", "dl", "dt", "dd",
    "style", "script", "nav", "section", "input",
}  # fmt: skip
ATTRIBUTES = {
    "class", "id", "href", "title", "open", "start", "name", "style", "role", "tabindex", "type", "rel", "target", "dir", "lang",
    "aria-label", "aria-level", "aria-hidden", "aria-live", "placeholder", "scope",
}  # fmt: skip

_SETUP = """(() => {
    const seen = { dialogs: [], fired: 0, violations: [] };
    Object.defineProperty(window, "__seen", { value: seen });
    Object.defineProperty(window, "__fire", { value: () => { seen.fired += 1; return "fired"; } });
    for (const name of ["alert", "confirm", "prompt", "print", "open"]) {
        Object.defineProperty(window, name, { value: (said) => { seen.dialogs.push(name + ": " + said); return null; } });
    }
    window.addEventListener("securitypolicyviolation", (event) => {
        seen.violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample);
    }, true);
})();"""

# What an output area of JupyterLab does with trusted HTML: inner HTML, then each script made anew so that it runs.
_INSERT = """(outputs) => {
    for (const html of outputs) {
        const host = document.createElement("div");
        host.className = "arena-output";
        host.innerHTML = html;
        document.querySelector("main").append(host);
        for (const old of host.querySelectorAll("script")) {
            const made = document.createElement("script");
            for (const { name, value } of old.attributes) { try { made.setAttribute(name, value); } catch { /* odd name */ } }
            made.textContent = old.textContent;
            old.replaceWith(made);
        }
    }
}"""

# Events that a reader causes; what listens for one is run by it, whatever its element looks like.
_STIR = """() => new Promise((resolve) => {
    const within = document.querySelector(".apiref") ? document.querySelectorAll(".apiref *") : document.querySelectorAll("main *");
    for (const element of within) {
        if ([...element.attributes].some(({ name }) => name.startsWith("on"))) {
            for (const kind of ["pointerover", "mouseover", "focus", "click"]) element.dispatchEvent(new Event(kind));
        }
    }
    // A request of our own comes after all that the page had to ask for by now.
    const last = new Image();
    last.onload = last.onerror = () => requestAnimationFrame(() => setTimeout(resolve, 0));
    last.src = "/arena-sentinel";
})"""

_INVENTORY = """([elements, attributes, script]) => {
    const found = [], known = new Set(elements), allowed = new Set(attributes),
        ours = /^(ar-[a-z0-9-]+|apiref(-[a-z]+)?|(tex2jax|mathjax)_ignore)$/;
    const link = /^(https?:\\/\\/|mailto:|#[A-Za-z][\\w-]*$)/i;
    const walk = (root) => { for (const element of root.querySelectorAll("*")) {
        if (element.matches("main > .arena-output, .ar-copy")) continue;
        const tag = element.localName;
        const note = (what) => found.push(tag + " " + what);
        if (!known.has(tag) || element.namespaceURI !== "http://www.w3.org/1999/xhtml") { note("element"); continue; }
        if (element.shadowRoot) note("shadow root");
        for (const { name, value } of element.attributes) {
            if (!allowed.has(name)) note("attribute " + name);
            if (name === "href" && !link.test(value)) note("href " + value);
            if (name === "href" && /^https?:/i.test(value) && URL.canParse(value) && (new URL(value).username || new URL(value).password)) note("user " + value);
            // The pet store's cards take the font of JupyterLab's code.
            if (name === "style" && /url|expression|@|\\\\|position|var\\(/i.test(value.replaceAll("var(--jp-code-font-family,", "("))) note("style " + value);
            if (name === "class") for (const word of element.classList) if (!ours.test(word)) note("class " + word);
            if ((name === "id" || name === "name") && !/^a(r|piref)[a-z0-9-]+$/.test(value)) note(name + " " + value);
            if (name === "target" && value !== "_blank") note("target " + value);
            if (name === "dir" && !/^(auto|ltr|rtl)$/.test(value)) note("dir " + value);
            if (/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/.test(value)) note("unseen in " + name);
        }
        if (tag === "script" && !(element.textContent === script && !element.type)
            && !/^application\\/(json|gzip)$/.test(element.type)) note("script " + element.textContent.slice(0, 60));
        if (tag === "a" && element.target && !/noopener|noreferrer/.test(element.rel)) note("opener");
    } };
    walk(document.querySelector("main"));
    // The collection inside a page is data that nobody sees; it keeps the document's own characters.
    const words = [...document.querySelectorAll("main .apiref :not(script, style)")].map((element) =>
        [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("")).join("");
    if (/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\u200b\\ufeff]/.test(words)) found.push("unseen characters");
    return found.slice(0, 40);
}"""


@dataclass
class Findings:
    """What the detectors noticed on one page; all empty when nothing happened."""

    dialogs: list[str] = field(default_factory=list)
    fired: int = 0
    violations: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    """Elements, attributes and values that are on no list."""

    def __bool__(self) -> bool:
        return bool(self.dialogs or self.fired or self.violations or self.requests or self.strangers)


class Arena:
    """One tab in which pages are made and watched.

    Args:
        context: a fresh profile.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._script = page_script().removeprefix("<script>").removesuffix("</script>")
        digest = b64encode(sha256(self._script.encode()).digest()).decode()
        # Scripts: ours alone, by its hash. Styles are ours too, and draw their icons from data; nothing else is loaded.
        self._policy = (
            f"default-src 'none'; script-src 'sha256-{digest}' 'report-sample'; style-src 'unsafe-inline'; "
            f"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-src 'none'"
        )
        self._body, self._served = "", False
        self._asked: list[str] = []
        context.add_init_script(_SETUP)
        context.route("**/*", self._judge)
        self.page: Page = context.new_page()
        self._dialogs: list[str] = []
        self.page.on("dialog", self._dismiss)
        context.on("page", lambda page: self._asked.append(f"window {page.url}") if page != self.page else None)

    def _dismiss(self, dialog: Any) -> None:
        self._dialogs.append(dialog.message)
        dialog.dismiss()

    def _judge(self, route: Route) -> None:
        url = route.request.url
        if url == ORIGIN and not self._served:
            self._served = True
            headers = {"Content-Security-Policy-Report-Only": self._policy, "Content-Type": "text/html; charset=utf-8"}
            route.fulfill(body=self._body.encode("utf-8", "surrogatepass"), headers=headers)
            return
        if url != f"{ORIGIN}arena-sentinel":
            self._asked.append(url)
        route.abort()

    def _open(self, body: str) -> None:
        self._body, self._served = body, False
        self._asked.clear()
        self._dialogs.clear()
        self.page.goto(ORIGIN, wait_until="domcontentloaded")

    def inserted(self, outputs: Sequence[str]) -> Findings:
        """Show fragments as JupyterLab shows trusted ones, and return what happened."""
        self._open("<!DOCTYPE html><title>arena</title><main></main>")
        self.page.evaluate(_INSERT, list(outputs))
        return self._findings()

    def opened(self, page: str) -> Findings:
        """Show a whole page that has a `main`, and return what happened.

        A page's own policy is taken out: escaping must hold alone, and what the policy stops would not be seen here.
        """
        self._open(OWN_POLICY.sub("", page, count=1))
        return self._findings()

    def _findings(self) -> Findings:
        try:
            self.page.evaluate(_STIR)
            seen = self.page.evaluate("() => __seen")
            strangers = self.page.evaluate(_INVENTORY, [[*ELEMENTS], [*ATTRIBUTES], self._script])
        except Exception as failure:  # noqa: BLE001 - a page that went elsewhere is a finding, whatever the driver calls it
            return Findings(dialogs=[*self._dialogs], requests=[*self._asked, f"left the page: {failure}"[:300]])
        return Findings(
            [*self._dialogs, *seen["dialogs"]], seen["fired"], seen["violations"], list(self._asked), strangers
        )
