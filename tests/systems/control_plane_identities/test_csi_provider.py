"""What the CSI provider mounts, and the words for what it refuses."""

import pytest

from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import (
    DecodeError,
    Mount,
    MountStep,
    content_bytes,
    mount,
    vault_name_problem,
)

NO_LIST = "parameter objects must be YAML with a list of texts in array"
NO_ITEM = "an item of objects must be YAML with texts as values"
RELATIVE = "the file name must be relative, and without '..'"


def item(*lines: str) -> str:
    """The parameter with one item, of a secret with the name ``a`` and these lines."""
    fields = ("objectName: a", "objectType: secret", *lines)
    return "array:\n- |\n" + "".join(f"  {line}\n" for line in fields)


@pytest.mark.parametrize("objects", ["", "null", "array: null", "array: []", "array: [~]", "a: b"])
def test_without_an_item_nothing_is_mounted(objects: str) -> None:
    assert mount(objects, "x") == Mount(MountStep.OK, "objects is empty, so nothing is mounted")


@pytest.mark.parametrize("objects", ["[]", "text", "array: a", "array: {}", "array: [{}]", "a: 1\na: 2", "array: ["])
def test_a_parameter_of_another_form_ends_the_mount(objects: str) -> None:
    assert mount(objects, "x") == Mount(MountStep.OBJECTS, NO_LIST)


@pytest.mark.parametrize(
    "line",
    [
        "objectAlias: {x: y}",
        "objectAlias: !!int text",
        "objectAlias: !!binary '*'",
        "objectAlias: !!binary YWJj=",
        "objectName: b",
        "objectVersionHistory: '3'",
        "objectVersionHistory: 1.5",
        "objectVersionHistory: 2147483648",
        "objectVersionHistory: -2147483649",
        "objectVersionHistory: many",
        "- x",
    ],
)
def test_an_item_of_another_form_ends_the_mount(line: str) -> None:
    assert mount(item(line), "x") == Mount(MountStep.OBJECT, NO_ITEM)


def test_a_name_in_base64_may_have_several_lines() -> None:
    lines = ("objectAlias: !!binary |", "  YWJj", "  ZA==")
    assert mount(item(*lines), "x") == Mount(MountStep.OK, file="abcd", content=b"x")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["objectFormat: der"], "objectFormat must be PEM or PFX"),
        (["objectType: key", "objectFormat: pfx"], "objectFormat pfx requires objectType secret"),
        (["objectType: key", "objectEncoding: hex"], "objectEncoding requires objectType secret"),
        (["objectEncoding: utf-16"], "objectEncoding must be utf-8, hex or base64"),
        (["objectName: null"], "the file name must not be empty, and the name null is read as empty"),
        (["objectAlias: /x"], RELATIVE),
        (["objectAlias: a/../b"], RELATIVE),
    ],
)
def test_a_refused_value_ends_the_mount_with_its_reason(lines: list[str], why: str) -> None:
    fields = {"objectName": "a", "objectType": "secret"}
    fields |= {key: text for key, _, text in (line.partition(": ") for line in lines)}
    text = "".join(f"  {key}: {value}\n" for key, value in fields.items())
    assert mount(f"array:\n- |\n{text}", "x") == Mount(MountStep.VALIDATE, why)


@pytest.mark.parametrize(
    "line",
    [
        "objectFormat: pem",
        "objectFormat: PFX",
        "objectFormat: pfx",
        "objectVersionHistory: 0",
        "objectVersionHistory: 0x10",
        "objectVersionHistory: 3.0",
        "objectVersionHistory: 2147483647",
        "objectVersionHistory: -2147483648",
        "objectVersionHistory: null",
        "objectVersion: 7",
        "unknown: [x]",
    ],
)
def test_what_does_not_decide_is_no_problem(line: str) -> None:
    assert mount(item(line), "x") == Mount(MountStep.OK, file="a", content=b"x")


def test_the_alias_is_the_file_and_the_first_item_counts() -> None:
    both = item("objectAlias: b", "objectEncoding: HEX") + "- |\n  objectName: c\n"
    assert mount(both, "6869") == Mount(MountStep.OK, file="b", content=b"hi")


@pytest.mark.parametrize(
    ("encoding", "why"),
    [
        ("hex", "the value in the vault is not hexadecimal"),
        ("base64", "the value in the vault is not base64"),
        ("utf-16", "objectEncoding must be utf-8, hex or base64"),
    ],
)
def test_a_value_without_its_encoding_is_refused_without_being_shown(encoding: str, why: str) -> None:
    with pytest.raises(DecodeError) as caught:
        content_bytes("MARKER-7f3", encoding)
    assert str(caught.value) == why
    if encoding != "utf-16":
        found = mount(item(f"objectEncoding: {encoding}"), "MARKER-7f3")
        assert found == Mount(MountStep.DECODE, why)


@pytest.mark.parametrize("name", ["ab", "a" * 25, "a_b", "https://a.b", ""])
def test_a_name_that_no_vault_can_have_is_a_problem(name: str) -> None:
    assert vault_name_problem(name) == "must have 3 to 24 letters, digits and hyphens"


@pytest.mark.parametrize("name", ["abc", "a" * 24, "1-a", "A--", " kv1 "])
def test_a_name_of_that_form_is_none(name: str) -> None:
    assert vault_name_problem(name) is None
