"""What a schema means: `allOf` folded, constraints, validity, values that meet it, published examples checked."""

from __future__ import annotations

from apiref_nb.schemas.constraints import Direction
from apiref_nb.schemas.example_checks import check_examples
from apiref_nb.schemas.folding import merged
from apiref_nb.schemas.judging import all_faults
from apiref_nb.schemas.session import SampleSession

__all__ = [
    "Direction",
    "SampleSession",
    "all_faults",
    "check_examples",
    "merged",
]
