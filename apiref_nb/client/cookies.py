"""Cookies of answers, kept for the calls that follow, where a client is asked to.

A course comes in; the same course with cookies goes out. What is kept goes back to the client's own origin and to no
other; which cookies that allows, and for how long, is the business of `http.cookiejar`.
"""

from __future__ import annotations

import httpx

from apiref_nb.client.course import Answer, Course, paused, rerouted
from apiref_nb.client.limits import CALLS
from apiref_nb.requests.credentials import Credentials
from apiref_nb.text.hosts import origin


class CookieJar:
    """What answers have set so far. It shows nothing of it.

    Args:
        credentials: masks in outputs what is kept here.
    """

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials
        self._kept = httpx.Cookies()

    def __repr__(self) -> str:
        return f"CookieJar({len(self._kept.jar)} cookies)"

    def onto(self, request: httpx.Request) -> httpx.Request:
        """Return the request with the cookies that belong to it; those that it carries already stay as they are.

        Args:
            request: without cookies of the jar.
        """
        bare = httpx.Request(request.method, request.url)
        self._kept.set_cookie_header(bare)
        given = request.headers.get("cookie", "")
        named = {pair.partition("=")[0].strip() for pair in given.split(";")}
        pairs = (pair.strip() for pair in bare.headers.get("cookie", "").split(";"))
        more = [pair for pair in pairs if pair and pair.partition("=")[0] not in named]
        if not more:
            return request
        headers = [(name, value) for name, value in request.headers.raw if name.lower() != b"cookie"]
        headers.append((b"Cookie", "; ".join(filter(None, (given, *more))).encode()))
        made = httpx.Request(request.method, request.url, headers=headers, stream=request.stream)
        made.extensions = request.extensions
        return made

    def take(self, request: httpx.Request, answer: Answer) -> None:
        """Keep what an answer sets, and forget what it ends.

        Args:
            request: what was answered.
            answer: what came.
        """
        if not answer.header("set-cookie"):
            return
        response = httpx.Response(answer.status, headers=list(answer.headers), request=request)
        self._kept.extract_cookies(response)
        for cookie in list(self._kept.jar)[: -CALLS.max_cookies]:
            self._kept.jar.clear(cookie.domain, cookie.path, cookie.name)
        self._credentials.remember(cookie.value for cookie in self._kept.jar if cookie.value)


def with_cookies(steps: Course, jar: CookieJar, home: str) -> Course:
    """Return a course whose requests carry the cookies of the answers before.

    Args:
        steps: the course without.
        jar: what is kept.
        home: the address whose origin cookies are taken from and sent to.
    """

    def answered(request: httpx.Request) -> Course:
        if origin(str(request.url)) != origin(home):
            return (yield request)
        request = jar.onto(request)
        answer = yield request
        jar.take(request, answer)
        return answer

    return rerouted(steps, answered, paused)
