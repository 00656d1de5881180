"""`PartValues`: what an object or an array asks of the one that makes the values of its parts.

`ValueGenerator` is one; `objects` and `arrays` see no more of it than this.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from apiref_nb.model import Schema
from apiref_nb.schemas.constraints import Rule, Rules
from apiref_nb.schemas.generated import Generated
from apiref_nb.schemas.simple_values import PlainValues
from apiref_nb.text.json_value import JsonValue


class PartValues(ABC):
    """Makes the values of parts, within a bound of steps."""

    rules: Rules
    """Constraints of the document's schemas."""
    plain: PlainValues
    """Values of schemas that say no more than a type, bounds and a format."""
    steps: int
    """Schemas that may still be looked at."""

    @abstractmethod
    def rule(self, schema: Schema) -> Rule:
        """Return the constraints of a schema in the direction of the sample."""

    @abstractmethod
    def meets(self, rule: Rule, value: JsonValue) -> bool:
        """Return True when nothing is wrong with a value, or nobody can say.

        Args:
            rule: what the value has to meet.
            value: any JSON value.
        """

    @abstractmethod
    def make(self, schema: Schema, level: int, path: tuple[str, ...], variant: int = 0, name: str = "") -> Generated:
        """Return a value for a schema.

        Args:
            schema: any node.
            level: how much of what is optional may be in it; see `CAPS`.
            path: pointers of the schemas around it.
            variant: 0 for the best value, more for others where several different ones are needed.
            name: of the property that holds the value; says what a reader would expect.
        """
