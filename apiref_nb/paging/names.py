"""The names by which published APIs page: of parameters, and of members of answers, without case and marks.

Counted over the documents that others publish; a name alone decides only where the type fits it. Read by `ways`.
"""

from __future__ import annotations

from typing import Final


def plain(name: str) -> str:
    """Return a name without case and marks: `next_page-Token`, `nextPageToken` and `$nextPageToken` are one.

    Args:
        name: of a parameter or a member.
    """
    return "".join(char for char in name.lower() if char.isalnum())


TOKEN_PARAMETERS: Final = frozenset({
    "cursor", "pagecursor", "nextcursor", "pagetoken", "nexttoken", "nextpagetoken", "continuationtoken",
    "continuation", "continue", "marker", "nextmarker", "startingafter", "after", "aftercursor", "pageafter",
    "startcursor", "startafter", "exclusivestartkey", "paginationtoken", "scrollid", "bookmark", "startingtoken",
    "skiptoken", "startkey", "resumetoken", "streamposition", "nextpageid", "afterid", "sinceid", "paginationkey",
    "nextkey", "pagingtoken",
})  # fmt: skip
"""Parameters that take a token."""

LAST_RECORD_PARAMETERS: Final = frozenset({"startingafter", "after", "startafter", "afterid", "sinceid"})
"""Of these, those that may take the id of the last record."""

PAGE_PARAMETERS: Final = frozenset({
    "page", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage", "pagepage", "pagenr", "pg", "ipage",
})  # fmt: skip
"""Parameters that take the number of a page."""

OFFSET_PARAMETERS: Final = frozenset({
    "offset", "skip", "startat", "start", "startindex", "startrow", "startposition", "startrecord", "firstresult",
    "pageoffset", "recordoffset", "skipcount", "from", "rowoffset", "resultoffset",
})  # fmt: skip
"""Parameters that take how many records are skipped."""

SIZE_PARAMETERS: Final = frozenset({
    "limit", "perpage", "pagesize", "size", "count", "maxresults", "maxitems", "top", "take", "rows",
    "resultsperpage", "pagelimit", "max", "maxrecords", "hitsperpage", "numresults", "itemsperpage", "pagelength",
    "maxsize", "maxkeys", "maxpagesize", "batchsize", "resultlimit", "recordsperpage", "num", "results",
    "pagepagesize", "maxcount", "maxfetch",
})  # fmt: skip
"""Parameters that take how many records a page has."""

NEXT_TOKENS: Final = frozenset({
    "nextcursor", "nextpagetoken", "nexttoken", "nextmarker", "nextpagemarker", "continuationtoken", "continue",
    "endcursor", "aftercursor", "paginationtoken", "lastevaluatedkey", "scrollid", "nextkey", "nextcontinuationtoken",
    "nextstreamposition", "bookmark", "nextbookmark", "nextpagecursor", "nextpageid", "pagingtoken", "nextskiptoken",
    "cursornext", "nextstartkey", "lastid", "nextpaginationtoken", "nextbatch", "nextpage", "nextoffset",
    "continuation",
})  # fmt: skip
"""Members that hold the token of the next page."""

NEXT_ADDRESSES: Final = frozenset({
    "nextlink", "nexturl", "nexturi", "nextpageurl", "nextpageuri", "nexthref", "nextpagelink", "odatanextlink",
    "nextlinkurl", "nextpagehref", "nextresultsurl", "nextrecordsurl",
})  # fmt: skip
"""Members whose name says that they hold the address of the next page."""

NEXT: Final = frozenset({"next", "nextpage", "forward"})
"""Members that hold a token or an address, which other things have to say."""

LINK_FOLDERS: Final = frozenset({"links", "link", "hrefs", "urls", "pages", "navigation", "paginglinks", "pagelinks"})
"""Objects that hold addresses."""

CURSOR_FOLDERS: Final = frozenset({"cursors", "cursor"})
"""Objects that hold tokens."""

FOLDERS: Final = frozenset({
    "meta", "metadata", "pagination", "paging", "page", "pages", "pageinfo", "responsemetadata", "pageinformation",
    "paginationinfo", "pagingmetadata", "paginationmetadata", "responseinfo", "cursors", "cursor", "listmeta",
    "links", "link", "searchmetadata", "header", "headers", "resultinfo", "listinfo", "next", "resultset",
    "resultsummary",
})  # fmt: skip
"""Objects in which answers speak of their pages."""

MORE: Final = frozenset({
    "hasmore", "hasnext", "hasnextpage", "more", "moreresults", "hasmoreitems", "istruncated", "hasmorepages",
    "moreavailable", "hasmoredata", "hasmoreresults", "morerecords",
})  # fmt: skip
"""Flags that are true while more follows."""

LAST: Final = frozenset({"islast", "last", "lastpage", "islastpage", "isfinished", "islastbatch"})
"""Flags that are true on the last page."""

TOTALS: Final = frozenset({
    "total", "totalcount", "totalitems", "totalresults", "totalrecords", "totalelements", "itemstotal", "totalsize",
    "numfound", "totalrows", "totalentries", "itemcount", "totalhits", "recordcount", "totalrecordcount",
    "totalnumber", "totalnumberofrecords", "totalresultcount",
})  # fmt: skip
"""Members that say how many records there are."""

PAGE_COUNTS: Final = frozenset({
    "totalpages", "pagecount", "pagestotal", "pages", "lastpage", "totalpagecount", "numpages", "numberofpages",
})  # fmt: skip
"""Members that say how many pages there are."""

WRAPPERS: Final = (
    "data", "items", "results", "result", "records", "rows", "values", "value", "entries", "elements", "content",
    "objects", "resources", "hits", "list", "docs", "documents", "matches",
)  # fmt: skip
"""Members under which APIs wrap their lists, most usual first."""

ASIDE: Final = frozenset({
    "warnings", "errors", "messages", "order", "facets", "included", "links", "notices", "aggregations", "sort",
    "validationerrors", "errormessages", "warningmessages", "sortby", "orderby", "facetcounts", "breadcrumbs",
})  # fmt: skip
"""Lists that stand beside the records."""
