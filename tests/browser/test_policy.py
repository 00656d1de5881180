"""The content security policy of a saved page: what somebody else put into it does nothing, and what is ours works."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from apiref_nb import ApiBlock, OpenApiEmbed, ParamField, ResponseField
from apiref_nb.writing.html.limits import LIMITS

HARBOUR = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "2"},
    "servers": [{"url": "https://harbour.example"}],
    "paths": {
        f"/boats/{number}": {
            "get": {"tags": ["boats"], "summary": f"Find boat {number}", "responses": {"200": {"description": "ok"}}}
        }
        for number in range(20)
    },
}
PET = {"method": "GET", "path": "/pet", "responses": [{"statusCode": "200", "exampleBody": "{}"}]}
POLICY = re.compile(r'<meta http-equiv=Content-Security-Policy content="[^"]*">')
PLANTS = {
    "script-src-elem": "<script>fired.push('inline')</script>",
    "script-src-attr": """<img src='data:,x' onerror="fired.push('handler')">""",
    "style-src-elem": "<style>body { margin: 77px !important }</style>",
    "img-src": "<img src='http://127.0.0.1:1/beacon.png'>",
    "base-uri": "<base href='http://127.0.0.1:1/'>",
    "frame-src": "<iframe src='http://127.0.0.1:1/'></iframe>",
    "object-src": "<object data='http://127.0.0.1:1/'></object>",
    "media-src": "<video src='http://127.0.0.1:1/x.mp4'></video>",
    "form-action": "<form action='http://127.0.0.1:1/' id='planted'><input name='q'></form>",
}
"""Directive that refuses it -> what is planted."""
WATCH = """window.fired = [], window.refused = [];
addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective), true);"""
STIR = """() => { document.getElementById("planted")?.requestSubmit();
    return fetch("http://127.0.0.1:1/").catch(() => 0); }"""


@pytest.fixture
def saved(tmp_path) -> Path:
    """The reference as a page of its own."""
    return OpenApiEmbed(HARBOUR).save(tmp_path / "harbour.html")


def planted(saved: Path, *, policy: bool) -> Path:
    """The page with the plants behind its contents, with or without its policy."""
    page = saved.read_text("utf-8").replace("</main>", "".join(PLANTS.values()) + "</main>")
    target = saved.with_name(f"planted-{policy}.html")
    target.write_text(page if policy else POLICY.sub("", page), "utf-8")
    return target


def test_what_was_planted_in_a_saved_page_is_refused(open_page, saved):
    """Scripts, handlers, style sheets, images, frames, forms and requests: each by the directive that is meant to."""
    page = open_page()
    page.add_init_script(WATCH)
    page.goto(planted(saved, policy=True).as_uri(), wait_until="load")
    page.evaluate(STIR)
    page.wait_for_function("(all) => all.every((one) => refused.includes(one))", arg=[*PLANTS, "connect-src"])
    assert page.evaluate("() => fired") == []
    assert page.evaluate("getComputedStyle(document.body).marginLeft") == "0px"


def test_the_plants_run_where_there_is_no_policy(open_page, saved):
    """The control: it is the policy that holds them, not the browser."""
    page = open_page()
    page.add_init_script("window.fired = []; HTMLFormElement.prototype.requestSubmit = () => {}")
    page.goto(planted(saved, policy=False).as_uri(), wait_until="load")
    page.wait_for_function("() => fired.length === 2")
    assert sorted(page.evaluate("() => fired")) == ["handler", "inline"]
    assert page.evaluate("getComputedStyle(document.body).marginLeft") == "77px"


@pytest.mark.parametrize("words", ["", "x" * LIMITS.max_plain_collection_characters], ids=["plain", "compressed"])
def test_the_page_itself_breaks_no_rule_of_its_policy(open_page, tmp_path, words):
    """The download (a Blob), the copy button and the filter of the contents work, and nothing was refused."""
    document = HARBOUR | {"info": HARBOUR["info"] | {"description": words}}
    page = open_page()
    page.add_init_script(WATCH)
    page.goto(OpenApiEmbed(document).save(tmp_path / "harbour.html").as_uri())
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download Postman collection").click()
    assert json.loads(Path(waiting.value.path()).read_text("utf-8")) == OpenApiEmbed(document).collection
    page.get_by_label("Filter operations").fill("boat 17")
    assert page.locator(".ar-toc li").locator("visible=true").all_inner_texts() != []
    assert page.locator(".ar-toc li").locator("visible=true").count() == 1
    page.locator("pre.ar-code").first.hover()
    page.locator(".ar-copy").first.click()
    page.wait_for_function("() => document.querySelector('.ar-copy').textContent !== 'Copy'")
    assert page.evaluate("() => refused") == []


COMPONENTS = {
    "embed": lambda: OpenApiEmbed(HARBOUR),
    "block": lambda: ApiBlock(PET),
    "operation": lambda: OpenApiEmbed(HARBOUR).interactive("GET /boats/1"),
    "parameter": lambda: ParamField("status", type="string", location="query"),
    "response key": lambda: ResponseField("id", type="integer"),
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_every_component_saves_only_what_its_policy_names(tmp_path, name):
    """Each script and style sheet of a page is on the list by its hash; a new one without it would be dead."""
    page = COMPONENTS[name]().save(tmp_path / "page.html").read_text("utf-8")
    (policy,) = POLICY.findall(page)
    found = re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", page, re.DOTALL)
    assert found
    for source in found:
        digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert f"&#39;sha256-{digest}&#39;" in policy
    assert page.index(policy) < page.index("<style")
