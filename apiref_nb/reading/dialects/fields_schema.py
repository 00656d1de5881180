"""Which keywords a schema may have, and what each may hold: OpenAPI 2.0 and 3.0 (their own), 3.1 and 3.2 (JSON Schema).

Source: the Schema Object of each version; JSON Schema draft 2020-12, core and validation.
"""

from __future__ import annotations

from apiref_nb.reading.dialects.checks import check_new_schema, check_old_schema
from apiref_nb.reading.object_tables import (
    ANY,
    COUNT,
    FLAG,
    LIST,
    NAMES_MAP,
    NUMBER,
    REFERENCE,
    REFERENCES,
    TEXT,
    TEXTS,
    Field,
    Items,
    Kind,
    Leaf,
    Map,
    Node,
    types_of,
    with_fields,
)

_NUMBER_OR_FLAG = Leaf("must be a number", lambda value: NUMBER.holds(value) or isinstance(value, bool))
_SOME_TEXTS = Leaf("must be a list of at least one text", lambda value: TEXTS.holds(value) and value != [])

_COMMON: dict[str, Field] = {
    "title": TEXT, "description": TEXT, "default": ANY, "format": TEXT, "multipleOf": NUMBER, "maximum": NUMBER,
    "minimum": NUMBER, "maxLength": COUNT, "minLength": COUNT, "pattern": TEXT, "maxItems": COUNT, "minItems": COUNT,
    "uniqueItems": FLAG, "maxProperties": COUNT, "minProperties": COUNT, "required": _SOME_TEXTS, "enum": LIST,
    "allOf": Items("schema"), "properties": Map("schema"), "items": Node("schema"),
    "additionalProperties": Node("schema or boolean"), "readOnly": FLAG, "example": ANY, "examples": LIST,
    "xml": Node("xml"), "externalDocs": Node("external docs"),
}  # fmt: skip

XML = Kind(
    label="the xml object",
    fields={"name": TEXT, "namespace": TEXT, "prefix": TEXT, "attribute": FLAG, "wrapped": FLAG}, open=True,
)  # fmt: skip
DISCRIMINATOR = Kind(
    label="a discriminator", fields={"propertyName": TEXT, "mapping": REFERENCES}, required=("propertyName",),
)  # fmt: skip

SCHEMA_2_0 = Kind(
    label="a schema",
    fields={
        **_COMMON, "type": types_of("array", "boolean", "file", "integer", "number", "object", "string", several=False),
        "exclusiveMaximum": FLAG, "exclusiveMinimum": FLAG, "discriminator": TEXT,
    },
    reference=True, siblings=True, open=True, schema=True, check=check_old_schema,
)  # fmt: skip

SCHEMA_3_0 = with_fields(
    SCHEMA_2_0,
    {
        "type": types_of("array", "boolean", "integer", "number", "object", "string", several=False),
        "oneOf": Items("schema"), "anyOf": Items("schema"), "not": Node("schema"), "nullable": FLAG, "writeOnly": FLAG,
        "deprecated": FLAG, "discriminator": Node("discriminator"),
    },
)  # fmt: skip

SCHEMA_3_1 = with_fields(
    SCHEMA_3_0,
    {
        "type": types_of("array", "boolean", "integer", "null", "number", "object", "string", several=True),
        "nullable": None, "required": TEXTS, "additionalProperties": Node("schema"),
        # A boolean is what 3.0 had; it is read as 3.0 meant it, so that no bound is lost to a half-migrated document.
        "exclusiveMaximum": _NUMBER_OR_FLAG, "exclusiveMinimum": _NUMBER_OR_FLAG, "const": ANY, "$id": TEXT,
        "$schema": TEXT, "$anchor": TEXT, "$dynamicAnchor": TEXT, "$dynamicRef": REFERENCE, "$comment": TEXT,
        "$defs": Map("schema"), "definitions": Map("schema"), "prefixItems": Items("schema"),
        "contains": Node("schema"), "minContains": COUNT, "maxContains": COUNT, "patternProperties": Map("schema"),
        "propertyNames": Node("schema"), "dependentSchemas": Map("schema"), "dependentRequired": NAMES_MAP,
        "if": Node("schema"), "then": Node("schema"), "else": Node("schema"), "unevaluatedItems": Node("schema"),
        "unevaluatedProperties": Node("schema"), "contentEncoding": TEXT, "contentMediaType": TEXT,
        "contentSchema": Node("schema"),
    },
    boolean=True, check=check_new_schema,
)  # fmt: skip

DISCRIMINATOR_3_2 = with_fields(DISCRIMINATOR, {"defaultMapping": REFERENCE})
