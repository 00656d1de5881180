"""URL to bytes: the only room that opens sockets for a document.

`fetch.fetch` takes the address that a caller typed and returns a `Fetched`, or raises the `SourceError` that a banner
shows.
"""
