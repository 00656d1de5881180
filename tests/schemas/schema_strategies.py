"""Random schemas of JSON Schema 2020-12 for hypothesis: every keyword that says which values are valid."""

from hypothesis import strategies as st

NAMES = st.sampled_from(["a", "b", "id", "name", "kind", "email", "price", "né", "x-y"])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.sampled_from([0.5, -1.5, 1e20, 10**18]),
    st.sampled_from(["", "a", "abc", "2025"]),
)
PATTERNS = st.sampled_from(
    [
        "^[a-z]{2,4}$", "^\\d{3}-\\d{4}$", "[A-Z]+", "^(foo|bar)[0-9]?$", "^\\S+@\\S+\\.\\w+$", "x", "^$", "^.{3}$",
        "^(?=.*\\d)[a-z\\d]{4,}$", "^\\p{Lu}\\p{Ll}*$", "^[^a-z]+$", "^#[0-9a-fA-F]{6}$",
        "^v\\d+(\\.\\d+)*$", "^a|b$", "^\\u0041+$", "^(?!admin)[a-z]+$", "(a+)+b", "^(?=a)b",
    ]
)  # fmt: skip


def optional(**fields):
    return st.fixed_dictionaries({}, optional=fields)


def numbers(kind):
    bound = (
        st.integers(-20, 20)
        if kind == "integer"
        else st.one_of(st.integers(-20, 20), st.sampled_from([0.1, -2.5, 3.75]))
    )
    step = st.sampled_from([1, 2, 3, 7]) if kind == "integer" else st.sampled_from([1, 0.5, 0.25, 0.01, 2.5, 3])
    return optional(minimum=bound, maximum=bound, exclusiveMinimum=bound, exclusiveMaximum=bound, multipleOf=step).map(
        lambda found: {"type": kind, **found}
    )


TEXTS = optional(
    minLength=st.integers(0, 9),
    maxLength=st.integers(0, 12),
    pattern=PATTERNS,
    format=st.sampled_from(
        [
            "date",
            "date-time",
            "time",
            "email",
            "uuid",
            "uri",
            "hostname",
            "ipv4",
            "ipv6",
            "byte",
            "binary",
            "int64",
            "unknown",
        ]
    ),
).map(lambda found: {"type": "string", **found})

LEAVES = st.one_of(
    numbers("integer"),
    numbers("number"),
    TEXTS,
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.just({}),
    st.builds(lambda value: {"const": value}, SCALARS),
    st.builds(lambda values: {"enum": values}, st.lists(SCALARS, min_size=1, max_size=4)),
    st.just({"$ref": "#/$defs/tree"}),
    st.just({"$ref": "#/$defs/pet"}),
)


def inner(children):
    objects = optional(
        properties=st.dictionaries(NAMES, children, max_size=4),
        required=st.lists(NAMES, max_size=2, unique=True),
        additionalProperties=st.one_of(st.booleans(), children),
        patternProperties=st.dictionaries(st.sampled_from(["^x-", "^[a-c]$"]), children, max_size=1),
        propertyNames=st.sampled_from([{"maxLength": 3}, {"pattern": "^[a-z]+$"}, {"enum": ["a", "b", "id"]}]),
        minProperties=st.integers(0, 3),
        maxProperties=st.integers(0, 5),
        dependentRequired=st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=1),
        dependentSchemas=st.dictionaries(NAMES, children, max_size=1),
        unevaluatedProperties=st.one_of(st.just(value=False), children),
    ).map(lambda found: {"type": "object", **found})
    arrays = optional(
        items=children,
        prefixItems=st.lists(children, min_size=1, max_size=2),
        minItems=st.integers(0, 4),
        maxItems=st.integers(0, 5),
        uniqueItems=st.booleans(),
        contains=children,
        minContains=st.integers(0, 2),
        maxContains=st.integers(0, 3),
        unevaluatedItems=st.one_of(st.just(value=False), children),
    ).map(lambda found: {"type": "array", **found})
    several = st.lists(children, min_size=1, max_size=3)
    mixed = st.one_of(
        st.builds(lambda base, more: {**base, "allOf": more}, children, several),
        st.builds(lambda base, more: {**base, "anyOf": more}, children, several),
        st.builds(lambda base, more: {**base, "oneOf": more}, children, several),
        st.builds(lambda base, other: {**base, "not": other}, children, children),
        st.builds(
            lambda base, a, b, c: {**base, "if": a, "then": b, "else": c}, children, children, children, children
        ),
        st.builds(lambda base, value: {**base, "default": value, "examples": [value]}, children, SCALARS),
        st.builds(
            lambda base: (
                {**base, "type": [base["type"], "null"]}
                if isinstance(base.get("type"), str) and base["type"] != "null"
                else base
            ),
            children,
        ),
    )
    return st.one_of(objects, arrays, mixed)


DEFINITIONS = {
    "tree": {
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
    },
    "pet": {
        "oneOf": [{"$ref": "#/$defs/cat"}, {"$ref": "#/$defs/dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/$defs/cat"}},
    },
    "cat": {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer", "maximum": 9}},
    },
    "dog": {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"enum": ["dog"]}, "friend": {"$ref": "#/$defs/pet"}},
    },
}

SCHEMAS = st.recursive(LEAVES, inner, max_leaves=12).map(lambda schema: {**schema, "$defs": DEFINITIONS})
