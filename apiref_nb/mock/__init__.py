"""The mock: a document answers for itself. An `Api` comes in, a transport and a WSGI application go out.

It stands beside `client`, which it does not know: what one plans and sends, the other reads back and judges.
"""

from __future__ import annotations

from apiref_nb.mock.mock import Mock
from apiref_nb.mock.request_log import MockEntry

__all__ = ["Mock", "MockEntry"]
