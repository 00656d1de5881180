"""How a notebook shows what the client returns: `Reply` as a card, `VerifyReport` as a table.

`client` asks for these functions by name when a notebook asks for an output: it stands below `rendering` and may not
import it, and nobody has to import `display` first. No kernel and no widget is needed.
"""

from __future__ import annotations

from apiref_nb.client import Reply, VerifyReport
from apiref_nb.rendering.reply import render_reply, render_report
from apiref_nb.rendering.script import page_script
from apiref_nb.rendering.style import root


def reply_bundle(reply: Reply) -> dict[str, str]:
    """Return the output of a reply."""
    return {"text/html": root(render_reply(reply.describe()), page_script()), "text/plain": repr(reply)}


def report_bundle(report: VerifyReport) -> dict[str, str]:
    """Return the output of a verification."""
    words = ". ".join(filter(None, (report.summary, report.hint)))
    return {"text/html": root(render_report(report.rows, words)), "text/plain": str(report)}
