"""`ApiBlock`: one REST endpoint as a card, from one typed object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from apiref_nb.describing import block_card, operation_card
from apiref_nb.display.output import Output
from apiref_nb.display.props import Props
from apiref_nb.errors import ShapeError
from apiref_nb.fetching.addresses import without_credentials
from apiref_nb.model import ApiOperation, CodeExample, Operation, RateLimit
from apiref_nb.model.card_parts import GeneratedExample
from apiref_nb.requests.block_plan import block_plan
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.writing.html import render_block
from apiref_nb.writing.markdown import block_markdown
from apiref_nb.writing.plain_text import block_text


class ApiBlock(Output):
    """One REST endpoint as a card, from one typed object.

    Args:
        operation: an `Operation`, a mapping of its fields in snake_case or camelCase, or an operation of an `Api`.
        base_url: stands muted before the path, and in the samples.
        rate_limit: a `RateLimit` or mapping: a line under the summary.
        code_examples: each a `CodeExample` or a mapping: tabs after the generated cURL tab, which is always first.
        show_parameters: False hides the parameter rows; the samples stay as they are.
        camel: the same props as `baseUrl`, `rateLimit`, `codeExamples` and `showParameters`.

    Raises:
        ShapeError: names the exact field, what is allowed there and what was found.
    """

    def __init__(
        self,
        operation: Operation | ApiOperation | Mapping[str, Any],
        base_url: str | None = None,
        rate_limit: RateLimit | Mapping[str, Any] | None = None,
        code_examples: Sequence[CodeExample | Mapping[str, Any]] = (),
        show_parameters: bool = True,
        **camel: Any,  # noqa: ANN401 - the seed's spelling of the same props
    ) -> None:
        spellings = {
            "baseUrl": "base_url",
            "rateLimit": "rate_limit",
            "codeExamples": "code_examples",
            "showParameters": "show_parameters",
        }
        props = Props(ApiBlock, camel, spellings)
        base = without_credentials(props.text("base_url", base_url) or "")
        limit = props.take("rate_limit", rate_limit)
        examples = props.take("code_examples", code_examples, ())
        self.show_parameters = props.flag("show_parameters", show_parameters, default=True)
        self.rate_limit = None if limit is None else RateLimit.read(limit, props.spelled("rate_limit"))
        self.code_examples = CodeExample.read_all(() if examples is None else examples, props.spelled("code_examples"))
        props.end()
        if isinstance(operation, ApiOperation):
            Operation.read({"method": operation.method, "path": operation.path}, "operation")  # or there is no card
            self.operation: Operation | ApiOperation = operation
            self.base_url = base or operation.prefix
            card = operation_card(operation, base)
        else:
            if operation is None:
                words = "must be an operation; `api.find(name)` found none, `api[name]` says which names are near"
                raise ShapeError("operation", words, "None")
            self.operation = Operation.read(operation, "operation")
            self.base_url = base
            curl = LANGUAGES["curl"]
            code = curl.write(block_plan(self.operation, self.base_url))
            tabs = (GeneratedExample(language=curl.grammar, label=curl.label, code=code),)
            card = block_card(self.operation, tabs, self.base_url)
        self.card = replace(
            card, tabs=(*card.tabs, *self.code_examples), rows=card.rows if self.show_parameters else (),
            rate=self.rate_limit.line if self.rate_limit is not None else "",
        )  # fmt: skip
        """What every format of the output says."""

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        return render_block(self.card)

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        return block_markdown(self.card)

    @property
    def text(self) -> str:
        """The output as plain text."""
        return block_text(self.card)

    @property
    def _title(self) -> str:
        return f"{self.operation.method} {self.operation.path}"

    def __repr__(self) -> str:
        return f"ApiBlock({visible_line(self._title)})"
