"""What needs a running kernel: the widgets of a live view, its form and fields, and who sends a request.

Only `kernel` and `open_trees` can be imported without ipywidgets; the others are imported when something live is made.
"""
