"""`ParamField` and `ResponseField`: one row each."""

from __future__ import annotations

from typing import Any

from apiref_nb.describing import Row
from apiref_nb.describing.types import default_fact
from apiref_nb.display.output import Output
from apiref_nb.display.props import Props
from apiref_nb.errors import ShapeError
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.quoting import short
from apiref_nb.writing.html import render_field
from apiref_nb.writing.markdown import row_markdown
from apiref_nb.writing.plain_text import row_text


class _Field(Output):
    """What ParamField and ResponseField share: one row."""

    row: Row

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        return render_field(self.row)

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        return row_markdown(self.row)

    @property
    def text(self) -> str:
        """The output as plain text."""
        return row_text(self.row)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({visible_line(self.row.path)})"


class ParamField(_Field):
    """One parameter as a row.

    Args:
        name: parameter name.
        description: the body of the row; inline Markdown.
        type: free-text type chip, such as `string[]`.
        location: `path`, `query`, `body` or `header`; chips sky, purple, teal, amber.
        required: a red required label.
        default_value: shown as Default.
        deprecated: struck-through name, faded row, amber label.
        camel: the same prop as `defaultValue`.

    Raises:
        ShapeError: a prop has the wrong shape.
    """

    def __init__(
        self,
        name: str,
        description: str | None = None,
        *,
        type: str | None = None,  # noqa: A002 - the seed's name of the prop
        location: str | None = None,
        required: bool = False,
        default_value: str | None = None,
        deprecated: bool = False,
        **camel: Any,  # noqa: ANN401 - the seed's spelling of the same props
    ) -> None:
        props = Props(ParamField, camel, {"defaultValue": "default_value"})
        default = props.text("default_value", default_value)
        if location is not None and location not in ("path", "query", "body", "header"):
            raise ShapeError("location", "must be path, query, body or header", short(location))
        self.row = Row(
            props.required_text("name", name),
            name,
            type=props.text("type", type) or "",
            location=location or "",
            required=props.flag("required", required),
            deprecated=props.flag("deprecated", deprecated),
            default=default_fact(default),
            description=props.text("description", description) or "",
        )
        props.end()


class ResponseField(_Field):
    """One response key as a row; nested keys use dot paths such as `meta.total`.

    Args:
        name: field name or dot path.
        description: the body of the row; inline Markdown.
        type: type chip.
        required: marks the field as always present.
        deprecated: struck-through name, faded row, amber label.
        unknown: refused; the error names the first.

    Raises:
        ShapeError: a prop has the wrong shape; there is no `location`.
    """

    def __init__(
        self,
        name: str,
        description: str | None = None,
        *,
        type: str | None = None,  # noqa: A002 - the seed's name of the prop
        required: bool = False,
        deprecated: bool = False,
        **unknown: Any,  # noqa: ANN401 - named in the error
    ) -> None:
        props = Props(ResponseField, unknown, {})
        path = props.required_text("name", name)
        self.row = Row(
            path.rsplit(".", 1)[-1] or path,
            path,
            type=props.text("type", type) or "",
            required=props.flag("required", required),
            deprecated=props.flag("deprecated", deprecated),
            description=props.text("description", description) or "",
        )
        props.end()
