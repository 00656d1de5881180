"""What a reader of JupyterLite sees; Pyodide runs this program, and `in_pyodide` reads what it prints."""

import sys

from apiref_nb import ApiBlock, OpenApiEmbed, ParamField, ResponseField

BODY = {"schema": {"type": "object", "properties": {"size": {"type": "integer"}}}, "example": {"size": "large"}}
PUT = {"requestBody": {"content": {"application/json": BODY}}, "responses": {"200": {"description": "ok"}}}
DOCUMENT = {"openapi": "3.1.0", "info": {"title": "Boats", "version": "1"}, "paths": {"/boat": {"put": PUT}}}

embed = OpenApiEmbed(DOCUMENT)
assert sys.platform == "emscripten"
assert "size" in ParamField("size").html
assert "total" in ResponseField("meta.total").html
assert "/boat" in ApiBlock({"method": "GET", "path": "/boat"}).html
assert all("/boat" in form for form in (embed.html, embed.markdown, embed.text, embed.interactive().html))
assert "ot checked" in embed.html
assert "pyodide.http.pyfetch" in OpenApiEmbed("https://boats.example/openapi.json").text
print(f"shown in Python {sys.version.split()[0]} of Pyodide")
