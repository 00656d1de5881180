"""Tables that know their types: the columns that a document declares, and records written into them.

In: a response's schema, and records as JSON data. Out: a `ColumnPlan`, a pandas frame, an Arrow table, Parquet files.
It knows no HTTP and no operation; pandas and pyarrow are imported when something is made with them.
"""

from __future__ import annotations

from apiref_nb.frames.arrow_tables import arrow_schema, arrow_table, csv_table
from apiref_nb.frames.column_types import ColumnPlan
from apiref_nb.frames.growing import GrowingFrame, GrowingTable
from apiref_nb.frames.pandas_frames import csv_frame, data_frame
from apiref_nb.frames.planning import column_plan
from apiref_nb.frames.records import declared_records, record_schema, records
from apiref_nb.frames.table_options import TableOptions

__all__ = [
    "ColumnPlan",
    "GrowingFrame",
    "GrowingTable",
    "TableOptions",
    "arrow_schema",
    "arrow_table",
    "column_plan",
    "csv_frame",
    "csv_table",
    "data_frame",
    "declared_records",
    "record_schema",
    "records",
]
