"""Everything that this package raises on purpose, in one tree.

    ApirefError
    ├── SourceError            an OpenAPI document could not be shown; has `source` and `cause`
    │   ├── AddressError       1  the URL does not parse, or is not http(s), or may not be contacted
    │   ├── UnreachableError   2  no answer in time, no connection, or a status other than 2xx
    │   ├── RedirectError      3  more than five redirect hops
    │   ├── DocumentSyntaxError      4  the body is not valid JSON or YAML
    │   ├── UnsupportedError   5  the document is not OpenAPI 2.0, 3.0, 3.1 or 3.2
    │   ├── TooLargeError      6  the document is larger than the limit (bytes, depth or nodes)
    │   └── FileError             a file does not exist, is no file, or cannot be read
    ├── ShapeError             a prop or argument has the wrong shape; has `path`
    │   └── UnknownOperationError    no operation of the document has this name; also a KeyError
    ├── RequestError           a request could not be sent, or was not answered
    │   └── RecordingError     a recording cannot be read, has no answer to a request, or no longer fits the document
    ├── StatusError            an answer says that a request failed; has `status`
    ├── BodyError              the body of an answer is not what was asked of it, such as JSON; also a ValueError
    ├── PagingError            how an operation pages is not known, or an answer does not page as it should
    ├── RecordsError           a body has no records to make a frame of; also a ValueError
    │   └── MismatchError         values of records are not of the types that the document declares; has `mismatches`
    ├── PartitionError         parts of a call over many values failed again and again; has `failed`
    └── PageError              a page on disk would be lost by writing over it

The numbers are the banner conditions. Nothing else leaves the package on bad input, but `OSError` where a file that
the caller named cannot be written.
"""

from __future__ import annotations


class ApirefError(Exception):
    """The root: `except ApirefError` catches whatever this package raises on purpose."""


class SourceError(ApirefError):
    """An OpenAPI document could not be loaded.

    Args:
        source: the address or path as the caller gave it, with credentials removed.
        cause: one sentence that says what failed, what is allowed and what was found.
    """

    title = "The API description could not be loaded"

    def __init__(self, source: str, cause: str) -> None:
        super().__init__(source, cause)
        self.source = source
        self.cause = cause

    def __str__(self) -> str:
        return f"{self.source}: {self.cause}" if self.source else self.cause

    @property
    def sentence(self) -> str:
        """The cause as a sentence of its own, for the banner: it begins with a capital and ends with a full stop."""
        cause = self.cause[:1].upper() + self.cause[1:]
        return cause if cause.endswith((".", "?", "!")) else f"{cause}."


class AddressError(SourceError):
    """The address does not parse, is not http or https, or may not be contacted (also on a redirect hop)."""

    title = "This address cannot be used"


class UnreachableError(SourceError):
    """The host gave no complete answer in time, refused the connection, or answered with a status other than 2xx."""

    title = "The host did not deliver the document"


class RedirectError(SourceError):
    """More redirect hops than allowed."""

    title = "Too many redirects"


class DocumentSyntaxError(SourceError):
    """The body is not valid JSON or YAML.

    Args:
        source: see SourceError.
        cause: see SourceError; ends with the line and column when they are known.
        line: line of the fault, counted from 1, or None.
        column: column of the fault, counted from 1, or None.
    """

    title = "The document could not be read"

    def __init__(self, source: str, cause: str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__(source, cause)
        self.line = line
        self.column = column


class UnsupportedError(SourceError):
    """The document is not OpenAPI 2.0, 3.0, 3.1 or 3.2."""

    title = "This is not an OpenAPI document that can be read"


class TooLargeError(SourceError):
    """The document is larger than the limit: bytes, nesting depth or expanded nodes."""

    title = "The document is too large"


class FileError(SourceError):
    """The file does not exist, is neither a file nor a pipe, or cannot be read."""

    title = "The file could not be read"


class ShapeError(ApirefError, ValueError):
    """A prop or an argument has the wrong shape.

    Args:
        path: the exact field, in the caller's own spelling, such as `operation.parameters[2].location`.
        expected: what is allowed there, such as `must be path, query, header or body`.
        found: what was there, as short text; empty when nothing was there.
    """

    def __init__(self, path: str, expected: str, found: str = "") -> None:
        super().__init__(path, expected, found)
        self.path = path
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.path}: {self.expected}" + (f" (got {self.found})" if self.found else "")


class UnknownOperationError(ShapeError, KeyError):
    """No operation of the document has this name; the message offers those that are near."""


class RequestError(ApirefError):
    """A request could not be sent or was not answered: one sentence, without credentials."""


class RecordingError(RequestError):
    """A recording cannot be read or written, has no answer to a request, or no longer fits the document.

    The message names the file and the place in it, or the nearest recorded request and what differs.
    """


class StatusError(ApirefError):
    """An answer with a status of 400 or more, where only a success is of use.

    Args:
        message: the operation, the status and the server's own words, secrets masked.
        status: the status code.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class BodyError(ApirefError, ValueError):
    """The body of an answer is not what was asked of it, such as JSON."""


class RecordsError(ApirefError, ValueError):
    """A value holds no records, or more than one list of them; the message names the paths that there are."""


class PagingError(ApirefError, ValueError):
    """How an operation pages is not known, or an answer leads nowhere; the message says what was found."""


class MismatchError(RecordsError):
    """Values of records are not of the types that the document declares.

    Args:
        message: the source, and up to ten places with what is allowed and what was found.
        mismatches: (row, column, what is allowed) of every value, in the order of rows.
    """

    def __init__(self, message: str, mismatches: tuple[tuple[int, str, str], ...] = ()) -> None:
        super().__init__(message, mismatches)
        self.mismatches = mismatches

    def __str__(self) -> str:
        return str(self.args[0])


class PartitionError(ApirefError):
    """Partitions of a call over many values failed again and again; the message names them.

    Args:
        message: the operation, how many failed, and up to ten of them with why.
        failed: for each the (argument, value) pairs that tell it from the others.
    """

    def __init__(self, message: str, failed: tuple[tuple[tuple[str, object], ...], ...] = ()) -> None:
        super().__init__(message, failed)
        self.failed = failed

    def __str__(self) -> str:
        return str(self.args[0])


class PageError(ApirefError):
    """A page on disk would be lost by writing over it; the message names the file and the way to insist."""
