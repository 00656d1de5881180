"""What a page says, as plain values: every output format is written from these views, and says the same."""

from __future__ import annotations

from apiref_nb.describing.bodies import BodyView, MediaView, ResponseView
from apiref_nb.describing.card import Answer, Card, Panel, block_card
from apiref_nb.describing.operation import CallbackView, OperationView, describe_operation, operation_card, title_of
from apiref_nb.describing.reference import Reference, SchemaView, describe_reference
from apiref_nb.describing.row import Row
from apiref_nb.describing.row_room import RowLimits
from apiref_nb.describing.rows import Rows
from apiref_nb.describing.types import Fact
from apiref_nb.requests.type_labels import type_label
from apiref_nb.text.plurals import plural

__all__ = [
    "Answer",
    "BodyView",
    "CallbackView",
    "Card",
    "Fact",
    "MediaView",
    "OperationView",
    "Panel",
    "Reference",
    "ResponseView",
    "Row",
    "RowLimits",
    "Rows",
    "SchemaView",
    "block_card",
    "describe_operation",
    "describe_reference",
    "operation_card",
    "plural",
    "title_of",
    "type_label",
]
