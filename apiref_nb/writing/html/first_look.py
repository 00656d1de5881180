"""The first look at the records of all pages: how many there are, the first of them as a table, how it ended."""

from __future__ import annotations

from apiref_nb.describing.first_look import FirstLook
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment

_card = element("div", "ar-op ar-reply")
_head = element("div", "ar-head")
_strong = element("b")
_text = element("span")
_body = element("div", "ar-reply-body")
_wide = element("div", style="overflow-x:auto")
_table = element("table", "ar-table")
_thead = element("thead")
_tbody = element("tbody")
_tr = element("tr")
_th = element("th", scope="col", style="text-transform:none;letter-spacing:0;white-space:nowrap")
_td = element("td", style="white-space:nowrap")
_kind = element("span", style="font-weight:400")
_quiet = element("div", "ar-quiet")
_code = element("code")


def render_first_look(shown: FirstLook) -> Html:
    """Return the card of a first look, without the root.

    Args:
        shown: what there is to see.
    """
    pages = f"{shown.page_count:,} page{'' if shown.page_count == 1 else 's'}"
    records = f"{shown.row_count:,} record{'' if shown.row_count == 1 else 's'}"
    head = _thead(_tr(_th(name, " ", _kind(kind)) for name, kind in shown.columns))
    rows = _tbody(_tr(_td(cell) for cell in row) for row in shown.rows)
    left_out = []
    if shown.row_count > len(shown.rows):
        left_out.append(f"the first {len(shown.rows)} of {shown.row_count:,} records")
    if shown.column_count > len(shown.columns):
        left_out.append(f"the first {len(shown.columns)} of {shown.column_count:,} columns")
    more = _quiet(f"Shown: {', '.join(left_out)}.") if left_out else EMPTY
    table = _wide(_table(head, rows)) if shown.rows else _quiet("There are no records.")
    end = _quiet(f"Ended: {shown.stopped}.") if shown.stopped else EMPTY
    python = _quiet(
        "In Python: ", _code(f"client.{shown.name}.pages(…).frame()"), "; this one is the view's ", _code(".frame")
    )
    notes = fragment(_quiet(note) for note in shown.notes)
    return _card(
        _head(_strong("All pages"), " ", _text(records), " ", _text(pages)), _body(table, more, end, notes, python)
    )
