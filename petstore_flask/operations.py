"""The table of the service: 19 operations on 13 paths, in the order the document shows them, and 2 that page.

Everything that needs to know which operations exist reads this table: `app` routes by it, `document` describes it.
"""

from collections.abc import Mapping

from petstore_flask.list_operations import LIST_OPERATIONS
from petstore_flask.operation import Operation
from petstore_flask.pet_operations import PET_OPERATIONS
from petstore_flask.store_operations import STORE_OPERATIONS
from petstore_flask.user_operations import USER_OPERATIONS

OPERATIONS: tuple[Operation, ...] = (*PET_OPERATIONS, *STORE_OPERATIONS, *USER_OPERATIONS)


def operations_by_path(*, paging: bool = False) -> Mapping[str, Mapping[str, Operation]]:
    """Operations by path and method, in the order of the table.

    Args:
        paging: whether those that page are among them.
    """
    paths: dict[str, dict[str, Operation]] = {}
    for operation in (*OPERATIONS, *(LIST_OPERATIONS if paging else ())):
        paths.setdefault(operation.path, {})[operation.method] = operation
    return paths
