"""What needs a running kernel: live tabs, the request console; and the outputs of replies, which need none.

ipywidgets is imported by the modules `tabs` and `console` alone, and those only when something interactive is shown.
"""
