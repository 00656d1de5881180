"""The words around the set-up cell of a page: which variables of the environment it reads, and what each is for.

In: the credentials that a page needs. Out: Markdown. The names are our own; no document can choose one.
"""

from __future__ import annotations

from collections.abc import Iterable

from apiref_nb.model import SecurityScheme
from apiref_nb.pages.code_cells import OFFLINE_VARIABLE, credential_arguments, variables
from apiref_nb.requests.plan import BASE_URL_VARIABLE
from apiref_nb.writing.markdown_text import Markdown, code, join, left_table, strong, text

MEANINGS = {
    "API_TOKEN": "Bearer or OAuth token.",
    "API_KEY": "API key.",
    "API_USER": "User name.",
    "API_PASSWORD": "Password.",
}
ADDRESS = {
    True: ("when the API answers elsewhere than the document says.", "Where the API answers, when it is elsewhere."),
    False: ("for the document names no address.", "Where the API answers; the document does not say it."),
}
"""Whether the address is known without the variable -> its meaning within a sentence, and in a table."""


def setup_words(
    credentials: tuple[str, ...], *, addressed: bool, changes: bool = False, offline: bool = False
) -> Markdown:
    """Return the words before the set-up cell.

    Args:
        credentials: the arguments of `Client` that the page needs.
        addressed: True when the document or the import names an address.
        changes: True when calls of the page may change data.
        offline: True when the calls are answered from the document.
    """
    address, *names = map(code, variables(credentials))
    given = [Markdown(f"{join(names, ', ')},"), text("and")] if names else []
    first = text("Run this cell first; every call below uses its client.")
    warning = strong(text("Running all cells sends also the calls that change data.")) if changes else ""
    answers = join(
        [text("Answers come from the document, until the line with"), code(OFFLINE_VARIABLE), text("is removed.")]
    )
    return join(
        [
            first,
            answers if offline else "",
            warning,
            text("From the environment it takes"),
            *given,
            address,
            text(ADDRESS[addressed][0]),
        ]
    )


def environment_words(schemes: Iterable[SecurityScheme], *, addressed: bool) -> str:
    """Return what the set-up cells of all pages read from the environment, as a table.

    Args:
        schemes: the security schemes that the document declares.
        addressed: True when the document or the import names an address.
    """
    meanings = MEANINGS | {BASE_URL_VARIABLE: ADDRESS[addressed][1]}
    rows = [(code(name), text(meanings[name])) for name in variables(credential_arguments(schemes))]
    note = text("The set-up cell of each page reads these from the environment; no page holds a credential.")
    return f"{note}\n\n{left_table(('Variable', 'Meaning'), rows)}"
