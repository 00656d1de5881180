"""What every component can do: give its three forms, save itself, and show itself as one output."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from apiref_nb.errors import ShapeError
from apiref_nb.text.quoting import short

Bundle = dict[str, str]
"""Media type -> what is shown."""
Writers = Mapping[str, Callable[[], str]]
"""Name of a format -> what makes the content of a file."""


def bundle_of(forms: Mapping[str, str]) -> Bundle:
    """Return an output's forms as exact `str`: marimo and msgspec refuse every subclass."""
    return {media_type: str.__str__(form) for media_type, form in forms.items()}


class Output:
    """What every component can do: `html`, `markdown`, `text`, and showing itself as one output."""

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        raise NotImplementedError

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The output as plain text."""
        raise NotImplementedError

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> Bundle:
        return bundle_of({"text/html": self.html, "text/markdown": self.markdown, "text/plain": self.text})

    def save(self, path: str | Path) -> Path:
        """Write the output to a file by its extension: `.html` (a whole page), `.md` or `.txt`; return the path.

        Raises:
            ShapeError: the name ends otherwise.
            OSError: the file cannot be written; what was there before is still there.
        """
        return self._saved(path, {"html": self._page, "md": lambda: self.markdown, "txt": lambda: self.text})

    def _saved(self, path: str | Path, writers: Writers) -> Path:
        from apiref_nb.load.files import write_file  # noqa: PLC0415 - only where a file is written
        from apiref_nb.writing.formats import FORMATS, usual_endings  # noqa: PLC0415 - likewise

        target = Path(path)
        name = next((name for name in writers if target.suffix in FORMATS[name].suffixes), None)
        if name is None:
            raise ShapeError("path", f"must end in {usual_endings(writers)}", short(target.name))
        write_file(target, writers[name]().encode("utf-8", "backslashreplace"))
        return target

    def _page(self) -> str:
        from apiref_nb.writing.html.page import render_page  # noqa: PLC0415 - only where a file is written

        return render_page(self._title, self._fragment)

    @property
    def _title(self) -> str:
        return type(self).__name__

    @property
    def _fragment(self) -> Any:  # noqa: ANN401 - Html, which is text
        return self.html
