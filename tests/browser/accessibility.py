"""Runs axe-core over a page and says what it found, one line for each place."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"


@cache
def _script() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is missing: `make test` installs it with npm")
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, within: str | None = None) -> list[str]:
    """Return what axe-core finds against WCAG 2.2 AA and its own best practices, and contrasts that it cannot decide.

    A contrast stays undecided where a picture or a gradient stands behind words, or something in front of them.

    Args:
        page: the page, already drawn.
        within: a CSS selector; only these parts are judged, such as our outputs and not the front end around them.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_script())
    found = page.evaluate(
        """async (within) => {
            // Cards that are not near have a guessed height, from which their content juts out when it is asked for.
            const cards = [...document.querySelectorAll('.ar-listed')];
            for (const card of cards) card.style.contentVisibility = 'visible';
            const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
            const scope = within ? { include: [...document.querySelectorAll(within)] } : document;
            const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations', 'incomplete'] };
            // A word of one letter is judged like all others.
            axe._audit.checks['color-contrast'].options.ignoreLength = true;
            const { violations, incomplete } = await axe.run(scope, options);
            for (const card of cards) card.style.contentVisibility = '';
            const undecided = incomplete.filter((rule) => rule.id === 'color-contrast');
            return [...violations, ...undecided].flatMap((rule) =>
                rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
        }""",
        within,
    )
    return [" ".join(line.split()) for line in found]
