"""What curl sends for the words of a command: its own reading of the options that our samples use, and of no other."""

import re
import shlex
from urllib.parse import quote

FILE = b"sample"


def sent(command, fill=lambda word: word):
    """Return (method, url, headers, body) of a cURL command.

    Args:
        command: as it is pasted.
        fill: puts the reader's own values in the place of placeholders.
    """
    words = [fill(word) for word in shlex.split(command.replace("\\\n", " "))]
    piped = b""
    if words[0] == "printf":
        end = words.index("|")
        assert words[1] == "\\036%s\\n"
        piped = b"".join(b"\x1e" + word.encode() + b"\n" for word in words[2:end])
        words = words[end + 1 :]
    assert words.pop(0) == "curl"
    method, url, headers, data, parts, cookies, globs, login = "", "", [], [], [], [], True, None
    while words:
        word = words.pop(0)
        match word:
            case "-g":
                globs = False
            case "-X":
                method = words.pop(0)
            case "--head":
                method = "HEAD"
            case "-H":
                headers.append(_header(words.pop(0)))
            case "-b":
                cookies.append(words.pop(0))
                assert "=" in cookies[-1]
            case "-d":
                data.append(_data(words.pop(0)))
            case "--data-raw":
                data.append(words.pop(0).encode())
            case "--data-binary":
                data.append({"@-": piped, "@file.bin": FILE}[words.pop(0)])
            case "--data-urlencode":
                name, mark, value = words.pop(0).partition("=")
                assert mark
                assert "@" not in name
                data.append(f"{name}={quote(value, safe='')}".encode())
            case "-F":
                parts.append(_part(words.pop(0)))
            case "--form-string":
                name, _, value = words.pop(0).partition("=")
                parts.append((name, None, "", (), value.encode()))
            case "--digest":
                assert words.pop(0) == "-u"
                login = words.pop(0)
            case "--cert":
                assert words.pop(0) == "client.pem"
            case _:
                assert not url
                assert not word.startswith("-")
                url = word
    assert not (globs and set(url) & set("{}[]"))
    assert not (data and parts)
    body = b"&".join(data)
    names = {name.lower() for name, _ in headers}
    if parts:
        kind, body = _multipart(parts, dict(headers).get("Content-Type", "multipart/form-data"))
        headers = [pair for pair in headers if pair[0].lower() != "content-type"] + [("Content-Type", kind)]
    elif data and "content-type" not in names:
        headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    if cookies:
        headers.append(("Cookie", "; ".join(cookies)))
    if login is not None:
        headers.append(("Authorization", f'Digest username="{login.partition(":")[0]}"'))
    return method or ("POST" if data or parts else "GET"), url, headers, body


def _data(word):
    assert not word.startswith("@")
    return word.encode()


def _header(word):
    if word.endswith(";") and ":" not in word:
        return word[:-1], ""
    name, mark, value = word.partition(":")
    assert mark
    assert value.strip(), "curl would leave the header out"
    return name, value.strip()


def _part(word):
    name, mark, rest = word.partition("=")
    assert mark
    assert '"' not in name
    if rest.startswith("@"):
        file, *options = rest[1:].split(";")
        content, filename, kind = FILE, file, "application/octet-stream"
    else:
        found = re.match(r'"((?:[^"\\]|\\.)*)"', rest)
        assert found
        content, filename, kind = _unquoted(found[1]).encode(), None, ""
        options = re.findall(r';((?:[^;"]|"(?:[^"\\]|\\.)*")+)', rest[found.end() :])
    heads = []
    for option in options:
        key, _, value = option.partition("=")
        if key == "type":
            kind = value
        else:
            assert key == "headers"
            heads.append(_unquoted(value[1:-1]))
    return name, filename, kind, tuple(heads), content


def _unquoted(text):
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def _multipart(parts, kind):
    lines = []
    for name, filename, typed, heads, content in parts:
        lines.append(b"--curl")
        file = f'; filename="{filename}"' if filename else ""
        lines.append(f'Content-Disposition: form-data; name="{_escaped(name)}"{file}'.encode())
        lines += [f"Content-Type: {typed}".encode()] if typed else []
        lines += [head.encode() for head in heads]
        lines += [b"", content]
    return f"{kind}; boundary=curl", b"\r\n".join([*lines, b"--curl--", b""])


def _escaped(name):
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
