"""The client: an operation and arguments become a request, its answer a `Reply`; `verify` tries every operation.

In: `Api`, arguments, credentials. Out: `Reply`, `VerifyReport`. Beside `fetching` the only room with sockets.
"""

from __future__ import annotations

from apiref_nb.client.calls import OperationCall
from apiref_nb.client.client import Client, holds_credential
from apiref_nb.client.page_look import PageLook, page_look
from apiref_nb.client.reply import Reply
from apiref_nb.client.session import no_address
from apiref_nb.client.sign_in import authorization_code, authorization_code_async
from apiref_nb.client.verify import VerifyReport, verify
from apiref_nb.requests.arguments import Argument

__all__ = [
    "Argument",
    "Client",
    "OperationCall",
    "PageLook",
    "Reply",
    "VerifyReport",
    "authorization_code",
    "authorization_code_async",
    "holds_credential",
    "no_address",
    "page_look",
    "verify",
]
