"""What needs a running kernel: live tabs, and the request console with its fields.

Only `kernel` can be imported without ipywidgets; the other modules are imported when something interactive is shown.
"""
