import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.aws.credentials_file import parse_credentials_file


# The right side was read off the SDK's own parser.
@pytest.mark.parametrize(
    ("text", "sections", "outside"),
    [
        ("[default]\na=b\n", {"default": {"a": "b"}}, ()),
        (" \t[ default ] # comment\nA = b # comment\n", {"default": {"a": "b"}}, ()),
        ("[default];c\na=b ;c\nd=e\t#f\ng=h\t;i\n", {"default": {"a": "b", "d": "e", "g": "h"}}, ()),
        ("[default]\na=b#c;d\n", {"default": {"a": "b#c;d"}}, ()),
        ("[default]\r\na=b\r\n", {"default": {"a": "b"}}, ()),
        ("[profile  \t default]\na=b", {"profile default": {"a": "b"}}, ()),
        ("[a\tb]", {"a b": {}}, ()),
        ("[Default]\na=b", {"Default": {"a": "b"}}, ()),
        ("[]\na=b", {"": {}}, ("a",)),
        ("[]", {"": {}}, ()),
        ("[", {}, ()),
        ("[x]#a#b]\n[y];a;b]\na=b]", {"x": {}, "y": {"a": "b]"}}, ()),
        ("[x]\n\v#a=b\n \vc", {"x": {"#a": "b\n\vc"}}, ()),
        ("[a \vb]", {"a \vb": {}}, ()),
        ("[x]\na=b=c:d\n=e\n:f", {"x": {"a": "b=c:d", "": "f"}}, ()),
        ("[x]\na=b #c #d\nXaX=XaX", {"x": {"a": "b", "xax": "XaX"}}, ()),
        ("[x]\na='", {"x": {"a": "'"}}, ()),
        ("A=b\nc:d\n", {}, ("a", "c")),
        ("[x]\na:b=c\nd=e:f", {"x": {"a": "b=c", "d": "e:f"}}, ()),
        ("[x]\na='b'\nc=\"d\"\ne='f\"\ng=''", {"x": {"a": "b", "c": "d", "e": "'f\"", "g": ""}}, ()),
        ("[x]\na=b\n  c = d # e", {"x": {"a": "b", "c": "d"}}, ()),
        ("[x]\n  c = d", {"x": {"c": "d"}}, ()),
        ("[x]\na=\n  c = d\n  e", {"x": {"a": ""}}, ()),
        ("[x]\na=b\n  c # d", {"x": {"a": "b\nc # d"}}, ()),
        ("[x]\n  c", {"x": {}}, ()),
        ("  c = d", {}, ("c",)),
        ("[x]\n# a=b\n  ; c=d\nword\n\n \u00a0\n", {"x": {}}, ()),
        ("[x]\na=1\n[y]\n  b\n[x]\na=2", {"x": {"a": "2"}, "y": {}}, ()),
        ("[x]\na=b\n[", {"x": {"a": "b"}}, ()),
        ("[x]\n\u00c9=\u3000b\u3000", {"x": {"\u00e9": "b"}}, ()),
    ],
)
def test_a_credentials_file_is_read_as_the_sdk_reads_it(
    text: str, sections: dict[str, dict[str, str]], outside: tuple[str, ...]
) -> None:
    file = parse_credentials_file(text)
    assert file.sections == sections
    assert file.outside == outside
    assert file.default == sections.get("default", {})


@given(st.text("[]=: \t\n\r#;'\"ab"))
def test_any_text_can_be_read(text: str) -> None:
    file = parse_credentials_file(text)
    assert all(name.lower() == name for section in file.sections.values() for name in section)
