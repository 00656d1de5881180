"""Descriptions made to be read in more than one way: joints of what the grammars of Markdown see differently.

`STRINGS` of `strings.py` ask whether anything runs; these ask whether all readers see the same page.
"""

# ruff: noqa: E501 - a table of hostile values reads better unbroken

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.hostile.strings import STRINGS, combined

ADDRESSES = (
    "http://a.b", "https://a.b/c_d(e)?f=g&h=i#j", "http://evil.test/x.png", "HTTP://A.B", "https://", "ftp://a.b/c", "www.a.com", "WWW.x.org/y",
    "//a.com/b", "a@b.com", "mailto:a@b.com", "xmpp:a@b.com/c", "README.md", "example.com", "api.example.com/v1", "https://a.b.", "https://a.b)",
    "https://user:word@a.b/", "http://localhost:8080/x", "https://api.{region}.a.com", "https://<host>/x", "javascript:alert(1)", "http:/a", "file:///etc",
    "https://a.b/*c*", "https://a.b/`c`", "https://a.b/[c]", "https://a.b/~c~", "http://\u00e9.com/\u00e9", "https://a.b/c|d", "https://a.b/$c$", "ws://a.b", "https://docs.test/keys?a=ss", "See https://sks.test/ks.",
    "http://xn--bcher-kva.example", "https://a.b/%20%zz", "git@github.com:a/b.git", "http://[::1]/", "a.b@c.d.e-f.org", "tel:+1", "b.co.uk", "10.0.0.1",
)  # fmt: skip
SIGNS = (
    "`", "``", "```", "*", "**", "***", "_", "__", "~", "~~", "[", "]", "(", ")", "!", "![", "](", "](<", "<", ">", "</", "&", "&#", ";", "\\", "\\\\",
    "$", "$$", "|", "||", "{", "}", "{{", "}}", ":", "::", ":::", "%", "^", "@", "@@", "#", "+", "-", "=", "'", '"', "/", "//", ".", ",", "?", "\u201c", "\u3001", "\u00a0",
)  # fmt: skip
PIECES = (
    "`a`", "`` `a ``", "` a `", "`a|b`", "`a\\b`", "`<b>`", "`http://a.b`", "`$a$`", "`a@b.com`", "`a", "**a**", "*a*", "***a***", "**a*b*c**", '**"a"**', "_a_", "__a__", "a_b_c",
    "~~a~~", "~a~", "[a](http://a.b)", "[a](<http://a.b/c d>)", "[`a`](https://a.b)", "[**a**](https://a.b/)", "[a][b]", "[a]", "[^1]", "[[a]]", "[ ] a", "[x] a", "![a](http://a.b/c.png)",
    "![a][b]", "<http://a.b>", "<a@b.com>", "<b>a</b>", "<b> a </b>", "<i>a", "</i>", "<code>a</code>", "<code>`a`</code>", "<code>&lt;a&gt;</code>", "<a href='http://a.b'>a</a>",
    "<a href=javascript:x>a</a>", "<br>", "<br/>", "<p>a</p>", "<ul><li>a</li><li>b</li></ul>", "<li>a", "<pre>a\n  b</pre>", "<script>a</script>", "<img src=x onerror=a>", "<!-- a -->", "<!--",
    "<span>a</span>", "<details>", "<h2>a</h2>", "<strong>a</strong>", "<del>a</del>", "<x-y>", "<?a?>", "<![CDATA[a]]>", "<!A>", "&amp;", "&lt;b&gt;", "&#60;", "&copy;", "&nbsp;", "&colon;", "&Tab;",
    "\\*", "\\`", "\\<", "\\[a](http://a.b)", "$a$", "$$a$$", "\\(a\\)", "\\[a\\]", "\\begin{x}a\\end{x}", "{ref}`a`", "{{a}}", "{#a}", "{.a}", ":a:", ":smile:", "@a", "#1", "H~2~O", "x^2^", "(a)=", "% a", "+++",
    "a: b", ": a", "- a", "1. a", "1) a", "1986\\. a", "> a", "# a", "a #", "---", "***", "===", "| a |", "```mermaid\na\n```", "```{note}\na\n```", ":::{note}\na\n:::", "$$\na\n$$", "[a]: http://a.b", "[^1]: a",
    "a  \nb", "a\\\nb", "\ta", "    a", "a\n\n    b", "word", "Two words.", "a", " ", "\n", "\n\n", "\u65e5\u672c", "\U0001f600", "\u202e", "\u200b", "\x00",
)  # fmt: skip
BLOCKS = (
    "- {}", "- {}\n- {}", "- {}\n\n- {}", "* {}\n\n  {}", "1. {}\n2. {}", "7. {}\n\n   {}", "3) {}", "- {}\n  - {}\n    - {}", "- 1. {}", "1. - {}", "- ```\n  {}\n  ```", "- > {}", "> {}", "> {}\n> {}", "> - {}\n> - {}",
    "> ```\n> {}\n> ```", "> > {}", "# {}", "## {} ##", "{}\n===", "{}\n---", "| {} | {} |\n|---|:-:|\n| {} | {} |", "| {} |\n|---|", "{} | {}\n-|-\n{} | {} | {}", "- | {} |\n  |---|\n  | {} |", "> | {} |\n> |---|\n> | {} |",
    "```\n{}\n```", "```json\n{}\n```", "~~~ {}\n{}\n~~~", "    {}", "- {}\n\n      {}", "{}\n\n***\n\n{}", "- ***\n- {}", "-\n- {}", "- # {}", "{}\n: {}", "<p>{}</p><p>{}</p>", "<ul><li>{}</li></ul>", "<b>{}</b>", "<code>{}</code>",
    "<pre>{}</pre>", "<a href='https://a.b'>{}</a>", "**{}**", "*{}*", "_{}_", "~~{}~~", "`{}`", "[{}](http://a.b)", "[x](<{}>)", "![{}](http://a.b)", "({})", "\"{}\"", "{}, {}.", "{}!{}", "x{}y", "{}{}{}",
)  # fmt: skip


def hostile(seed: int) -> Iterator[str]:
    """Yield descriptions without end, the same for the same seed."""
    chance = random.Random(seed)
    strange = combined(seed)
    while True:
        kind = chance.random()
        if kind < 0.1:
            yield next(strange)
        elif kind < 0.6:
            yield _run(chance, chance.randrange(2, 6))
        else:
            yield "\n\n".join(_block(chance, chance.randrange(1, 4)) for _ in range(chance.randrange(1, 4)))


def _run(chance: random.Random, count: int) -> str:
    made = []
    for _ in range(count):
        made.append(chance.choice(chance.choice((ADDRESSES, SIGNS, PIECES, PIECES))))
        if chance.random() < 0.3:
            made.append(chance.choice((" ", " ", " ", "\n", "  \n")))
    return "".join(made)


def _block(chance: random.Random, depth: int) -> str:
    form = chance.choice(BLOCKS)
    for _ in range(form.count("{}")):
        inner = (
            _block(chance, depth - 1) if depth > 1 and chance.random() < 0.4 else _run(chance, chance.randrange(1, 4))
        )
        # A block inside another is indented as its first line is, or it is not: both happen.
        if chance.random() < 0.6:
            lead = len(form.split("{}", 1)[0].rsplit("\n", 1)[-1])
            inner = inner.replace("\n", "\n" + " " * lead)
        form = form.replace("{}", inner.replace("{}", "{ }"), 1)
    return form


def fixed() -> Iterator[str]:
    """Yield each address, sign and piece beside each of a few that are known to have swallowed their neighbours."""
    yield from STRINGS
    yield from PIECES
    for address in ADDRESSES:
        for joint in (
            "{}`<img src=x>`",
            "{}",
            "`{}`",
            "!<{}>",
            "[{}](https://x.test)",
            "{}*a*",
            "**{}**",
            "{}<b>x</b>",
            "x{}",
        ):
            yield joint.format(address)
    for sign in SIGNS:
        for joint in (
            "{}[a](http://a.b)",
            "{}`a`",
            "`a`{}",
            "{}**a**{}",
            "a {} b {} c",
            "{} a",
            "| a |\n|---|\n| {}`b`{} |",
        ):
            yield joint.replace("{}", sign)
