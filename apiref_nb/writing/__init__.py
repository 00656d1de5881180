"""Descriptions become HTML, Markdown and plain text; each format names the same operations."""
