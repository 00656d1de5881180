"""Words of ours that several output formats say: worded here once, each format gives them its own marks.

A whole sentence is a line of `lines`; these are the headings and short words of which formats make theirs.
"""

from __future__ import annotations

AS_FOR = "as for"
"""Before the place where the same is said in full."""
REPEATS = "repeats"
"""Before the path of the field that a field within it is again."""
THE_TOP = "the top"
"""The whole, where that is what is repeated."""
DEPRECATED = "Deprecated"
REQUIRED = "required"
NO_DESCRIPTION = "No description provided."
"""Stands where the author of a parameter gave no description; a large page leaves it out."""
NOT_A_CARD = "not shown as a card"
"""Said of an operation whose method has no card."""
SEE = "See"
"""Before what says more."""

AUTHENTICATION = "Authentication"
AUTHORIZATION = "Authorization"
CALLBACK = "Callback"
DOCUMENTATION = "Documentation"
PARAMETERS = "Parameters"
REQUEST_BODY = "Request body"
RESPONSE = "Response"
SCHEMAS = "Schemas"
SERVER = "Server"
TERMS = "Terms"
WEBHOOK = "Webhook"
