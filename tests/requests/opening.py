"""Opens plain mappings as `Schema` nodes, references to `$defs` and `components` of one root followed."""

from __future__ import annotations

from apiref_nb.model import Schema


def open_schema(raw, root=None, pointer="#"):
    root = raw if root is None else root
    known = {}

    def opener(raw, pointer):
        if raw is True:
            raw = {}
        elif raw is False:
            raw = {"not": True}
        ref = raw.get("$ref")
        if isinstance(ref, str):
            here = root
            try:
                for token in ref.lstrip("#").strip("/").split("/") if ref != "#" else []:
                    here = here[token.replace("~1", "/").replace("~0", "~")]
            except (KeyError, TypeError):
                return Schema({}, pointer=pointer, open_schema=opener, unresolved=ref)
            target = known.get(ref)
            if target is None:
                target = opener(here, ref)
                target.name = ref.rsplit("/", 1)[-1]
                known[ref] = target
            siblings = {key: value for key, value in raw.items() if key != "$ref"}
            if siblings:
                return Schema(
                    {**siblings, "allOf": [*siblings.get("allOf", ()), target]}, pointer=pointer, open_schema=opener
                )
            return target
        return Schema(raw, pointer=pointer, open_schema=opener)

    return opener(raw, pointer)
