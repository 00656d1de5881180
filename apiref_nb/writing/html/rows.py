"""Rows: one `Row` becomes one line of a parameter or field list. ParamField and ResponseField are such rows.

A `RowWriter` belongs to one page: a list, a name, the words after it and a description that it has met are looked up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from apiref_nb.describing import Fact, Row, plural, wording
from apiref_nb.writing.html import prose
from apiref_nb.writing.html.limits import LIMITS
from apiref_nb.writing.html.long_words import LongWords, breaking
from apiref_nb.writing.html.markup import (
    EMPTY,
    Html,
    Local,
    Slot,
    Texts,
    element,
    fragment,
    html_slot,
    joined,
    local,
    nested,
    template,
    text_slot,
)
from apiref_nb.writing.html.palette import LOCATIONS, location_style

_row = element("div", "ar-r")
_dimmed = element("div", "ar-r ar-dimmed")
_variant = element("div", "ar-r ar-variant")
_in = element("div", "ar-in")
# What each row holds has no class: the sheet knows it by its element and place.
_name = element("code")
_before = element("span")
_bdi = element("bdi")
_type = element("i")
_required = element("b")
_deprecated = element("b", "ar-dep")
_red = element("b", style="color:#b42318")
_amber = element("b", "ar-dep", style="color:#8a5300")
_tag = element("span", "ar-tag")
_variant_word = element("span", "ar-variant-word")
_description = element("div")
_root_description = element("div", "ar-d")
_none = element("div", "ar-none")
_fact = element("div", "ar-f")
_enum = element("div", "ar-enum")
_value = element("code")
_link = element("a")
_rows = element("div", "ar-rows")
_note = element("div", "ar-quiet")
_fold = element("details", "ar-fold")
_summary = element("summary")
_locations = {
    (name, alone): element("span", f"ar-loc ar-loc-{name}", **({"style": location_style(name)} if alone else {}))
    for name in (*LOCATIONS, "other") for alone in (True, False)
}  # fmt: skip
NO_IDS: Mapping[str, Local] = MappingProxyType({})

_line, _dimmed_line, _variant_line = (
    template(make(html_slot("name"), html_slot("rest"), id=Slot("anchor"))) for make in (_row, _dimmed, _variant)
)
_linked = template(_link(html_slot("words"), href=Slot("address")))
_valued = template(_fact(text_slot("label"), " ", html_slot("values")))
_code = template(_value(text_slot("value")))

_brief_line = element("div", "ar-b")
_brief_field = template(html_slot("name"), " ", html_slot("words"), text_slot("after"))

TOP = local("-top")
"""The id of a whole list."""
_WITHIN = re.compile(r"(?:\[\]|\.?\*)$")
"""What the path of a list's items, or of a map's values, ends with."""
DEEPEST = 6
"""Levels that are set in; deeper ones stand below the last."""

SchemaHref = Callable[[str], str]
"""Name of a component -> address of its place on the page, or an empty string."""


def no_schemas(_name: str) -> str:
    """Stand where there is no list of schemas to link to."""
    return ""


def location_chip(location: str, words: str, *, alone: bool = False) -> Html:
    """Return words in the colours of the place where a parameter travels.

    Args:
        location: such as `query`.
        words: what stands in the chip.
        alone: see `RowWriter`.
    """
    return _locations[location if location in LOCATIONS else "other", alone](words)


class _Names(dict[tuple[str, str], Html]):
    """(name, path) of a field -> what is shown of it."""

    def __init__(self, breaks: LongWords) -> None:
        super().__init__()
        self._breaks = breaks

    def __missing__(self, key: tuple[str, str]) -> Html:
        name, path = key
        before = path.removesuffix(name) if path.endswith(name) and path != name else ""
        # A name in another script keeps to itself which way it is read.
        shown = breaking(name) if name.isascii() else _bdi(name)
        made = self[key] = _name(_before(self._breaks[before]) if before else EMPTY, shown)
        return made


class _Types(dict[str, Html]):
    """Type of a field -> the same after a blank."""

    def __init__(self, breaks: LongWords) -> None:
        super().__init__()
        self._breaks = breaks

    def __missing__(self, text: str) -> Html:
        made = self[text] = fragment(_BLANK, _type(self._breaks[text]))
        return made


def _words(text: str) -> Html:
    """Return an author's description as markup; nothing where it shows nothing."""
    said = prose.field(text)
    return EMPTY if said.isspace() else said


class RowWriter:
    """Writes the rows of one page.

    Args:
        schema_href: leads to the components that rows refer to.
        words_href: leads to the whole words of parameters that many operations share, by their key.
        alone: True for a field on its own, whose colours stay where a notebook drops the style sheet.
        plain: True writes values that are one word each as one element and breaks no types, as a large reference does.
    """

    def __init__(
        self,
        schema_href: SchemaHref = no_schemas,
        *,
        words_href: SchemaHref = no_schemas,
        alone: bool = False,
        plain: bool = False,
    ) -> None:
        self._plain = plain
        self._alone = alone
        self.texts = Texts()
        self.schema_href = schema_href
        """See above."""
        self._words_href = words_href
        marks = (_red, _amber) if alone else (_required, _deprecated)
        self._required, self._deprecated = (
            fragment(_BLANK, mark(words))
            for mark, words in zip(marks, (wording.REQUIRED, wording.DEPRECATED.lower()), strict=True)
        )
        self.breaks = LongWords(plain=plain)
        """Words as they stand beside a name."""
        self._types = _Types(self.breaks)
        self._names = _Names(self.breaks)
        self._told: dict[Fact, Html] = {}
        self._rests: dict[tuple[object, ...], Html] = {}
        self._lists: dict[tuple[object, ...], tuple[Sequence[Row], Html]] = {}

    def rows(
        self,
        rows: Sequence[Row],
        *,
        located: bool = True,
        fold: str = "",
        most: int = LIMITS.max_open_rows,
        is_target: bool = False,
    ) -> Html:
        """Return a list of rows; nothing when there are none. Its ids are still to be placed.

        Args:
            rows: in page order.
            located: False where a heading says where the parameters travel.
            fold: words for the line that opens a long list, such as `94 fields`; empty never folds.
            most: rows that stay open.
            is_target: True gives the list the id of its top, to which other places lead.
        """
        if not rows:
            return EMPTY
        fold = fold if len(rows) > most else ""
        key = (id(rows), located, fold, is_target)
        known = self._lists.get(key)
        if known is None:
            ids, anchors = _ids(rows)
            top = TOP if is_target else ids.get(wording.THE_TOP)
            made = [
                (
                    min(row.depth, DEEPEST),
                    self._row(row, located=located, ids=ids, anchor=anchors.get(i)),
                )
                for i, row in enumerate(rows)
            ]
            # A closed list is its fold: a browser leads there without a script, too.
            listed = _rows(nested(made, _in, _folds(rows)), id=None if fold else top)
            # The rows are kept beside it: their id stays their own.
            known = (rows, _fold(_summary(fold), listed, id=top) if fold else listed)
            if self.keeps(known[1]):
                self._lists[key] = known
        return known[1]

    def keeps(self, made: Html) -> bool:
        """Return whether what was written may come again: what is long stands once on a large page."""
        return not self._plain or len(made) <= LIMITS.max_kept_characters

    def root(self, row: Row | None) -> Html:
        """Return what limits the whole value, and the author's words for it; nothing when there is nothing to say."""
        if row is None:
            return EMPTY
        words = _words(row.description)
        return joined([_root_description(words) if words else EMPTY, *self._facts(row)])

    def _row(
        self,
        row: Row,
        *,
        located: bool = True,
        ids: Mapping[str, Local] = NO_IDS,
        anchor: Local | None = None,
    ) -> Html:
        if row.kind == "note":
            return _row(_note(row.name, ": " if row.component else "", self._component(row.component)))
        name = self._names[row[:2] if row.kind == "field" else (row.name, row.name)]
        key = (located, row.kind == "variant" and row.type == row.name, *row[3:])
        rest = self._rests.get(key)
        if rest is None:
            rest = self._rest(row, located, ids)
            if not row.repeats:
                self._rests[key] = rest
        if row.shared:
            name = _linked(self._words_href(row.shared), name)
        line = _variant_line if row.kind == "variant" else _dimmed_line if row.deprecated else _line
        return line(anchor, name, rest)

    def _rest(self, row: Row, located: bool, ids: Mapping[str, Local]) -> Html:
        # A space before each part, for readers whose notebook drops the style sheet.
        parts: list[Html] = []
        if row.location and located:
            parts += (_BLANK, location_chip(row.location, row.location, alone=self._alone))
        if row.type_beside_name:
            parts.append(self._types[row.type])
        if row.required:
            parts.append(self._required)
        if row.deprecated:
            parts.append(self._deprecated)
        label = _variant_word if row.kind == "variant" else _tag
        for words in row.labels:
            parts += (_BLANK, label(words))
        if row.component and not row.below:
            parts += (_BLANK, self._component(row.component))
        if row.repeats:
            target = ids.get(row.repeats)
            again = f"{wording.REPEATS} {row.repeats}"
            parts += (_BLANK, _link(again, href=target) if target else _tag(again))
        words = _words(row.description)
        if words:
            parts.append((_none if row.description == wording.NO_DESCRIPTION else _description)(words))
        parts += self._facts(row)
        if row.below:
            parts.append(self._line_of(row.below, self._component(row.component, _ALL)))
        return joined(parts)

    def _component(self, name: str, words: str = "") -> Html:
        if not name:
            return EMPTY
        href = self.schema_href(name)
        shown = self.breaks[words or f"fields of {name}"]
        return _link(shown, href=href) if href else _tag(shown)

    def brief(self, rows: Sequence[Row], fold: str, more: Html = EMPTY) -> Html:
        """Return rows that say names and types only in a few lines, and what else there is in rows of their own.

        Args:
            rows: in page order; the last one says where they stand in full.
            fold: words for the line that opens a long list; empty never folds.
            more: a link to where they stand in full, where that is not the list of schemas.
        """
        key = (id(rows), "brief", fold, more)
        known = self._lists.get(key)
        if known is None:
            fields = [row for row in rows if row.kind == "field"]
            others = [self._row(row) for row in rows[:-1] if row.kind != "field"]
            more = more or self._component(rows[-1].component, _ALL)
            made = joined([self._line_of(fields, more), *others])
            known = self._lists[key] = (rows, _fold(_summary(fold), made) if fold else made)
        return known[1]

    def _line_of(self, fields: Sequence[Row], more: Html) -> Html:
        """Return names and types of fields on one line, and a link to where they stand in full."""
        return _brief_line(joined([self._brief(row, last=row is fields[-1]) for row in fields]), " ", more)

    def _brief(self, row: Row, *, last: bool) -> Html:
        # A variant is called by its component, and its type says so again.
        kind = row.type if row.kind == "field" else ""
        words = self.breaks[" ".join(filter(None, (kind, *row.marks)))]
        return _brief_field(self.texts, self._names[row[:2]], words, "" if last else ", ")

    def _facts(self, row: Row) -> list[Html]:
        lines: list[Html] = []
        for fact in (*row.default, *row.facts):
            known = self._told.get(fact)
            if known is None:
                known = self._told[fact] = fragment(self._fact(fact), _BLANK)
            lines.append(known)
        if row.enum_notes:
            lines += (_enum(_fact(_value(note.value), " ", note.note) for note in row.enum_notes[:60]), _BLANK)
        return lines

    def _fact(self, fact: Fact) -> Html:
        shown, rest = fact.values[: LIMITS.max_enum_values], fact.values[LIMITS.max_enum_values :]
        line = _valued(self.texts, fact.label, self._values(shown, fact))
        if not rest:
            return line
        more = _fold(_summary(f"{len(rest)} more values"), _fact(self._values(rest, fact)))
        return fragment(line, more)

    def _values(self, values: Sequence[str], fact: Fact) -> Html:
        if fact.line:
            return prose.line(fact.line)
        if not fact.code:
            return fragment(" ".join(values))
        if len(values) == 1 or (self._plain and all(map(_ONE_WORD, values))):
            return _code(self.texts, ", ".join(values))
        return joined([piece for value in values for piece in (_code(self.texts, value), _BLANK)])


_BLANK = fragment(" ")
_ALL = "all fields"
"""Leads to where a line of names stands in full; what it belongs to stands before the line."""
_ONE_WORD = re.compile(r"[\w.:/+-]+\Z").match


def _folds(rows: Sequence[Row]) -> dict[int, Html]:
    """Return the opening of the fold for each row that begins a nested object of several fields: index -> markup."""
    made: dict[int, Html] = {}
    for index in range(1, len(rows)):
        above, depth = rows[index - 1], rows[index].depth
        if depth <= above.depth or depth > DEEPEST or above.kind != "field":
            continue
        count = 0
        for row in rows[index:]:
            if row.depth < depth:
                break
            count += row.kind == "field" and row.depth == depth
        if count > LIMITS.max_open_children:
            made[index] = fragment(_fold.opening, _summary(f"{count} {plural(count, 'field')}"))
    return made


def _ids(rows: Sequence[Row]) -> tuple[dict[str, Local], dict[int, Local]]:
    """Return the ids of the rows that others repeat, by path and by index; the list itself is one by path."""
    repeated = {row.repeats for row in rows if row.repeats}
    if not repeated:
        return {}, {}
    # A field and its variants have one path: the link leads to the first of them.
    places = {row.path: index for index, row in reversed([*enumerate(rows)]) if row.kind != "note"}
    ids: dict[str, Local] = {}
    anchors: dict[int, Local] = {}
    for path in repeated:
        # Items of a list and values of a map may have no row of their own: what holds them has one, or is the whole.
        held = "" if path == wording.THE_TOP else path
        while held not in places and _WITHIN.search(held):
            held = _WITHIN.sub("", held)
        if not held:
            ids[path] = ids[wording.THE_TOP] = TOP
        elif held in places:
            ids[path] = anchors.setdefault(places[held], local(f"-r{places[held]}"))
    return ids, anchors


def spaced(parts: Sequence[Html | str]) -> list[Html | str]:
    """Return the parts with a space after each."""
    return [piece for part in parts for piece in (part, " ")]
