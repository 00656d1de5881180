"""A Python without sockets and without the validator, as that of a browser (Pyodide, JupyterLite)."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import socket, sys

def refused(*_args, **_kwargs):
    raise OSError("no sockets here")

sys.modules.update(dict.fromkeys(("jsonschema_rs", "ssl", "_ssl")))  # None: not there
socket.socket = socket.create_connection = socket.getaddrinfo = refused

from apiref_nb import ApiBlock, OpenApiEmbed, ParamField, ResponseField

body = {"schema": {"type": "object", "properties": {"size": {"type": "integer"}}}, "example": {"size": "large"}}
put = {"requestBody": {"content": {"application/json": body}}, "responses": {"200": {"description": "ok"}}}
document = {"openapi": "3.1.0", "info": {"title": "Boats", "version": "1"}, "paths": {"/boat": {"put": put}}}
embed = OpenApiEmbed(document)
assert "size" in ParamField("size").html and "total" in ResponseField("meta.total").html
assert "/boat" in ApiBlock({"method": "GET", "path": "/boat"}).html
assert all("/boat" in form for form in (embed.html, embed.markdown, embed.text))
assert "ot checked" in embed.html, "an example that nobody judged says so"
print(OpenApiEmbed("https://boats.example/openapi.json").text)
"""


def test_documents_at_hand_are_shown_and_addresses_say_what_to_do():
    """Every component renders; a document at an address is a banner that says how the browser fetches it."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    assert "this python opens no connections" in done.stdout.lower()
    assert "pyodide.http.pyfetch" in done.stdout
