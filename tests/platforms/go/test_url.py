"""URLs as Go reads them."""

import pytest

from openshift_credentials.platforms.go.text import is_https


@pytest.mark.parametrize(
    "text", ["https://a", "HTTPS://a:443/b?c#d", "https:a", "https://[::1]:5/x", "https://[fe80::1%25en0]"]
)
def test_go_finds_scheme_https(text: str) -> None:
    assert is_https(text)


@pytest.mark.parametrize(
    "text",
    ["http://a", "//a", "https://a:x", "https://a/%zz", "https://[::1", "https://[fe80::1%25e[]/x", "https://a[]"],
)
def test_go_refuses_it_or_finds_another_scheme(text: str) -> None:
    assert not is_https(text)
