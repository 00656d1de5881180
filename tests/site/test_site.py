"""The documentation site names everything that the package offers."""

from __future__ import annotations

import inspect
import re
from html import unescape
from pathlib import Path

import pytest
import typer.main

import apiref_nb
import petstore_flask
from apiref_nb.cli.app import app
from scripts import build_site
from scripts.site_gallery import GALLERY, shown

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"\b(?:APIREF|PETSTORE|JUPYTERHUB)_[A-Z_]*[A-Z]\b")
NEEDS_FILES = {"root", "references"}
"""Props that do nothing to a document of one piece; the guides speak of them."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it; a warning of Sphinx would be an error."""
    folder = tmp_path_factory.mktemp("site")
    assert build_site.main([str(folder)]) == 0
    return folder


def page(site: Path, name: str) -> str:
    return unescape(re.sub(r"</?(?:span|code)[^>]*>", "", (site / f"{name}.html").read_text("utf-8")))


@pytest.mark.slow
def test_every_public_name_is_documented_with_its_arguments(site: Path) -> None:
    """What `import` gives has its place in the reference, and each argument of it its words there."""
    reference = {path.stem: page(site, f"api/{path.stem}") for path in (site / "api").glob("*.html")}
    everything = "".join(reference.values())
    missing = []
    for module in (apiref_nb, petstore_flask):
        for name in module.__all__:
            value = getattr(module, name)
            if f'id="{module.__name__}.{name}"' not in everything:
                missing.append(name)
                continue
            if inspect.isfunction(value) or value.__init__ is not object.__init__:
                arguments = [a for a in documented_arguments(value) if f"<strong>{a}</strong>" not in everything]
                missing += [f"{name}({argument})" for argument in arguments]
    assert missing == []


def documented_arguments(value: object) -> list[str]:
    """The arguments that a docstring explains."""
    found = re.search(r"^Args:\n((?:    .*\n|\n)+)", inspect.getdoc(value) + "\n", re.MULTILINE)
    return re.findall(r"^    (\w+):", found[1], re.MULTILINE) if found else []


@pytest.mark.slow
def test_every_command_and_option_is_documented(site: Path) -> None:
    """A command that `--help` knows and the site does not would be found by nobody."""
    text = page(site, "commands")
    group = typer.main.get_command(app)
    context = group.make_context("apiref-nb", [], resilient_parsing=True)
    names = group.list_commands(context)
    assert len(names) >= 6
    for name in names:
        assert f"apiref-nb {name}" in text
        for parameter in group.get_command(context, name).params:
            for option in (*parameter.opts, *parameter.secondary_opts):
                assert option in text or parameter.param_type_name == "argument", f"{name} {option}"


@pytest.mark.slow
def test_every_lesson_and_guide_is_a_page_with_its_outputs(site: Path) -> None:
    """The lessons are the documentation: their outputs stand in the site as they stand in the notebook."""
    lessons = sorted(ROOT.glob("notebooks/*.ipynb"))
    assert len(lessons) >= 4
    for lesson in lessons:
        shown = 'class=\\"apiref' in lesson.read_text("utf-8")
        assert ('class="apiref' in page(site, f"lessons/{lesson.stem}")) is shown
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} <= {path.stem for path in site.rglob("*.html")}


def test_environment_variables_are_those_that_the_code_reads() -> None:
    """Each variable of the code has a line, and each line names a variable of the code."""
    code = {
        name
        for package in ("apiref_nb", "petstore_flask")
        for file in (ROOT / package).rglob("*.py")
        for name in re.findall(r'"((?:APIREF|PETSTORE|JUPYTERHUB)_[A-Z_]*[A-Z])"', file.read_text("utf-8"))
    }
    assert len(code) >= 14
    assert set(VARIABLE.findall((ROOT / "docs" / "environment.md").read_text("utf-8"))) == code


def test_gallery_shows_every_prop_once() -> None:
    """A prop that is added to a component is shown, too."""
    for component, examples in GALLERY.items():
        code = "\n".join(example.code for example in examples)
        signature = inspect.signature(getattr(apiref_nb, component))
        props = [p.name for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        first = props[0]
        missing = [prop for prop in props if not re.search(rf"\b{prop}=", code) and prop not in {first, "description"}]
        assert set(missing) <= NEEDS_FILES, component


def test_gallery_examples_run_and_fit() -> None:
    """Each example gives HTML, and its code is no wider than the page."""
    examples = [example for group in GALLERY.values() for example in group]
    assert len(examples) >= 12
    for example in examples:
        assert 'class="apiref' in shown(example), example.title
        assert max(map(len, example.code.splitlines())) <= 88, example.title


def test_links_out_of_the_site_lead_to_the_repository() -> None:
    """A relative link of a page that is moved into the site would lead nowhere."""
    build_site.assemble(build_site.SOURCE)
    text = (build_site.SOURCE / "conformance.md").read_text("utf-8")
    assert "](../" not in text
    assert "](https://github.com/apiref-nb/apiref-nb/blob/main/tests/" in text
    assert str(ROOT) not in text
