"""What a reader types in a cell: `OpenApiEmbed`, `ApiBlock`, `ParamField`, `ResponseField`.

In: addresses, paths, mappings and typed objects, checked at construction. Out: one output with HTML, Markdown and text
that name the same operations. The only errors that an embed catches are those of its source: they become the banner.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from apiref_nb.client import Client
from apiref_nb.collections import COLLECTIONS
from apiref_nb.describing import (
    OperationView,
    Reference,
    Row,
    RowLimits,
    Rows,
    describe_operation,
    describe_reference,
)
from apiref_nb.errors import ShapeError, SourceError
from apiref_nb.exporting.markdown import block_markdown, error_markdown, reference_markdown, row_markdown
from apiref_nb.exporting.text import block_text, error_text, reference_text, row_text
from apiref_nb.interactive.kernel import has_widgets, show_pair
from apiref_nb.load import load_api
from apiref_nb.model import Api, ApiOperation, CodeExample, Operation, RateLimit
from apiref_nb.model.shape import short
from apiref_nb.model.visible import visible_line
from apiref_nb.rendering import (
    EMPTY,
    collection_actions,
    page_script,
    render_banner,
    render_block,
    render_field,
    render_operation,
    render_page,
    render_reference,
    root,
)
from apiref_nb.rendering.live import LivePart, live_parts
from apiref_nb.samples import LANGUAGES, SampleSession, block_operation, block_request, request_tabs

Source = str | Path | Mapping[str, Any]
Network = Literal["any", "public"]
Bundle = dict[str, str]


class Shown:
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

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        return {"text/html": self.html, "text/markdown": self.markdown, "text/plain": self.text}

    def save(self, path: str | Path) -> Path:
        """Write the output to a file by its extension: `.html` (a whole page), `.md` or `.txt`; return the path."""
        target = Path(path)
        writers = {
            ".html": lambda: str(render_page(self._title, self._fragment)),
            ".md": lambda: self.markdown,
            ".txt": lambda: self.text,
        }
        if target.suffix not in writers:
            raise ShapeError("path", "must end in .html, .md or .txt", short(target.suffix))
        target.write_text(writers[target.suffix](), "utf-8")
        return target

    @property
    def _title(self) -> str:
        return type(self).__name__

    @property
    def _fragment(self) -> Any:  # noqa: ANN401 - Html, which is text
        return self.html


class OpenApiEmbed(Shown):
    """The reference of a whole OpenAPI document.

    The document is fetched when the output is made. When it cannot be loaded, the output is a banner that names the
    address and the cause; the cell and the rest of the notebook go on.

    Args:
        url: http(s) address of a JSON or YAML document; a `pathlib.Path` or a mapping is read as it is.
        revalidate: seconds for which a fetched document is used again; 0 fetches at every render.
        show_overview: False drops title, version, description, servers, download and summary line.
        tags: names of groups to show; None shows all.
        operations: operationIds, `GET /path` keys or (method, path) pairs to show; None shows all.
        network: `public` refuses addresses that are not on the public internet.
        check_examples: False leaves published examples unchecked against their schemas.

    Raises:
        ShapeError: an argument has the wrong shape.

    `showOverview` and `checkExamples` are accepted too.
    """

    def __init__(
        self,
        url: Source,
        revalidate: float = 3600,
        show_overview: bool = True,
        *,
        tags: Sequence[str] | None = None,
        operations: Sequence[str | tuple[str, str]] | None = None,
        network: Network = "any",
        check_examples: bool = True,
        **camel: Any,  # noqa: ANN401 - the seed's spelling of the same props
    ) -> None:
        props = Props("OpenApiEmbed", camel, {"showOverview": "show_overview", "checkExamples": "check_examples"})
        self._check_examples = props.flag("check_examples", check_examples, default=True)
        self._show_overview = props.flag("show_overview", show_overview, default=True)
        props.end()
        if not isinstance(url, str | Path | Mapping):
            raise ShapeError("url", "must be an http(s) address, a pathlib.Path or a mapping", short(url))
        seconds: object = revalidate
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
            raise ShapeError("revalidate", "must be a number of seconds, 0 or more", short(revalidate))
        if network not in ("any", "public"):
            raise ShapeError("network", "must be any or public", short(network))
        self._source = url
        self._revalidate = revalidate
        self._tags = names("tags", tags)
        self._operations = operation_keys(operations)
        self._network: Network = network

    @property
    def api(self) -> Api:
        """The document as a version-independent `Api`.

        Raises:
            SourceError: it cannot be loaded; where an output would show the banner.
        """
        return load_api(self._source, revalidate=self._revalidate, network=self._network)

    def _reference(self, api: Api) -> Reference:
        return describe_reference(
            api,
            show_overview=self._show_overview,
            tags=self._tags,
            operations=self._operations,
            check_examples=self._check_examples,
        )

    @property
    def collection(self) -> dict[str, Any]:
        """The document as a Postman collection, format v2.1.

        Raises:
            SourceError: the document cannot be loaded.
        """
        made: dict[str, Any] = json.loads(COLLECTIONS.of(self.api))
        return made

    def save_collection(self, path: str | Path | None = None) -> Path:
        """Write the Postman collection to a file, by default named after the API; return its path.

        Raises:
            SourceError: the document cannot be loaded.
        """
        api = self.api
        target = Path(path if path is not None else collection_name(api))
        target.write_text(COLLECTIONS.of(api), "utf-8")
        return target

    def client(
        self,
        base_url: str | None = None,
        *,
        token: str | Mapping[str, str] | None = None,
        api_key: str | Mapping[str, str] | None = None,
        username: str | None = None,
        password: str | None = None,
        timeout_seconds: float = 30.0,
    ) -> Client:
        """Return a client of the document; see `Client` for the arguments.

        Raises:
            SourceError: the document cannot be loaded.
            ShapeError: an argument has the wrong shape.
        """
        return Client(
            self.api,
            base_url,
            token=token,
            api_key=api_key,
            username=username,
            password=password,
            timeout_seconds=timeout_seconds,
        )

    def interactive(self, operation: str | tuple[str, str]) -> LiveOperation:
        """Return one operation of the document with live tabs.

        Args:
            operation: operationId, `GET /path` key or (method, path).

        Raises:
            SourceError: the document cannot be loaded.
            ShapeError: there is no such operation.
        """
        api = self.api
        found = api.find(operation)
        if found is None:
            raise ShapeError("operation", "must be an operationId or a `GET /path` of the document", short(operation))
        return LiveOperation(api, found)

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        try:
            return self._html(self.api)
        except SourceError as error:
            return render_banner(error)

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        try:
            return reference_markdown(self._reference(self.api))
        except SourceError as error:
            return error_markdown(error)

    @property
    def text(self) -> str:
        """The output as plain text."""
        try:
            return reference_text(self._reference(self.api))
        except SourceError as error:
            return error_text(error)

    def _html(self, api: Api) -> str:
        actions = collection_actions(COLLECTIONS.of(api), collection_name(api)) if self._show_overview else EMPTY
        return render_reference(self._reference(api), actions=actions, script=page_script())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        # One fetch for the three forms: they must speak of the same document.
        try:
            api = self.api
        except SourceError as error:
            return {
                "text/html": render_banner(error),
                "text/markdown": error_markdown(error),
                "text/plain": error_text(error),
            }
        return {
            "text/html": self._html(api),
            "text/markdown": reference_markdown(self._reference(api)),
            "text/plain": reference_text(self._reference(api)),
        }

    @property
    def _title(self) -> str:
        try:
            return self.api.title
        except SourceError as error:
            return error.title

    def __repr__(self) -> str:
        # Short and without a fetch: a list or a log may hold it. A cell shows the text form instead.
        given = self._source
        return f"OpenApiEmbed({'a mapping' if isinstance(given, Mapping) else visible_line(str(given))})"


class _Live(Shown):
    """What is shown live in a kernel: the card as one output, its samples as a widget in the next."""

    def _parts(self) -> tuple[LivePart, ...]:
        raise NotImplementedError

    def _static_html(self) -> str:
        raise NotImplementedError

    _method = ""

    def _ipython_display_(self) -> None:
        # IPython falls back to the one static output when this is raised.
        if not has_widgets():
            raise NotImplementedError
        parts = self._parts()
        if not parts:
            raise NotImplementedError
        from apiref_nb.interactive.tabs import live_tabs  # noqa: PLC0415 - ipywidgets only when something lives

        static = {**self._repr_mimebundle_(), "text/html": self._static_html()}
        show_pair(static, live_tabs(parts, self._method))


class LiveOperation(_Live):
    """One operation of a document with all its rows and live tabs; `OpenApiEmbed.interactive` makes it."""

    def __init__(self, api: Api, operation: ApiOperation) -> None:
        self.api = api
        """The document."""
        self.operation = operation
        """The operation."""
        self._method = operation.method
        self._name = "ar" + hashlib.sha256(f"{api.digest} {operation.key}".encode()).hexdigest()[:10]

    @cached_property
    def _described(self) -> Reference:
        return describe_reference(self.api, show_overview=False, operations=(self.operation.key,))

    @cached_property
    def _view(self) -> OperationView:
        servers = self.api.servers
        return describe_operation(
            self.operation, rows=Rows(RowLimits(6, 400)), session=SampleSession(), servers=servers
        )

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        return root(render_operation(self._view, anchor=self._name), page_script())

    def _static_html(self) -> str:
        return root(render_operation(self._view, anchor=self._name, static=True), page_script())

    def _parts(self) -> tuple[LivePart, ...]:
        view = self._view
        if view.card is None:
            return ()
        return live_parts(
            view.card, tabs=view.tabs, name=self._name, body=view.body_panels, responses=view.response_panels
        )

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        return reference_markdown(self._described)

    @property
    def text(self) -> str:
        """The output as plain text."""
        return reference_text(self._described)

    @property
    def _title(self) -> str:
        return self.operation.key

    def __repr__(self) -> str:
        return f"LiveOperation({visible_line(self.operation.key)})"


class ApiBlock(_Live):
    """One REST endpoint as a card, from one typed object.

    Args:
        operation: an `Operation`, a mapping of its fields in snake_case or camelCase, or an operation of an `Api`.
        base_url: stands muted before the path, and in the samples.
        rate_limit: a `RateLimit` or mapping: a line under the summary.
        code_examples: `CodeExample`s or mappings: tabs after the generated cURL tab, which is always first.
        show_parameters: False hides the parameter rows; the samples stay as they are.

    Raises:
        ShapeError: names the exact field, what is allowed there and what was found.

    `baseUrl`, `rateLimit`, `codeExamples` and `showParameters` are accepted too.
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
        props = Props("ApiBlock", camel, spellings)
        base = props.text("base_url", base_url)
        limit = props.take("rate_limit", rate_limit)
        examples = props.take("code_examples", code_examples, ())
        self.show_parameters = props.flag("show_parameters", show_parameters, default=True)
        self.rate_limit = None if limit is None else RateLimit.read(limit, props.spelled("rate_limit"))
        self.code_examples = CodeExample.read_all(() if examples is None else examples, props.spelled("code_examples"))
        props.end()
        if isinstance(operation, ApiOperation):
            self.operation = block_operation(operation)
            self.base_url = base or next((server.resolved for server in operation.servers if server.resolved), "")
            generated = request_tabs(operation)
        else:
            self.operation = Operation.read(operation, "operation")
            self.base_url = base or ""
            curl = LANGUAGES["curl"]
            request = block_request(self.operation, self.base_url)
            generated = (CodeExample(language=curl.grammar, label=curl.label, code=curl.write(request)),)
        self._tabs = (*generated, *self.code_examples)

    @property
    def shown_operation(self) -> Operation:
        """The operation without what `show_parameters` hides; for the forms that list its rows."""
        return self.operation if self.show_parameters else self.operation.model_copy(update={"parameters": ()})

    @cached_property
    def _name(self) -> str:
        """Start of the names that group tabs: the same for the same props, in every process."""
        parts = (self.operation, self.base_url, self.rate_limit, self._tabs, self.show_parameters)
        return "ar" + hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:10]

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        return self._render()

    def _render(self, *, static: bool = False) -> str:
        return render_block(
            self.operation,
            tabs=self._tabs,
            name=self._name,
            base_url=self.base_url,
            rate_limit=self.rate_limit,
            show_parameters=self.show_parameters,
            static=static,
        )

    def _static_html(self) -> str:
        return self._render(static=True)

    def _parts(self) -> tuple[LivePart, ...]:
        return live_parts(self.operation, tabs=self._tabs, name=self._name)

    @property
    def _method(self) -> str:  # type: ignore[override] # fixed by the operation
        return self.operation.method

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        return block_markdown(self.shown_operation, tabs=self._tabs, base_url=self.base_url, rate=self.rate_limit)

    @property
    def text(self) -> str:
        """The output as plain text."""
        return block_text(self.shown_operation, tabs=self._tabs, base_url=self.base_url, rate=self.rate_limit)

    @property
    def _title(self) -> str:
        return f"{self.operation.method} {self.operation.path}"

    def __repr__(self) -> str:
        return f"ApiBlock({visible_line(self._title)})"


class _Field(Shown):
    """What ParamField and ResponseField share: one row."""

    row: Row
    _describe_always = False

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        return render_field(self.row, describe_always=self._describe_always)

    @property
    def markdown(self) -> str:
        """The output as Markdown."""
        return row_markdown(self.row)

    @property
    def text(self) -> str:
        """The output as plain text."""
        return row_text(self.row)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({visible_line(self.row.name)})"


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

    Raises:
        ShapeError: a prop has the wrong shape.

    `defaultValue` is accepted too.
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
        props = Props("ParamField", camel, {"defaultValue": "default_value"})
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
            default=default,
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
        props = Props("ResponseField", unknown, {})
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


class Props:
    """Checks the props of one component; accepts the camelCase spelling of a prop in the place of the other."""

    def __init__(self, component: str, camel: Mapping[str, Any], spellings: Mapping[str, str]) -> None:
        self._component = component
        self._given = {spellings.get(name, name): (name, value) for name, value in camel.items()}
        self._known = set(spellings.values())
        self._spelled = {snake: name for snake, (name, _value) in self._given.items()}

    def take(self, name: str, value: Any, default: object = None) -> Any:  # noqa: ANN401 - any prop
        """Return the prop's value, in whichever spelling it was given; `default` is what an absent one holds."""
        if name not in self._known or name not in self._given:
            return value
        spelled, taken = self._given.pop(name)
        if value is not default and value != default:
            raise ShapeError(spelled, f"is given twice ({spelled} and {name})")
        return taken

    def spelled(self, name: str) -> str:
        """Return the prop's name as the caller wrote it."""
        return self._spelled.get(name, name)

    def flag(self, name: str, value: object, *, default: bool = False) -> bool:
        """Return a prop that must be True or False."""
        taken = self.take(name, value, default)
        if not isinstance(taken, bool):
            raise ShapeError(self.spelled(name), "must be True or False", short(taken))
        return taken

    def text(self, name: str, value: object) -> str | None:
        """Return a prop that must be text or None."""
        taken = self.take(name, value)
        if taken is not None and not isinstance(taken, str):
            raise ShapeError(self.spelled(name), "must be text", short(taken))
        return taken

    def required_text(self, name: str, value: object) -> str:
        """Return a prop that must be text of at least one character."""
        taken = self.text(name, value)
        if not taken:
            raise ShapeError(self.spelled(name), "must have at least 1 character", short(value))
        return taken

    def end(self) -> None:
        """Raise for a prop that the component does not have."""
        for name, _value in self._given.values():
            raise ShapeError(name, f"is not a prop of {self._component}")


def collection_name(api: Api) -> str:
    """Return the file name that a collection is offered under."""
    return f"{api.slug}.postman_collection.json"


def operation_keys(given: Sequence[str | tuple[str, str]] | None) -> tuple[str | tuple[str, str], ...] | None:
    """Return the prop `operations`: operationIds, `GET /path` keys or (method, path) pairs."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise ShapeError("operations", "must be a list of operationIds, keys or pairs", short(given))
    if not given:
        raise ShapeError("operations", "must name at least one")
    keys: Sequence[object] = given
    for index, key in enumerate(keys):
        pair = isinstance(key, tuple) and len(key) == 2 and all(isinstance(part, str) for part in key)
        if not (pair or isinstance(key, str)):
            expected = "must be an operationId, a `GET /path` key or (method, path)"
            raise ShapeError(f"operations[{index}]", expected, short(key))
    return tuple(given)


def names(prop: str, given: Sequence[str] | None) -> tuple[str, ...] | None:
    """Return a prop that must be a list of text."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise ShapeError(prop, "must be a list of names", short(given))
    if not given:
        raise ShapeError(prop, "must name at least one")
    for index, name in enumerate(given):
        if not isinstance(name, str):
            raise ShapeError(f"{prop}[{index}]", "must be text", short(name))
    return tuple(given)
