"""Colours with a meaning: methods, status codes, parameter locations. All pass WCAG AA with their text colour.

They are written inline as well, because an untrusted notebook keeps inline styles and drops the style sheet.
"""

from __future__ import annotations

BLUE, GREEN, AMBER, PURPLE, RED, GREY = "#1d4ed8", "#15803d", "#a14706", "#7e22ce", "#b91c1c", "#4b5563"
# A deprecated card fades to 75%: its badges start darker, so that white on them stays legible.
DEEP = {BLUE: "#1e3a8a", GREEN: "#14532d", AMBER: "#78350f", PURPLE: "#581c87", RED: "#7f1d1d", GREY: "#1f2937"}

METHODS = {"GET": BLUE, "POST": GREEN, "PUT": AMBER, "PATCH": PURPLE, "DELETE": RED}

LOCATIONS = {
    "path": ("#e0f2fe", "#075985"),
    "query": ("#f3e8ff", "#6b21a8"),
    "body": ("#ccfbf1", "#115e59"),
    "header": ("#fef3c7", "#854d0e"),
}
"""Location -> (background, text): sky, purple, teal, amber."""
OTHER_LOCATION = ("#e5e7eb", "#374151")


def method_colour(method: str, *, deprecated: bool = False) -> str:
    """Return the colour of a method's badge and border; grey for a method that has no card.

    Args:
        method: in capitals, such as `GET`.
        deprecated: True takes the darker shade of the colour.
    """
    colour = METHODS.get(method, GREY)
    return DEEP[colour] if deprecated else colour


def status_colour(status_code: str, *, deprecated: bool = False) -> str:
    """Return the colour of a status chip: green 2xx, blue 3xx, amber 4xx, red otherwise.

    Args:
        status_code: such as `200`, `4XX` or `default`; its first character decides.
        deprecated: True takes the darker shade of the colour.
    """
    colour = {"2": GREEN, "3": BLUE, "4": AMBER}.get(status_code[:1], RED)
    return DEEP[colour] if deprecated else colour


def frame_style(colour: str) -> str:
    """Return the inline style of a card's border; where the style sheet is dropped it also keeps cards apart."""
    return f"border-left:4px solid {colour};padding:0 0 14px 10px"


def pane_style(height_pixels: int) -> str:
    """Return the inline style that sets the height of a reference's pane."""
    return f"--ar-height:{int(height_pixels)}px"


def badge_style(colour: str) -> str:
    """Return the inline style of a solid badge."""
    return f"background:{colour};color:#fff;padding:2px 7px"


def chip_style(colour: str) -> str:
    """Return the inline style of a status chip, of which a page holds thousands: the sheet sets its room."""
    return f"background:{colour};color:#fff"


def location_style(location: str) -> str:
    """Return the inline style of a location chip."""
    background, text = LOCATIONS.get(location, OTHER_LOCATION)
    return f"background:{background};color:{text}"
