"""Text of documents: escaping, invisible characters, links, quoting. Pure functions from text to text."""
