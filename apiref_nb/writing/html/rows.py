"""Rows: one `Row` becomes one line of a parameter or field list. ParamField and ResponseField are such rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from apiref_nb.describing import Fact, Row
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.markup import EMPTY, Html, element, fragment
from apiref_nb.writing.html.palette import LOCATIONS, location_style

_row = element("div", "ar-row")
_row_dimmed = element("div", "ar-row ar-dimmed")
_variant = element("div", "ar-row ar-variant")
_head = element("div", "ar-rowhead")
_name = element("code", "ar-name")
_dim = element("span", "ar-dim")
_bdi = element("bdi")
_type = element("span", "ar-type")
_required = element("span", "ar-required", style="color:#b42318")
_deprecated = element("span", "ar-dep", style="color:#8a5300")
_tag = element("span", "ar-tag")
_variant_word = element("span", "ar-variant-word")
_description = element("div", "ar-desc")
_none = element("div", "ar-desc ar-none")
_fact = element("div", "ar-fact")
_enum = element("div", "ar-enum")
_value = element("code")
_text = element("span")
_link = element("a")
_rows = element("div", "ar-rows")
_note = element("div", "ar-quiet")
_fold = element("details", "ar-fold")
_summary = element("summary")
_indents = [element("div", f"ar-in ar-in{depth}") for depth in range(7)]
_locations = {name: element("span", f"ar-loc ar-loc-{name}", style=location_style(name)) for name in LOCATIONS}
_other_location = element("span", "ar-loc ar-loc-other", style=location_style(""))

THE_TOP = "the top"
"""How a row names the whole that it repeats."""

SchemaHref = Callable[[str], str]
"""Name of a component -> address of its place on the page, or an empty string."""


def no_schemas(_name: str) -> str:
    """Stand where there is no list of schemas to link to."""
    return ""


def render_row(
    row: Row,
    *,
    schema_href: SchemaHref = no_schemas,
    row_ids: Mapping[str, str] | None = None,
    anchor: str | None = None,
    describe_always: bool = False,
) -> Html:
    """Return one row.

    Args:
        row: what it says.
        schema_href: leads to the components that rows refer to.
        row_ids: path -> id, for rows that another row repeats.
        anchor: the id of this row, when others repeat it.
        describe_always: True shows `No description provided.` where the author of a parameter gave none; the fields
            within a parameter have no location, and stay without.
    """
    row_ids = row_ids or {}
    if row.kind == "note":
        made = _row(_note(row.name, ": " if row.component else "", _component(row, schema_href)))
    else:
        described = _described(row, always=describe_always and bool(row.location))
        parts = (_row_head(row, schema_href, row_ids), described, _facts(row))
        make = _variant if row.kind == "variant" else _row_dimmed if row.deprecated else _row
        made = make(parts, id=anchor)
    return made if row.depth == 0 else _indents[min(row.depth, 6)](made)


def render_rows(
    rows: Sequence[Row],
    *,
    scope: str = "",
    schema_href: SchemaHref = no_schemas,
    describe_always: bool = False,
    fold: str = "",
    most: int = LIMITS.max_open_rows,
) -> Html:
    """Return a list of rows; nothing when there are none.

    Args:
        rows: in page order.
        scope: start of the ids of rows that other rows repeat; empty makes no links to rows.
        schema_href: see `render_row`.
        describe_always: see `render_row`.
        fold: words for the line that opens a long list, such as `94 fields`; empty never folds.
        most: rows that stay open.
    """
    if not rows:
        return EMPTY
    repeated = {row.repeats for row in rows if row.repeats}
    # What repeats the items of a list leads to the list's own row when the items have none.
    repeated |= {path.removesuffix("[]") for path in repeated}
    anchors: dict[int, str] = {}
    row_ids: dict[str, str] = {}
    for index, row in enumerate(rows):
        # A field and its variants have one path: the link leads to the first of them.
        if scope and row.path in repeated and row.kind != "note" and row.path not in row_ids:
            row_ids[row.path] = anchors[index] = f"{scope}-r{index}"
    # A row that repeats the whole leads to the list itself.
    top = f"{scope}-top" if scope and THE_TOP in repeated else None
    if top:
        row_ids[THE_TOP] = top
    made = _rows(
        (
            render_row(
                row,
                schema_href=schema_href,
                row_ids=row_ids,
                anchor=anchors.get(index),
                describe_always=describe_always,
            )
            for index, row in enumerate(rows)
        ),
        id=top,
    )
    return _fold(_summary(fold), made) if fold and len(rows) > most else made


def render_root(row: Row | None) -> Html:
    """Return what limits the whole value, and the author's words for it; nothing when there is nothing to say."""
    return fragment(_described(row, always=False), _facts(row)) if row is not None else EMPTY


def _row_head(row: Row, schema_href: SchemaHref, row_ids: Mapping[str, str]) -> Html:
    parts: list[Html | str] = [_name(_dotted(row))] if row.kind == "field" else [_name(_bdi(row.name))]
    if row.location:
        parts.append(_locations.get(row.location, _other_location)(row.location))
    if row.type and row.type != row.name:
        parts.append(_type(row.type))
    if row.required:
        parts.append(_required("required"))
    if row.deprecated:
        parts.append(_deprecated("deprecated"))
    if row.kind == "variant":
        parts += [_variant_word(label) for label in row.labels]
    else:
        parts += [_tag(label) for label in row.labels]
    if row.component:
        parts.append(_component(row, schema_href))
    if row.repeats:
        target = row_ids.get(row.repeats) or row_ids.get(row.repeats.removesuffix("[]"))
        words = f"repeats {row.repeats}"
        parts.append(_link(words, href=f"#{target}") if target else _tag(words))
    # A space between the parts, for readers whose notebook drops the style sheet.
    return _head(spaced(parts))


def _component(row: Row, schema_href: SchemaHref) -> Html:
    if not row.component:
        return EMPTY
    href = schema_href(row.component)
    words = f"fields of {row.component}"
    return _link(words, href=href) if href else _tag(words)


def spaced(parts: Sequence[Html | str]) -> list[Html | str]:
    """Return the parts with a space after each."""
    return [piece for part in parts for piece in (part, " ")]


def _dotted(row: Row) -> Html:
    head = row.path.removesuffix(row.name) if row.path.endswith(row.name) and row.path != row.name else ""
    return fragment(_dim(head) if head else EMPTY, _bdi(row.name))


def _described(row: Row, *, always: bool) -> Html:
    said = prose.inline(row.description) if row.description else EMPTY
    if said and not said.isspace():
        return _description(said)
    return _none("No description provided.") if always else EMPTY


def _facts(row: Row) -> Html:
    lines: list[Html] = []
    if row.default is not None:
        lines.append(_fact(_text("Default "), _value(row.default or '""')))
    lines += [_fact_line(fact) for fact in row.facts]
    if row.enum_notes:
        lines.append(_enum(_fact(_value(note.value), " ", _text(note.note)) for note in row.enum_notes[:60]))
    return fragment(lines)


def _fact_line(fact: Fact) -> Html:
    show = _value if fact.code else _text
    shown, rest = fact.values[: LIMITS.max_enum_values], fact.values[LIMITS.max_enum_values :]
    line = _fact(_text(f"{fact.label} "), spaced([show(value) for value in shown]))
    if not rest:
        return line
    more = _fold(_summary(f"{len(rest)} more values"), _fact(spaced([show(value) for value in rest])))
    return fragment(line, more)
