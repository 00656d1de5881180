"""Which list of an answer holds the records: one place, or the places between which a reader has to choose.

An operation and the shape of its answer come in; a path, or None with the candidates, goes out. Names decide, never how
many records there happen to be.
"""

from __future__ import annotations

from apiref_nb.model import ApiOperation
from apiref_nb.paging.answer_shape import AnswerShape, Member
from apiref_nb.paging.json_path import Path
from apiref_nb.paging.names import ASIDE, FOLDERS, WRAPPERS, plain


def records_of(operation: ApiOperation, shape: AnswerShape) -> Path | None:
    """Return where the records stand; None when the document does not say, or names more than one list.

    Args:
        operation: the operation.
        shape: of its success.
    """
    if shape.streams:
        return ()
    lists = candidates(shape)
    if any(not one.path for one in lists):
        return ()
    if len(lists) > 1:
        lists = _narrowed(operation, lists)
    return lists[0].path if len(lists) == 1 else None


def candidates(shape: AnswerShape) -> list[Member]:
    """Return the lists that may hold the records: the shallowest, without those that stand beside records.

    Args:
        shape: of the answer.
    """
    lists = [one for one in shape.lists if plain(one.name) not in ASIDE and not _told_of_pages(one)]
    lists = lists or list(shape.lists)
    direct = [one for one in lists if len(one.path) <= 1]
    wrapped = [one for one in lists if len(one.path) > 1 and all(_wraps(name) for name in one.path[:-1])]
    return direct or wrapped or lists


def _told_of_pages(one: Member) -> bool:
    return len(one.path) > 1 and any(plain(name) in FOLDERS for name in one.path[:-1])


def _wraps(name: str) -> bool:
    return plain(name) in WRAPPERS


def _narrowed(operation: ApiOperation, lists: list[Member]) -> list[Member]:
    """One list by its name: that of the path's last word, or a usual one; else those of objects among plain ones."""
    words = {plain(word) for word in operation.path.split("/") if word and "{" not in word}
    last = [plain(word) for word in operation.path.rstrip("/").split("/") if word and "{" not in word][-1:]
    by_path = [one for one in lists if plain(one.name) in last]
    by_path = by_path or [one for one in lists if plain(one.name) in words]
    if len(by_path) == 1:
        return by_path
    for wrapper in WRAPPERS:
        by_name = [one for one in lists if plain(one.name) == wrapper]
        if by_name:
            return by_name
    objects = [one for one in lists if "object" in one.item_types]
    return objects if len(objects) == 1 and len(objects) < len(lists) else lists
