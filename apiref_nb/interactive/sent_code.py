"""A request that a form has sent, as code that a reader can keep: Python and cURL, without any secret.

In: an operation of a client and the values of the form. Out: source text. Credentials stand there as the samples of the
document write them (`<token>`, a variable of the environment); passwords among the values are `***`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from apiref_nb.client import Client, OperationCall
from apiref_nb.client.planned import planned, without_secrets
from apiref_nb.errors import ApirefError
from apiref_nb.interactive.limits import LIMITS
from apiref_nb.model.card_parts import GeneratedExample
from apiref_nb.requests.languages import LANGUAGES
from apiref_nb.requests.masking import MASK
from apiref_nb.requests.sensitive import hides_value, is_sensitive

SHOWN = ("python", "curl")
"""Keys of the languages, in the order of their tabs."""


def sent_code(
    client: Client, call: OperationCall, values: Mapping[str, Any], hidden: Collection[str] = ()
) -> tuple[GeneratedExample, ...]:
    """Return the request in each language; empty where it cannot be planned.

    Args:
        client: what sends it; its secrets are masked wherever they stand.
        call: the operation of that client.
        values: what the form says, by name of the argument.
        hidden: dotted names of members of the body that are not to be shown.
    """
    shown = {
        argument.name: MASK if hides_value(argument.parameter) else values[argument.name]
        for argument in call.arguments
        if argument.name in values
    }
    shown |= {name: value for name, value in values.items() if name not in shown}
    if "body" in shown:
        shown["body"] = _masked(shown["body"], frozenset(hidden))
    try:
        plan = planned(call, shown)
    except ApirefError:
        return ()
    made = ((LANGUAGES[key], LANGUAGES[key].write(plan)) for key in SHOWN)
    return tuple(
        GeneratedExample(language=one.grammar, label=f"As {one.label}", code=without_secrets(client, code))
        for one, code in made
    )


def _masked(value: Any, hidden: frozenset[str], place: str = "", depth: int = 0) -> Any:  # noqa: ANN401 - JSON data
    """Return a body with `***` in the place of every password and token in it."""
    if depth > LIMITS.max_body_levels:
        return MASK
    if isinstance(value, Mapping):
        return {
            name: MASK
            if isinstance(item, str) and (is_sensitive(str(name)) or f"{place}{name}" in hidden)
            else _masked(item, hidden, f"{place}{name}.", depth + 1)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_masked(item, hidden, place, depth + 1) for item in value]
    return value
