"""`ParquetFolder`: rows in parts, and a manifest that says which parts count and where their source goes on.

A part is written beside its place, brought to the disk and renamed; only then the manifest names it, in the same way.
So a process that is killed at any moment leaves whole parts, and the next one goes on behind the last that the manifest
names.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from apiref_nb.errors import RecordsError
from apiref_nb.frames.arrow_tables import arrow_schema, arrow_table, pyarrow
from apiref_nb.frames.column_types import ColumnPlan
from apiref_nb.frames.guessed_plans import plan_of
from apiref_nb.frames.limits import ROWS
from apiref_nb.frames.table_options import TableOptions
from apiref_nb.frames.whole_files import locked, written_whole
from apiref_nb.text.json_value import JsonValue
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped] # it has no types of its own

MANIFEST: Final = "_manifest.json"
"""Readers of Parquet folders pass over names that begin with a line."""

FORMAT: Final = 1


_PART: Final = re.compile(r"part-\d{5,}\.parquet", re.ASCII)
_BESIDE: Final = re.compile(r"\.(?:part-\d{5,}\.parquet|_manifest\.json)\.new|\.lock", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeptRows:
    """What stands in a folder."""

    folder: Path
    """Where the parts are."""
    files: tuple[Path, ...]
    """The parts, in the order of their rows."""
    rows: int
    """Rows in all parts."""
    complete: bool
    """True when the source had no more; False when it was stopped, and the next call goes on."""
    stopped: str = ""
    """Why no more were asked for, in words."""

    def __repr__(self) -> str:
        state = "complete" if self.complete else f"stopped: {self.stopped}"
        return f"KeptRows({self.folder.name}, {len(self.files)} parts, {self.rows:,} rows, {state})"


@dataclass(frozen=True, slots=True)
class _Part:
    """One file, and its rows."""

    file: str
    rows: int

    def __post_init__(self) -> None:
        if not _PART.fullmatch(self.file):
            raise ValueError("a part has a name of its own kind")


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What the file says."""

    request: str
    schema: str
    """SHA-256 of the schema's own bytes."""
    columns: tuple[str, ...]
    """The lines of the schema for people."""
    guessed: str = ""
    """The schema as Arrow writes it, in base 16, where the document declares none; empty where it does."""
    parts: tuple[_Part, ...] = ()
    state: JsonValue = None
    complete: bool = False
    stopped: str = ""


class ParquetFolder:
    """A folder while rows are written into it; use it in a `with` block.

    Args:
        folder: where the parts stand; made where it is not there.
        request: what tells one source from another, of any length.
        plan: the columns that the document declares.
        options: types, units, and what becomes of values that do not fit.
        rows_per_part: rows after which a part is ended.

    Raises:
        RecordsError: the folder holds rows of another request or with other columns, or files that are not of it, or
            another process writes into it; also when pyarrow is not installed.
    """

    def __init__(
        self, folder: Path, request: str, plan: ColumnPlan, options: TableOptions, *, rows_per_part: int = 100_000
    ) -> None:
        pyarrow()
        self._folder = folder
        self._request = hashlib.sha256(request.encode("utf-8", "surrogatepass")).hexdigest()
        self._plan = plan
        self._options = replace(options, settled=True)
        self._rows_per_part = rows_per_part
        self._held: list[pa.Table] = []
        self._held_bytes = 0
        self._pages = 0
        self._part_rows = 0
        self._writer: Any = None

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock = locked(self._folder / ".lock")
        if self._lock is None:
            raise RecordsError(f"{self._folder}: another process writes into this folder")
        try:
            self._manifest = self._found()
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
            self._beside.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.close()

    @property
    def state(self) -> JsonValue:
        """Where the source goes on; None for its beginning."""
        return self._manifest.state

    @property
    def begun(self) -> bool:
        """True when there are rows, or a state to go on from."""
        return bool(self._manifest.parts) or self._manifest.state is not None

    @property
    def complete(self) -> bool:
        """True when the source had no more, last time."""
        return self._manifest.complete

    @property
    def summary(self) -> KeptRows:
        """What stands in the folder."""
        parts = self._manifest.parts
        files = tuple(self._folder / part.file for part in parts)
        rows = sum(part.rows for part in parts)
        return KeptRows(self._folder, files, rows, self._manifest.complete, self._manifest.stopped)

    def add(self, rows: list[Mapping[str, Any]], state: JsonValue) -> None:
        """Take the rows of a page.

        Args:
            rows: records as JSON objects.
            state: where the source goes on behind them.

        Raises:
            MismatchError: values do not fit; what the manifest names stays as it is.
        """
        if not self._plan.declared and rows:
            self._guess(rows)
        if rows:
            table = arrow_table(rows, self._plan, self._options, first_row=self._all_rows())
            self._held.append(table)
            self._held_bytes += table.nbytes
            self._part_rows += len(rows)
        self._pages += 1
        if self._held_bytes >= ROWS.group_bytes:
            self._write_group()
        if self._part_rows >= self._rows_per_part or self._pages >= ROWS.part_pages:
            self._end_part(replace(self._manifest, state=state))

    def finish(self, state: JsonValue, *, complete: bool, stopped: str) -> None:
        """Take note that no more rows come now.

        Args:
            state: where the source goes on.
            complete: True when it has no more.
            stopped: why, in words.
        """
        if not self._manifest.parts and self._plan.declared:
            self._open()  # a table without rows is one with columns
        self._end_part(replace(self._manifest, state=state, complete=complete, stopped=stopped))

    def _all_rows(self) -> int:
        return self.summary.rows + self._part_rows

    def _found(self) -> _Manifest:
        """What the folder holds; parts that no manifest names were never finished, and go."""
        names = sorted(path.name for path in self._folder.iterdir())
        place = self._folder / MANIFEST
        known = _read(place) if MANIFEST in names else None
        known_names = (_PART, _BESIDE)
        strange = [name for name in names if name != MANIFEST and not any(one.fullmatch(name) for one in known_names)]
        parts = [name for name in names if _PART.fullmatch(name)]
        if strange or (parts and known is None):
            other = short((strange or parts)[0])
            raise RecordsError(f"{self._folder}: holds other files ({other}); name a folder for these rows alone")
        if known is None:
            known = _Manifest(self._request, *self._schema_texts())
            # Before the first part: a part that no manifest stands beside would be somebody else's.
            written_whole(place, _text(known).encode())
        elif known.request != self._request:
            raise RecordsError(f"{self._folder}: holds rows of another request; name another folder")
        if known.guessed and not self._plan.declared:
            self._plan = plan_of(known.guessed)
        schema, columns = self._schema_texts()
        if not known.parts:
            known = replace(known, schema=schema, columns=columns)
        if known.schema != schema:
            raise RecordsError(
                f"{self._folder}: holds rows with other columns; name another folder "
                f"(there: {chr(10).join(known.columns)}; now: {chr(10).join(columns)})"
            )
        named = {part.file for part in known.parts}
        missing = [name for name in named if name not in parts]
        if missing:
            raise RecordsError(f"{self._folder}: {min(missing)} is missing, which the manifest names")
        for name in names:
            if name not in named and name not in (MANIFEST, ".lock"):
                (self._folder / name).unlink(missing_ok=True)
        return known

    def _guess(self, rows: list[Mapping[str, Any]]) -> None:
        """Settle the columns by the first page, where the document says nothing of them."""
        schema = arrow_table(rows, ColumnPlan(), replace(self._options, settled=False, on_mismatch="raise")).schema
        guessed = schema.serialize().to_pybytes().hex()
        self._plan = plan_of(guessed)
        schema_digest, columns = self._schema_texts()
        self._manifest = replace(self._manifest, guessed=guessed, schema=schema_digest, columns=columns)

    def _schema_texts(self) -> tuple[str, tuple[str, ...]]:
        schema = arrow_schema(self._plan, self._options)
        return hashlib.sha256(schema.serialize().to_pybytes()).hexdigest(), (*schema.to_string().splitlines(),)

    def _open(self) -> None:
        from pyarrow import parquet  # noqa: PLC0415 - only where rows are kept

        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._beside, arrow_schema(self._plan, self._options))

    def _write_group(self) -> None:
        if not self._held:
            return
        self._open()
        table = pyarrow().concat_tables(self._held)
        self._writer.write_table(table, row_group_size=len(table))
        self._held, self._held_bytes = [], 0

    @property
    def _name(self) -> str:
        return f"part-{len(self._manifest.parts):05}.parquet"

    @property
    def _beside(self) -> Path:
        return self._folder / f".{self._name}.new"

    def _end_part(self, following: _Manifest) -> None:
        self._write_group()
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            with self._beside.open("rb+") as file:
                os.fsync(file.fileno())
            self._beside.replace(self._folder / self._name)
            following = replace(following, parts=(*self._manifest.parts, _Part(self._name, self._part_rows)))
        written_whole(self._folder / MANIFEST, _text(following).encode())
        self._manifest = following
        self._pages = self._part_rows = 0


def _text(manifest: _Manifest) -> str:
    return json.dumps({"format": FORMAT, **asdict(manifest)}, indent=1) + "\n"


def _read(place: Path) -> _Manifest:
    from pydantic import TypeAdapter  # noqa: PLC0415 - only where rows are there already

    try:
        said = json.loads(place.read_bytes())
        if said["format"] != FORMAT:
            raise RecordsError(f"{place}: is of another version of this library (format {short(said['format'])})")
        return TypeAdapter(_Manifest).validate_python(said)
    except (ValueError, TypeError, KeyError) as fault:
        if isinstance(fault, RecordsError):
            raise
        raise RecordsError(f"{place}: is no manifest of this library") from None
