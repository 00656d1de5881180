"""Requests: an operation and values become one plan; sample languages write it, the client sends it.

In: `Operation`, `ApiOperation`, schemas, arguments. Out: `RequestPlan` and source text. No socket, no notebook.
"""
