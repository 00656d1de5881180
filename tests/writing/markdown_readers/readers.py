"""The readers of Markdown that our pages meet, each set as its front end sets it: Markdown in, its HTML out."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, Self

import cmarkgfm
from cmarkgfm.cmark import Options
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

FOLDER: Final = Path(__file__).parent
INSTALLED: Final = FOLDER / "node_modules" / "marked"

MYST: Final = {
    "MyST": frozenset(),
    "MyST with its extensions": frozenset(
        {
            "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath", "fieldlist",
            "html_admonition", "html_image", "linkify", "strikethrough", "substitution", "tasklist",
        }
    ),
}  # fmt: skip
"""Name of a reader -> extensions of MyST; those that rewrite punctuation as typographers do are no part of a page."""

# Tokens that have their own place in the tree; of any other one its kind is shown, and no tree of ours holds it.
_TOKENS: Final = frozenset(
    {"inline", "text", "text_special", "code_inline", "code_block", "fence", "html_inline", "html_block", "softbreak",
     "hardbreak", "hr", "image"}
    | {f"{name}_{end}" for end in ("open", "close") for name in (
        "paragraph", "heading", "bullet_list", "ordered_list", "list_item", "blockquote", "table", "thead", "tbody",
        "tr", "th", "td", "strong", "em", "s", "link")}
)  # fmt: skip


def _myst(extensions: frozenset[str]) -> Callable[[str], str]:
    parser = create_md_parser(MdParserConfig(enable_extensions=set(extensions)), RendererHTML)

    def read(text: str) -> str:
        env: dict[str, object] = {}
        tokens = parser.parse(text, env)
        every = [*tokens, *(child for token in tokens for child in token.children or ())]
        strange = sorted({token.type for token in every} - _TOKENS)
        if strange or any("{" in token.info for token in every):
            return f"<unexpected-token>{', '.join(strange) or 'directive'}</unexpected-token>"
        return str(parser.renderer.render(tokens, parser.options, env))

    return read


def _cmark(text: str) -> str:
    return str(
        cmarkgfm.markdown_to_html_with_extensions(
            text, options=Options.CMARK_OPT_UNSAFE, extensions=["table", "autolink", "strikethrough", "tasklist"]
        )
    )


_MISTUNE: Final = MarkdownWithMath(renderer=IPythonRenderer(escape=False, exclude_anchor_links=True))


def _mistune(text: str) -> str:
    return _MISTUNE.render(text)


def provide() -> str:
    """Install the readers in JavaScript where they are not yet; return why they cannot run, empty when they can."""
    if shutil.which("node") is None:
        return "Node.js is missing"
    if not INSTALLED.is_dir():
        npm = shutil.which("npm")
        if npm is None:
            return "npm is missing"
        command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, timeout=900)
    return ""


class Readers:
    """All readers; the ones in JavaScript share one process, which ends with the context.

    Args:
        myst: which of `MYST` take part.
    """

    def __init__(self, *, myst: Iterable[str] = tuple(MYST)) -> None:
        self._own: Mapping[str, Callable[[str], str]] = {
            "mistune (nbconvert)": _mistune,
            "cmark-gfm": _cmark,
            **{name: _myst(MYST[name]) for name in myst},
        }
        self._node = subprocess.Popen(
            ["node", "readers.mjs"],
            cwd=FOLDER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def html(self, markdown: str) -> dict[str, str]:
        """Return the name of each reader and what it makes of the text."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps(markdown) + "\n")
        self._node.stdin.flush()
        made = {name: read(markdown) for name, read in self._own.items()}
        return made | json.loads(self._node.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate(timeout=900)
