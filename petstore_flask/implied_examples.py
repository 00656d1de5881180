"""Examples that follow from a record and need not be written by hand: no credential, a body that is no JSON, and so on.

`document` shows them beside the written ones; the tests send each of them and compare the answers.
"""

from petstore_flask.auth import insufficient_scope, unauthorized
from petstore_flask.operation import Example, Operation, refusal
from petstore_flask.request_reading import too_large, wrong_media_type
from petstore_flask.settings import Settings


def with_implied_examples(operation: Operation, settings: Settings) -> tuple[Example, ...]:
    """The written examples of an operation, and those of credentials, size and media type.

    Args:
        operation: the operation.
        settings: whether credentials are asked for, and the limits of sizes in bytes.
    """
    implied: list[Example] = []
    if settings.auth == "on" and operation.security:
        implied.append(refusal("noCredential", "Sent without a credential", unauthorized(operation.security)))
        scopes = next((requirement.scopes for requirement in operation.security if requirement.scopes), None)
        if scopes is not None:
            implied.append(refusal("scopeMissing", "Sent with a token of another scope", insufficient_scope(scopes)))
    if operation.body is not None:
        limit = settings.upload_limit_bytes if operation.body.adapter is None else settings.body_limit_bytes
        implied.append(refusal("tooLarge", "Sent with one byte too many", too_large(limit)))
        implied.append(
            refusal("wrongMediaType", "Sent as text", wrong_media_type(operation.body.media_type, "text/plain"))
        )
    return (*operation.examples, *implied)
