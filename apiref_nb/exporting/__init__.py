"""Everything that an `Api` can be written as beside HTML: a Postman collection, notebook pages, Markdown, text."""
