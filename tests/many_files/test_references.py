"""Documents in many files: what they refer to is found, and is what one file would have said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apiref_nb import OpenApiEmbed, load_api
from apiref_nb.errors import TooLargeError
from apiref_nb.load import opening as opening_module
from apiref_nb.load.limits import SetLimits
from apiref_nb.load.loading import Loading
from apiref_nb.load.options import Options
from apiref_nb.parsing import parse
from tests.many_files.sources import LIBRARY, LIBRARY_IN_ONE, written

HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'
ENTRY = HEAD + "paths: {}\n"


def composed(folder: Path, files: dict[str, str], **options: object):
    api = load_api(written(folder, files), **options)
    return api.document, api.problems


def problems_of(folder: Path, files: dict[str, str], **options: object) -> list[str]:
    return [str(problem) for problem in composed(folder, files, **options)[1]]


def test_many_files_are_one_document(tmp_path):
    """Path items, parameters, responses, bodies, headers, examples, links, callbacks and schemas, in their order."""
    document, problems = composed(tmp_path, LIBRARY)
    expected = parse(LIBRARY_IN_ONE.encode(), source="one").root
    assert document == expected
    assert json.dumps(document["paths"]) == json.dumps(expected["paths"])
    assert problems == ()


def test_many_files_give_the_api_of_one(tmp_path):
    """Nothing behind `Api` knows how many files there were."""
    one = tmp_path / "one.yaml"
    one.write_text(LIBRARY_IN_ONE, encoding="utf-8")
    assert load_api(written(tmp_path, LIBRARY)) == load_api(one)


def test_a_component_met_from_two_files_is_one_object(tmp_path):
    """A schema has one node, whichever file refers to it."""
    api = load_api(written(tmp_path, LIBRARY))
    listed = api["listBooks"].responses[0].content[0].schema
    assert listed is not None
    assert listed.items is api["getBook"].responses[0].content[0].schema is api.schemas["Book"]
    assert api.schemas["Book"].properties["author"].properties["books"].items is api.schemas["Book"]


def test_a_part_of_a_part_that_stands_elsewhere_keeps_its_own_references(tmp_path):
    """`content` is a file of its own, and another place takes one media type of it, which 3.0 writes out there."""
    files = {
        "openapi.yaml": """
openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /a:
    post:
      requestBody: {content: {$ref: ./content.yaml}}
      responses:
        '200': {description: ok, content: {application/json: {$ref: './content.yaml#/application~1json'}}}
""",
        "content.yaml": "application/json: {schema: {$ref: ./schemas.yaml#/A}}",
        "schemas.yaml": "A: {type: integer}",
    }
    document, problems = composed(tmp_path, files)
    assert document["paths"]["/a"]["post"]["responses"]["200"]["content"] == {
        "application/json": {"schema": {"$ref": "#/components/schemas/A"}}
    }
    assert all("is followed all the same" in str(problem) for problem in problems)


def test_each_file_is_read_once(tmp_path, monkeypatch):
    """However many references lead there."""
    from apiref_nb.load import local_parts

    read: list[str] = []
    original = local_parts.read_file
    monkeypatch.setattr(
        local_parts, "read_file", lambda path, **limits: (read.append(path.name), original(path, **limits))[1]
    )
    load_api(written(tmp_path, LIBRARY))
    assert sorted(read) == ["Book.yaml", "books.yaml", "parts.yaml", "person.json"]


def test_external_value_stays_a_link(tmp_path):
    """It is an address for the reader, not a reference."""
    api = load_api(written(tmp_path, LIBRARY))
    body = api["addBook"].request_body
    assert body is not None
    assert [example.external for example in body.content[0].examples] == ["", "examples/other.json"]


def test_colliding_names_tell_where_they_are_from(tmp_path):
    """The first keeps its name; the same source gives the same names."""
    files = {
        "openapi.yaml": HEAD
        + """
paths:
  /a: {get: {responses: {'200': {description: ok, content: {a/b: {schema: {$ref: a/User.yaml}}}}}}}
  /b: {get: {responses: {'200': {description: ok, content: {a/b: {schema: {$ref: b/User.yaml}}}}}}}
  /c: {get: {responses: {'200': {description: ok, content: {a/b: {schema: {$ref: 'b/all.yaml#/User'}}}}}}}
components: {schemas: {b.User: {type: string}}}
""",
        "a/User.yaml": "{title: a}",
        "b/User.yaml": "{title: b}",
        "b/all.yaml": "User: {title: all}",
    }
    document, problems = composed(tmp_path, files)
    named = {name: schema.get("title") for name, schema in document["components"]["schemas"].items()}
    around = f"{tmp_path.name}.b.User"
    assert named == {"b.User": None, "User": "a", around: "b", "all.User": "all"}
    assert problems == ()
    assert composed(tmp_path, files)[0] == document


def test_ref_in_place_of_an_operation_is_followed_with_a_problem(tmp_path):
    """OpenAPI does not allow it, and much is published so."""
    files = {
        "openapi.yaml": HEAD + "paths: {/a: {get: {$ref: get.yaml}}}\n",
        "get.yaml": "operationId: getA\nresponses: {'200': {description: fine}}\n",
    }
    api = load_api(written(tmp_path, files))
    assert api["getA"].responses[0].description == "fine"
    (problem,) = api["getA"].problems
    assert problem.place == "#/paths/~1a/get/$ref"
    words = "OpenAPI allows no $ref in the place of an operation; it is followed all the same"
    assert problem.message == f'{words}: "get.yaml"'


def test_ref_in_place_of_an_operation_is_followed_within_a_document():
    """Also in a mapping, which has no other files."""
    operation = {"operationId": "getA", "responses": {"200": {"description": "fine"}}}
    api = load_api(
        {
            "openapi": "3.1.0",
            "info": {"title": "T", "version": "1"},
            "paths": {"/a": {"get": {"$ref": "#/x-operations/a"}}},
            "x-operations": {"a": operation},
        }
    )
    assert api["getA"].responses[0].description == "fine"
    assert len(api.problems) == 1


def test_texts_lists_and_whole_maps_may_stand_in_files(tmp_path):
    """A description in Markdown, a list of parameters, all schemas: followed, each with a problem."""
    files = {
        "openapi.yaml": """
openapi: 3.0.3
info: {title: T, version: "1", description: {$ref: about.md}}
paths:
  /a:
    get:
      parameters: {$ref: parameters.yaml}
      x-codeSamples: [{lang: Shell, source: {$ref: sample.sh}}, {$ref: sample.yaml}]
      responses: {'200': {description: ok}}
components: {schemas: {$ref: schemas/_index.yaml}}
""",
        "about.md": "All **about** it.\n",
        "parameters.yaml": "- {name: q, in: query, schema: {$ref: 'schemas/_index.yaml#/Word'}}\n",
        "sample.sh": "curl -s x | jq .\n",
        "sample.yaml": "{lang: Python, source: get()}",
        "schemas/_index.yaml": "Word: {$ref: Word.yaml}\nLetter: {type: string}\n",
        "schemas/Word.yaml": "{type: array, items: {$ref: '_index.yaml#/Letter'}}",
    }
    api = load_api(written(tmp_path, files))
    operation = api["GET /a"]
    assert api.description == "All **about** it.\n"
    assert operation.parameters[0].schema is api.schemas["Word"]
    assert api.schemas["Word"].items is api.schemas["Letter"]
    assert [sample.code for sample in operation.code_samples] == ["curl -s x | jq .\n", "get()"]
    places = [problem.pointer for problem in api.problems]
    assert places == ["#/info/description/$ref", "#/paths/~1a/get/parameters/$ref", "#/components/schemas/$ref"]


def test_examples_are_data(tmp_path):
    """A `$ref` in an example, a default or an extension is no reference."""
    files = {
        "openapi.yaml": HEAD
        + """
paths:
  /a:
    get:
      x-data: {$ref: none.yaml}
      responses:
        '200':
          description: ok
          content:
            application/json:
              example: {$ref: none.yaml}
              schema: {type: object, default: {$ref: none.yaml}, properties: {$ref: {type: string}}}
""",
    }
    document, problems = composed(tmp_path, files)
    assert document == parse(files["openapi.yaml"].encode(), source="x").root
    assert problems == ()


def test_ids_and_anchors_name_schemas_across_files(tmp_path):
    """In 3.1, `$id` is what relative references are joined to, wherever the file stands."""
    files = {
        "openapi.yaml": HEAD
        + """
paths: {}
components:
  schemas:
    Tree: {$ref: schemas/tree.yaml}
    Leaf: {$ref: 'https://example.com/schemas/leaf'}
    Bud: {$ref: 'schemas/tree.yaml#bud'}
    Twig: {$ref: 'schemas/tree.yaml#/$defs/leaf/$defs/twig'}
""",
        "schemas/tree.yaml": """
$id: https://example.com/schemas/tree
type: object
properties: {leaf: {$ref: leaf}, bud: {$ref: '#bud'}, root: {$ref: other.yaml}}
$defs:
  leaf: {$id: leaf, type: string, $defs: {twig: {type: integer}}}
  bud: {$anchor: bud, type: boolean}
""",
        "schemas/other.yaml": "{type: number}",
    }
    api = load_api(written(tmp_path, files))
    schemas = api.schemas
    assert [str(problem) for problem in api.problems] == []
    tree = schemas["Tree"].properties
    assert tree["leaf"] is schemas["Leaf"]
    assert tree["bud"] is schemas["Bud"]
    assert [tree[name].types[0] for name in tree] == ["string", "boolean", "number"]
    assert schemas["Twig"].types == ("integer",)


def test_self_names_the_document(tmp_path):
    """In 3.2, `$self` is the address that other files may call the document by."""
    files = {
        "openapi.yaml": """
openapi: 3.2.0
$self: https://example.com/api/openapi
info: {title: T, version: "1"}
paths: {}
components: {schemas: {A: {$ref: a.yaml}, B: {type: string}}}
""",
        "a.yaml": "{type: object, properties: {b: {$ref: 'https://example.com/api/openapi#/components/schemas/B'}}}",
    }
    api = load_api(written(tmp_path, files))
    assert api.problems == ()
    assert api.schemas["A"].properties["b"] is api.schemas["B"]


def test_discriminator_names_files(tmp_path):
    """Values of a mapping are references too, and schemas that only they name are there."""
    files = {
        "openapi.yaml": HEAD + "paths: {}\ncomponents: {schemas: {Pet: {$ref: pet.yaml}}}\n",
        "pet.yaml": """
oneOf: [{$ref: cat.yaml}]
discriminator: {propertyName: kind, mapping: {cat: cat.yaml, dog: './dog.yaml', bird: Bird}}
""",
        "cat.yaml": "{type: object, title: cat}",
        "dog.yaml": "{type: object, title: dog}",
    }
    document, problems = composed(tmp_path, files)
    assert document["components"]["schemas"]["Pet"]["discriminator"]["mapping"] == {
        "cat": "#/components/schemas/cat",
        "dog": "#/components/schemas/dog",
        "bird": "Bird",
    }
    assert problems == ()


def test_swagger_2_follows_files(tmp_path):
    """Definitions, parameters and responses of 2.0 stand at the root."""
    files = {
        "openapi.yaml": """
swagger: '2.0'
info: {title: T, version: "1"}
paths:
  /a:
    get:
      parameters: [{$ref: 'p.yaml#/q'}]
      responses: {'200': {$ref: r.yaml}}
""",
        "p.yaml": "q: {name: q, in: query, type: string}",
        "r.yaml": "{description: ok, schema: {$ref: s.json}}",
        "s.json": '{"properties": {"a": {"$ref": "#/definitions/a"}}, "definitions": {"a": {"type": "string"}}}',
    }
    document, problems = composed(tmp_path, files)
    assert problems == ()
    assert document["definitions"]["s"]["properties"]["a"] == {"$ref": "#/definitions/s/definitions/a"}
    assert list(document)[-3:] == ["parameters", "responses", "definitions"]


def test_problems_name_their_own_file_line_and_column(tmp_path, capsys):
    """Whatever is wrong in a part is told in the part's own words."""
    files = {
        "openapi.yaml": HEAD + "paths: {/a: {$ref: paths/a.yaml}}\n",
        "paths/a.yaml": """
get:
  responses:
    '200': {description: 5, content: {a/b: {schema: {$ref: ../none.yaml}}}}
""",
    }
    first, second = problems_of(tmp_path, files)
    assert first == "paths/a.yaml#/get/responses/200/description: description must be text, in quotes (got 5)"
    assert second == (
        "paths/a.yaml#/get/responses/200/content/a~1b/schema/$ref: the reference is not followed: "
        '"../none.yaml": there is no file none.yaml'
    )


def test_a_broken_part_is_a_problem_at_its_place_and_the_rest_renders(tmp_path):
    """With the line and column of the fault in the part."""
    files = {
        "openapi.yaml": HEAD + "paths: {/a: {$ref: a.yaml}, /b: {$ref: b.yaml}}\n",
        "a.yaml": "get: [\n",
        "b.yaml": "get: {responses: {'200': {description: ok}}}\n",
    }
    api = load_api(written(tmp_path, files))
    assert [operation.key for operation in api.operations] == ["GET /b"]
    (problem,) = api.problems
    assert problem.pointer == "#/paths/~1a/$ref"
    assert "a.yaml: " in problem.message
    assert "line 2" in problem.message


def test_a_reference_of_a_part_may_mean_the_entry_document(tmp_path):
    """`#/components/...` in a part is looked up in the part, then in the entry document, as authors mean it."""
    files = {
        "openapi.yaml": HEAD + "paths: {/a: {$ref: a.yaml}}\ncomponents: {schemas: {A: {type: string}}}\n",
        "a.yaml": """
get:
  parameters: [{name: q, in: query, schema: {$ref: '#/components/schemas/A'}}]
  responses: {default: {description: any}}
""",
    }
    assert problems_of(tmp_path, files) == []


def test_circles_of_references_end(tmp_path):
    """Files that refer to nothing but each other have nothing at their end."""
    files = {
        "openapi.yaml": ENTRY + "components: {schemas: {A: {$ref: a.yaml}}}\n",
        "a.yaml": "{$ref: b.yaml}",
        "b.yaml": "{$ref: a.yaml}",
    }
    (problem,) = problems_of(tmp_path, files)
    assert problem == ('#/components/schemas/A/$ref: the reference is not followed: "a.yaml": it comes back to itself')


def test_root_widens_the_folder(tmp_path):
    """A file beside the folder of the document is read only when root= says so."""
    files = {
        "openapi.yaml": "x: 1",
        "api/openapi.yaml": ENTRY + "components: {schemas: {A: {$ref: ../shared/a.yaml}}}\n",
        "shared/a.yaml": "{type: string}",
    }
    written(tmp_path, files)
    entry = tmp_path / "api" / "openapi.yaml"
    (problem,) = load_api(entry).problems
    assert problem.message == (
        'the reference is not followed: "../shared/a.yaml": it leads out of the folder api; '
        "root= (in a terminal --root) widens it"
    )
    api = load_api(entry, root=tmp_path)
    assert (api.problems, api.schemas["A"].types) == ((), ("string",))


def test_a_mapping_has_no_files_unless_root_names_a_folder(tmp_path):
    """Neither have bytes nor a pipe."""
    written(tmp_path, LIBRARY)
    text = (tmp_path / "openapi.yaml").read_bytes()
    alone = load_api(text, name="library.yaml")
    assert len(alone.problems) == 6
    assert "this document has no folder to look in; root= names one" in alone.problems[0].message
    assert load_api(text, name="library.yaml", root=tmp_path) == load_api(tmp_path / "openapi.yaml")


def test_limits_hold_over_all_files(tmp_path, monkeypatch):
    """So many files, so many bytes together."""
    entry = written(tmp_path, LIBRARY)
    with pytest.raises(TooLargeError, match="more than 1,200 bytes"):
        load_api(entry, limit_bytes=1_200)
    monkeypatch.setattr(opening_module, "LOCAL_SET", SetLimits(files=4, limit_bytes=10_000))
    with pytest.raises(TooLargeError, match="more than 4 files"):
        load_api(entry)


def test_the_embed_shows_all_files(tmp_path):
    """The page of many files is the page of one."""
    html = OpenApiEmbed(written(tmp_path, LIBRARY)).html
    assert "GET" in html
    assert "how many" in html


def test_sources_are_also_bytes_and_open_files(tmp_path):
    """An open file is read once, and shown as often as the output is."""
    one = tmp_path / "one.yaml"
    one.write_text(LIBRARY_IN_ONE, encoding="utf-8")
    expected = load_api(one)
    assert load_api(LIBRARY_IN_ONE.encode()) == expected
    with one.open("rb") as file:
        assert load_api(file) == expected
    with one.open(encoding="utf-8") as file:
        shown = OpenApiEmbed(file)
        assert shown.html == shown.html
    assert OpenApiEmbed(expected).api is expected


def test_a_local_document_may_be_as_large_as_its_reader_says(tmp_path):
    """The limit is an argument."""
    one = tmp_path / "one.yaml"
    one.write_text(LIBRARY_IN_ONE + "#" * 11_000_000, encoding="utf-8")
    with pytest.raises(TooLargeError):
        load_api(one)
    assert load_api(one, limit_bytes=20_000_000).title == "Library"


def test_composition_names_its_files(tmp_path):
    """What problems call a file is the name under which its text is found."""
    loading = Loading(written(tmp_path, LIBRARY), Options())
    assert list(loading.composition().files) == [
        "",
        "paths/books.yaml",
        "parts.yaml",
        "schemas/Book.yaml",
        "schemas/person.json",
    ]
    assert loading.base_uri == ""
