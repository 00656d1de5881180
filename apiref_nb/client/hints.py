"""What to do next after an answer that is no success, in words."""

from __future__ import annotations

from apiref_nb.client.course import Answer
from apiref_nb.client.limits import CALLS
from apiref_nb.requests.authorization import Authorization
from apiref_nb.requests.plan import RequestPlan
from apiref_nb.text.invisible_characters import visible_line


def refusal_hint(status: int, found: Authorization) -> str:
    """Return why the server did not let a request in, as far as the client knows.

    Args:
        status: of the answer.
        found: what the request carried.
    """
    words = []
    if found.wanted:
        words.append(f"No credential was sent. The operation asks for {found.wanted}.")
    elif found.proves:
        verdict = "was not accepted" if status == 401 else "does not allow this"
        words.append(f"The credential that was sent {verdict}.")
    for name, reason in found.unsent:
        if not found.wanted:
            words.append(f"{name}=… was given and not sent: {reason}.")
    if not words or (found.unsent and not found.wanted and not found.proves):
        words.append('The server asks for a credential that the document does not: headers={"…": "…"} sends it.')
    return visible_line(" ".join(words))


def redirect_hint(prepared: RequestPlan, answer: Answer, where: str, declared: bool) -> str:
    """Return why a redirect was not followed.

    Args:
        prepared: the request.
        answer: the redirect.
        where: it leads to, as it may be shown.
        declared: the document declares its status.
    """
    if len(answer.redirects) >= CALLS.max_redirects:
        return f"{CALLS.max_redirects} redirects were followed; the next one leads to {where}"
    if prepared.method not in ("GET", "HEAD"):
        return f"Redirects are followed for GET and HEAD only; this one leads to {where}"
    if declared:
        return f"The document declares this redirect, so it is the answer; it leads to {where}"
    return f"Redirects to another origin are not followed; this one leads to {where}"
