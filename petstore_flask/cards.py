"""What a running service and its log look like in a notebook: small HTML with inline style only.

An untrusted notebook keeps inline style and drops style sheets, scripts and images, so everything here is readable
without them, in light and in dark. Values are escaped by markupsafe; `background` and `request_log` are the callers.
"""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from petstore_flask.log_entry import LogEntry, reason

ROWS_SHOWN = 100
_COLUMNS = ("Status", "Method", "Target", "Time")

# The text takes the colour of the page around it, so light and dark need no knowledge of the theme.
_LINE = "1px solid rgba(128,128,128,.35)"
_MUTED = "opacity:.75"
_MONO = "font-family:var(--jp-code-font-family,ui-monospace,SFMono-Regular,Menlo,Consolas,monospace)"
_CELL = "text-align:left;padding:3px 14px 3px 0;background:transparent;border:0;vertical-align:top"

_CARD = Markup(
    '<div class="tex2jax_ignore mathjax_ignore" style="display:inline-block;max-width:100%;box-sizing:border-box;'
    "padding:12px 16px;border:{line};border-left:4px solid {accent};border-radius:6px;color:inherit;"
    'font-size:13px;line-height:1.5">'
    '<div style="font-weight:600;font-size:14px;margin-bottom:6px">{title} '
    '<span style="font-weight:400;{muted}">{state}</span></div>'
    '<table style="border-collapse:collapse;margin:0;border:0;font-size:13px">{rows}</table></div>'
)
_ROW = Markup(
    '<tr style="background:transparent">'
    '<th scope="row" style="{cell};font-weight:400;white-space:nowrap;{muted}">{name}</th>'
    '<td style="{cell};overflow-wrap:anywhere;{mono}">{value}</td></tr>'
)
_LINK = Markup('<a href="{address}" target="_blank" rel="noopener">{address}</a>')

_TABLE = Markup(
    '<div class="tex2jax_ignore mathjax_ignore" style="max-width:100%;overflow-x:auto;color:inherit;font-size:13px">'
    '<div style="{muted};margin-bottom:4px">{caption}</div>'
    '<table style="border-collapse:collapse;margin:0;border:0;font-size:13px"><thead>'
    '<tr style="border-bottom:{line}">{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
)
_HEAD = Markup('<th scope="col" style="{cell};font-weight:600">{name}</th>')
_LOG_ROW = Markup(
    '<tr style="background:transparent"><td style="{cell};white-space:nowrap">{status}</td>'
    '<td style="{cell};{mono}">{method}</td><td style="{cell};overflow-wrap:anywhere;{mono}">{target}</td>'
    '<td style="{cell};white-space:nowrap">{milliseconds} ms</td></tr>'
)


def service_card(*, running: bool, rows: Sequence[tuple[str, str]], links: frozenset[str]) -> str:
    """The card of one service.

    Args:
        running: whether it answers.
        rows: pairs of (name, value), in the order to show.
        links: names of the rows whose value is an address to click.
    """
    filled = [
        _ROW.format(
            cell=_CELL,
            muted=_MUTED,
            mono=_MONO,
            name=name,
            value=_LINK.format(address=value) if name in links and running else value,
        )
        for name, value in rows
    ]
    return str(
        _CARD.format(
            line=_LINE,
            muted=_MUTED,
            accent="#2e7d32" if running else "rgba(128,128,128,.6)",
            title="Pet store",
            state="● running" if running else "○ stopped",
            rows=Markup("").join(filled),
        )
    )


def log_table(entries: Sequence[LogEntry]) -> str:
    """The log as a table, the newest request first."""
    shown = list(reversed(entries[-ROWS_SHOWN:]))
    count = "No request yet" if not entries else "1 request" if len(entries) == 1 else f"{len(entries)} requests"
    return str(
        _TABLE.format(
            line=_LINE,
            muted=_MUTED,
            caption=count + (f", the last {len(shown)} shown" if len(shown) < len(entries) else ""),
            heads=Markup("").join(_HEAD.format(cell=_CELL, name=name) for name in _COLUMNS),
            rows=Markup("").join(_log_rows(shown)),
        )
    )


def _log_rows(entries: Iterable[LogEntry]) -> Iterable[Markup]:
    for entry in entries:
        yield _LOG_ROW.format(
            cell=_CELL,
            mono=_MONO,
            status=f"{entry.status} {reason(entry.status)}",
            method=entry.method,
            target=entry.target,
            milliseconds=f"{entry.milliseconds:.1f}",
        )
