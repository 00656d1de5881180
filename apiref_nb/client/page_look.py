"""All pages for a form: their frame, and what is shown of it first. Called by the live view, within its thread."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apiref_nb.client.calls import AsyncOperationCall
from apiref_nb.client.limits import PAGES
from apiref_nb.describing.first_look import FirstLook
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import shortened

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped] # its stubs are a package of their own


@dataclass(frozen=True, slots=True)
class PageLook:
    """The records of all pages, and what is shown of them."""

    frame: pd.DataFrame
    """All records."""
    shown: FirstLook
    """What is shown."""

    def __repr__(self) -> str:
        return f"PageLook({self.shown.row_count:,} records)"


async def page_look(call: AsyncOperationCall, arguments: Mapping[str, Any]) -> PageLook:
    """Return the frame of all pages of a call, and a first look at it.

    Args:
        call: the operation.
        arguments: by name, as a call takes them.

    Raises:
        ApirefError: a page was not answered, or the records are none of which a frame can be made.
    """
    pages = call.pages(**arguments, **{call.option_name("max_rows"): PAGES.max_look_rows})
    frame = await pages.frame(on_mismatch="text")
    masked = pages.credentials.masked

    def text(value: object) -> str:
        if isinstance(value, list | dict):
            value = json.dumps(value, ensure_ascii=False, default=str)
        return shortened(visible_line(masked(str(value))), PAGES.shown_characters)

    filled = frame.dropna(axis="columns", how="all")
    head = filled.iloc[: PAGES.shown_rows, : PAGES.shown_columns]
    empty = head.isna().to_numpy()
    shown = FirstLook(
        columns=tuple((text(name), str(kind)) for name, kind in zip(head.columns, head.dtypes, strict=True)),
        rows=tuple(
            tuple("" if empty[number, place] else text(value) for place, value in enumerate(row))
            for number, row in enumerate(head.itertuples(index=False, name=None))
        ),
        column_count=len(filled.columns),
        row_count=len(frame),
        page_count=pages.page_count,
        stopped=text(pages.stopped),
        notes=tuple(text(note) for note in pages.notes),
        name=pages.name,
    )
    return PageLook(frame, shown)
