"""Notebook pages: one for each tag of an API, and the folder that they stand in."""
