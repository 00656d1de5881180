"""Settings of the documentation site; `scripts/build_site.py` puts its pages together and runs Sphinx on them."""

from importlib import metadata

from sphinx.application import Sphinx

project = "apiref-nb"
author = "The apiref-nb authors"
release = version = metadata.version("apiref-nb")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}

# The lessons are shown with the outputs that the tests hold them to; nothing runs while the site is made.
nb_execution_mode = "off"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "apiref-nb"
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None  # the same sources give the same pages

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
suppress_warnings = [
    "mystnb.unknown_mime_type",  # a widget view is there for the kernel; the static output beside it is what is shown
    "myst.header",  # a lesson may begin a section at any level
]
default_role = "code"  # docstrings write code as Markdown does


def _whole_sentence(_app: Sphinx, what: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Keep a docstring of an attribute whole: napoleon takes what stands before its first colon for a type."""
    if what in ("attribute", "data", "property") and lines:
        lines[:0] = ["..", ""]  # an empty comment, which has no colon


def setup(app: Sphinx) -> None:
    """Run before napoleon, whose priority is 500."""
    app.connect("autodoc-process-docstring", _whole_sentence, priority=400)
