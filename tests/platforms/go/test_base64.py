"""Base64 of ``encoding/base64``, with answers of Go 1.26."""

import pytest

from openshift_credentials.platforms.go.text import decode_base64


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("", b""),
        ("YQ==", b"a"),
        ("YR==", b"a"),
        ("Y\nQ\r\n=\n=\n", b"a"),
        ("+/+/", b"\xfb\xff\xbf"),
        ("YQ", None),
        ("YQ=", None),
        ("YQ===", None),
        ("YWJj=", None),
        ("YQ==YQ==", None),
        ("=", None),
        ("Y Q==", None),
        ("-_-_", None),
        ("YWé=", None),
    ],
)
def test_a_text_is_decoded_or_rejected_as_by_go(text: str, content: bytes | None) -> None:
    assert decode_base64(text) == content
