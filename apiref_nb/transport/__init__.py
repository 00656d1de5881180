"""Untrusted bytes, for those who ask other people's servers: `fetching` and `client`, waiting or awaited.

One deadline over everything, one way to a host, one reading of a body, one list of character sets, one silence of the
HTTP library's logs and one account of what went wrong. Who may be asked, and what is said, belongs to the rooms above.
"""
