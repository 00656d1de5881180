"""Request samples with a hostile string in every place that a document can fill."""

from apiref_nb.requests import FormBody, JsonBody, MultipartBody, MultipartPart, RequestSample, TextBody
from apiref_nb.requests.placeholder_credentials import BASIC, BEARER
from apiref_nb.requests.request_sample import Credential


def bodies(text):
    return (
        None,
        JsonBody({"name": text, text: [text, 1.5, None, True, {}]}),
        TextBody(text, "text/plain"),
        TextBody(f'{{"a": "{text}"}}', "application/json"),
        FormBody((("name", text), (text, "value"))),
        MultipartBody(
            (
                MultipartPart("name", text),
                MultipartPart(text, "value"),
                MultipartPart("typed", text, "application/json"),
                MultipartPart("file", None),
            )
        ),
        MultipartBody((MultipartPart("", text, "text/plain", (("X-Note", text), (text, "v"))),), "multipart/mixed"),
    )


def samples(text, base="http://127.0.0.1:1"):
    for body in bodies(text):
        yield RequestSample(
            method="POST" if body else "GET",
            url=f"{base}/pet/{{petId}}/{text}".rstrip("/"),
            path_values=(("petId", "1"),),
            query=(("q", text), (text, "v"), ("status", "<status>")),
            headers=(("X-Note", text), (text, "v")),
            cookies=(("session", text), (text, "v")),
            body=body,
            credentials=(BEARER, Credential("apiKey", text, "query", placeholder="<api-key>"), BASIC),
            replies_json=True,
        )
