"""`make_array`: an array that meets a schema without variants; one item where one is allowed."""

from __future__ import annotations

from apiref_nb.model import Schema
from apiref_nb.schemas.equality import canonical
from apiref_nb.schemas.folding import each_condition
from apiref_nb.schemas.generated import CAPS, Generated, Setting, level_for
from apiref_nb.schemas.intersections import meet
from apiref_nb.schemas.limits import SAMPLES
from apiref_nb.schemas.part_values import PartValues


def make_array(maker: PartValues, node: Schema, setting: Setting) -> Generated | None:
    """Return an array; attempt 0 is the fullest, the next one holds only what is required.

    Args:
        maker: makes the values of the items.
        node: a folded schema of an array.
        setting: how rich the value is to be, and what stands around it.
    """
    level, path, variant, attempt = setting.level, setting.path, setting.variant, setting.attempt
    if attempt > 2:
        return None
    keywords = maker.rule(node).keywords
    least, most = keywords.get("minItems", 0), keywords.get("maxItems")
    asked_for = _contained(maker, node)
    contained = len(asked_for)
    prefix, item = node.listed("prefixItems"), node.subschema("items")
    unnamed = item is None
    anything = node.derive({}, pointer=f"{node.pointer}/any")
    if item is None:
        item = node.subschema("unevaluatedItems")
    if max(least, contained) > SAMPLES.max_items:
        return Generated([], fault=f"needs {max(least, contained)} items, more than a sample shows")
    recursive = item is not None and item.pointer in path and not prefix
    cuts = frozenset((item.pointer,)) if item is not None and recursive else frozenset()
    optional = 0
    if level > 0 and attempt == 0 and not recursive:
        optional = len(prefix) + (1 if item is not None and not item.never and (item.keywords or not prefix) else 0)
    count = max(least, contained, optional) if attempt < 2 else max(least, contained + 1, len(prefix))
    if most is not None:
        count = min(count, most)
    values: list[object] = []
    seen = set()
    size, fault, touched = 1, "", frozenset[str]()
    held = 0
    while len(values) < count or (held < contained and len(values) < contained + len(prefix)):
        index = len(values)
        part = prefix[index] if index < len(prefix) else item or anything
        needed = index < least or held < contained
        inner = level_for(max(CAPS[level] - size, 0), level - 1)
        first_variant = variant if index == 0 else 0
        made = None
        if held < contained:
            wanted = asked_for[held]
            # An item that `contains` asks for is one that `unevaluatedItems` does not speak of.
            asked = wanted if unnamed and index >= len(prefix) else meet((part, wanted)) or wanted
            made = maker.make(asked, inner, path, first_variant)
            held += not made.fault
            if made.fault and index < len(prefix):
                # This place cannot hold what is asked for; a later one may.
                made = None
        if made is None:
            made = maker.make(part, inner, path, first_variant)
        tries = 0
        if keywords.get("uniqueItems"):
            maker.steps -= made.size // 20  # telling large items apart takes its time too
            while not made.fault and canonical(made.value) in seen and tries < count + 30:
                tries += 1
                made = maker.make(part, inner, path, tries)
            if not made.fault and canonical(made.value) in seen:
                made = Generated(made.value, made.size, "has too few different items", made.touched, made.cuts)
            seen.add(canonical(made.value))
        if not needed and (made.fault or size + made.size > max(CAPS[level], 2)):
            break
        if made.fault and not fault:
            fault = f"item {index}: {made.fault}"
        values.append(made.value)
        size += made.size
        touched |= made.touched
        cuts |= made.cuts
    if not fault and len(values) < least:
        fault = "has fewer items than it must have"
    return Generated(values, size, fault, touched, cuts)


def _contained(maker: PartValues, node: Schema) -> list[Schema]:
    """Return the schemas that some item has to meet, each as often as it is asked for."""
    found: list[Schema] = []
    for part in each_condition(node):
        wanted = part.subschema("contains")
        if wanted is not None:
            found += [wanted] * min(maker.rule(part).keywords.get("minContains", 1), SAMPLES.max_items + 1)
    return found
