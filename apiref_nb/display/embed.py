"""`OpenApiEmbed`: the reference of a whole document. The only errors that it catches are those of its source."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from apiref_nb.display.output import Bundle, Output
from apiref_nb.display.props import Props, names, operations_prop
from apiref_nb.errors import ShapeError, SourceError
from apiref_nb.fetching.address_policy import Network
from apiref_nb.load.options import Options, References
from apiref_nb.load.sources import ByteStream, KeptFile, Source
from apiref_nb.model.api import Api
from apiref_nb.text.invisible_characters import visible_line
from apiref_nb.text.numbers import is_whole
from apiref_nb.text.quoting import short

if TYPE_CHECKING:
    from apiref_nb.client import Client
    from apiref_nb.client.connections import Certificate, Transport, Trust
    from apiref_nb.client.environment import Mode
    from apiref_nb.display.live_view import LiveView
    from apiref_nb.load.outputs import Outputs
    from apiref_nb.mock import Mock

_CREDENTIALS = frozenset({"headers", "auth", "token", "api_key", "proxy", "verify"})
_NO_CREDENTIALS = (
    "is no prop, for the embed sends no credentials; give it a document that you loaded with them: "
    "OpenApiEmbed(load_api(address, headers=…))"
)


class OpenApiEmbed(Output):
    """The reference of a whole OpenAPI document.

    The document is fetched when the output is made. When it cannot be loaded, the output is a banner that names the
    address and the cause; the cell and the rest of the notebook go on.

    Args:
        url: http(s) address of a JSON or YAML document; a `pathlib.Path`, a mapping, bytes and an open file are read as
            they are, and an `Api` that `load_api` returned is shown as it is.
        revalidate: seconds for which a fetched document is used again; 0 fetches at every render.
        show_overview: False drops title, version, description, servers, download, summary line and notes.
        tags: names of groups to show; None shows all.
        operations: operationIds, `GET /path` keys or (method, path) pairs to show; None shows all.
        network: `public` refuses addresses that are not on the public internet.
        check_examples: False leaves published examples unchecked against their schemas.
        overlays: OpenAPI Overlays to apply, each a source like the document.
        root: folder that the files of a local document may stand in; its own when None.
        references: `any` follows references from an address to other hosts too.
        height: pixels of the pane in which the output scrolls in a notebook, its contents beside it; "auto" gives a
            pane of its own to a reference of 12 operations or more, None lets every output grow.
        camel: the same props as `showOverview` and `checkExamples`.

    Raises:
        ShapeError: an argument has the wrong shape.
    """

    def __init__(
        self,
        url: Source | Api,
        revalidate: float = 3600,
        show_overview: bool = True,
        *,
        tags: Sequence[str] | None = None,
        operations: Sequence[str | tuple[str, str]] | None = None,
        network: Network = "any",
        check_examples: bool = True,
        overlays: Source | Sequence[Source] = (),
        root: str | Path | None = None,
        references: References = "same-origin",
        height: int | Literal["auto"] | None = "auto",
        **camel: Any,  # noqa: ANN401 - the seed's spelling of the same props
    ) -> None:
        props = Props(OpenApiEmbed, camel, {"showOverview": "show_overview", "checkExamples": "check_examples"})
        for name in camel:
            if name in _CREDENTIALS:
                raise ShapeError(name, _NO_CREDENTIALS)
        self._check_examples = props.flag("check_examples", check_examples, default=True)
        self._show_overview = props.flag("show_overview", show_overview, default=True)
        props.end()
        if not isinstance(url, str | Path | Mapping | bytes | ByteStream | Api):
            words = "must be an http(s) address, a pathlib.Path, a mapping, bytes, an open file or an Api"
            raise ShapeError("url", words, short(url))
        self._options = Options(
            revalidate=revalidate, network=network, overlays=overlays, root=root, references=references
        )
        # An open file is read once, and shown as often as the output is.
        self._source = KeptFile(url) if isinstance(url, ByteStream) else url
        if height is not None and height != "auto" and not is_whole(height):
            raise ShapeError("height", 'must be a number of pixels, "auto" or None', short(height))
        if isinstance(height, int) and not 200 <= height <= 20_000:
            raise ShapeError("height", "must be 200 to 20000 pixels", short(height))
        self._height: int | Literal["auto"] | None = height
        self._tags = names("tags", tags)
        self._operations = operations_prop(operations)

    @property
    def api(self) -> Api:
        """The document as a version-independent `Api`.

        Raises:
            SourceError: it cannot be loaded; where an output would show the banner.
        """
        if isinstance(self._source, Api):
            return self._source
        from apiref_nb.load.loading import load_with  # noqa: PLC0415 - the readers, when a document is read

        try:
            return load_with(self._source, self._options)
        except SourceError as fault:
            # The message says it all; the frames below say nothing to a caller.
            raise fault.with_traceback(None) from None

    def _outputs(self) -> Outputs:
        """Return the outputs of the document as it is now, asked for once."""
        from apiref_nb.load.outputs import Outputs, PageOptions  # noqa: PLC0415 - readers and writers, when one shows

        options = PageOptions(
            show_overview=self._show_overview,
            tags=self._tags,
            operations=self._operations,
            check_examples=self._check_examples,
            height=self._height,
        )
        return Outputs(self.api, options)

    @property
    def collection(self) -> dict[str, Any]:
        """The document as a Postman collection, format v2.1.

        Raises:
            SourceError: the document cannot be loaded.
        """
        made: dict[str, Any] = json.loads(self._collection_text(self.api))
        return made

    @staticmethod
    def _collection_text(api: Api) -> str:
        from apiref_nb.load.collections import COLLECTIONS  # noqa: PLC0415 - only where one is asked for

        return COLLECTIONS.of(api).text

    def save(self, path: str | Path) -> Path:
        """Write the output to a file and return its path.

        Args:
            path: `.html` (a whole page), `.md`, `.txt`, or `.csv` (a table of the operations).

        Raises:
            SourceError: the document cannot be loaded; a banner never replaces a page.
            ShapeError: the name ends otherwise.
            OSError: the file cannot be written; what was there before is still there.
        """
        from apiref_nb.writing.formats import WHOLE  # noqa: PLC0415 - the writers, when one is asked for

        # One document for the title and the content, asked for once.
        outputs = self._outputs()
        return self._saved(path, {name: lambda name=name: outputs[name] for name in WHOLE})  # type: ignore[misc]

    def save_collection(self, path: str | Path | None = None) -> Path:
        """Write the Postman collection to a file, by default named after the API; return its path.

        Raises:
            SourceError: the document cannot be loaded.
            OSError: the file cannot be written.
        """
        from apiref_nb.load.files import write_file  # noqa: PLC0415 - only where a file is written

        api = self.api
        target = Path(path if path is not None else f"{api.slug}.postman_collection.json")
        write_file(target, self._collection_text(api).encode("utf-8", "backslashreplace"))
        return target

    def client(
        self,
        base_url: str | None = None,
        *,
        token: str | Mapping[str, str] | None = None,
        api_key: str | Mapping[str, str] | None = None,
        username: str | None = None,
        password: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        scopes: str | Sequence[str] | None = None,
        token_url: str | None = None,
        headers: Mapping[str, str] | None = None,
        cookies: Mapping[str, str] | None = None,
        keep_cookies: bool = False,
        credentials: Literal["environment", "prompt"] | None = None,
        verify: Trust = True,
        cert: Certificate | None = None,
        proxy: str | None = None,
        retries: int = 0,
        timeout_seconds: float = 30.0,
        limit_bytes: int = 50_000_000,
        check: bool = True,
        ignore_formats: bool | Collection[str] = False,
        transport: Transport | None = None,
        recording: str | os.PathLike[str] | None = None,
        mode: Mode = "once",
    ) -> Client:
        """Return a client of the document; see `Client` for the arguments.

        Raises:
            SourceError: the document cannot be loaded.
            ShapeError: an argument has the wrong shape.
        """
        from apiref_nb.client import Client  # noqa: PLC0415 - the HTTP library, when something is sent

        return Client(
            self.api,
            base_url,
            token=token,
            api_key=api_key,
            username=username,
            password=password,
            client_id=client_id,
            client_secret=client_secret,
            scopes=scopes,
            token_url=token_url,
            headers=headers,
            cookies=cookies,
            keep_cookies=keep_cookies,
            credentials=credentials,
            verify=verify,
            cert=cert,
            proxy=proxy,
            retries=retries,
            timeout_seconds=timeout_seconds,
            limit_bytes=limit_bytes,
            check=check,
            ignore_formats=ignore_formats,
            transport=transport,
            recording=recording,
            mode=mode,
        )

    def mock(self, *, seed: int = 0, dynamic: bool = False) -> Mock:
        """Return a transport that answers from the document: `embed.client(transport=embed.mock())`; see `Mock`.

        Args:
            seed: 0 answers with the values that the page shows; another number with others, always the same ones.
            dynamic: True makes each answer from its schema, another one for each request.

        Raises:
            SourceError: the document cannot be loaded.
            ShapeError: an argument has the wrong shape.
        """
        from apiref_nb.mock import Mock  # noqa: PLC0415 - only where a mock is made

        return Mock(self.api, seed=seed, dynamic=dynamic)

    def interactive(self, operation: str | tuple[str, str] | None = None, client: Client | None = None) -> LiveView:
        """Return a live view: contents with search, and of the operation in hand its form, its reply and its card.

        Args:
            operation: operationId, `GET /path` key or (method, path) of the one operation to show; None offers all
                operations that this embed shows.
            client: sends the requests; None makes one of the document, without credentials.

        Raises:
            SourceError: the document cannot be loaded.
            UnknownOperationError: there is no such operation; the message offers near ones.
            ShapeError: the client is no `Client`, or can send none of the operations.
        """
        from apiref_nb.client import Client  # noqa: PLC0415 - the HTTP library, when something is sent
        from apiref_nb.display.console import sendable  # noqa: PLC0415 - the notebook, when something lives in it
        from apiref_nb.display.live_view import LiveView  # noqa: PLC0415 - likewise

        outputs = self._outputs()
        api = outputs.api
        if client is None:
            client = Client(api)
        elif not isinstance(client, Client):
            raise ShapeError("client", "must be a Client", short(client))
        if operation is not None:
            return LiveView(api, (api[operation],), client)
        shown = {id(one) for one in outputs.reference.operations}
        return LiveView(api, [one for one in sendable(api, client) if id(one) in shown], client)

    @property
    def html(self) -> str:
        """The output as an HTML fragment with its style; the same bytes for the same input."""
        return self._form("text/html")

    @property
    def markdown(self) -> str:
        """The output as Markdown, without the samples that a saved file has."""
        return self._form("text/markdown")

    @property
    def text(self) -> str:
        """The output as plain text."""
        return self._form("text/plain")

    def _form(self, media_type: str) -> str:
        try:
            return self._outputs()[media_type]
        except SourceError as error:
            return banner_forms(error)[media_type]

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> Bundle:
        # One fetch for all forms, so that they speak of the same document; one page, so that its rows and samples are
        # made once.
        asked = True if "text/markdown" in (include or ()) else None
        try:
            return self._outputs().bundle(markdown=False if "text/markdown" in (exclude or ()) else asked)
        except SourceError as error:
            return banner_forms(error)
        except ShapeError as fault:
            # The message says it all; the frames below say nothing to whoever reads the cell.
            raise fault.with_traceback(None) from None

    def __repr__(self) -> str:
        # Short and without a fetch: a list or a log may hold it. A cell shows the text form instead.
        if isinstance(self._source, Api):
            return f"OpenApiEmbed({self._source!r})"
        for kind, words in ((Mapping, "a mapping"), (bytes, "bytes"), (KeptFile, "an open file")):
            if isinstance(self._source, kind):
                return f"OpenApiEmbed({words})"
        from apiref_nb.fetching.addresses import without_credentials  # noqa: PLC0415 - only for an address

        return f"OpenApiEmbed({visible_line(without_credentials(str(self._source)))})"


def banner_forms(error: SourceError) -> Bundle:
    """Return the banner of a document that could not be loaded: media type -> text."""
    from apiref_nb.writing.html.banner import render_banner  # noqa: PLC0415 - the writers, when one is asked for
    from apiref_nb.writing.markdown import error_markdown  # noqa: PLC0415 - likewise
    from apiref_nb.writing.plain_text import error_text  # noqa: PLC0415 - likewise

    return {
        "text/html": str.__str__(render_banner(error)),
        "text/markdown": error_markdown(error),
        "text/plain": error_text(error),
    }
