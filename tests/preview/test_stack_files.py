"""Stack files, read as the engine reads them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.go.yaml import YamlError
from openshift_credentials.preview.engine_yaml import read_yaml, text_of
from openshift_credentials.preview.stack_files import StackConfiguration, read_stack, with_config_values
from openshift_credentials.stack.secret_texts import SEALED
from tests.kit.tables import rows_beside

# Configuration from the files of a stack.


class Project:
    """A directory with a project and one stack, ``dev``."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.write("Pulumi.yaml", "name: p\n")
        self.write("Pulumi.dev.yaml", "")

    def write(self, name: str, text: str) -> None:
        (self.directory / name).write_text(text)

    def read(self, *overrides: str, stack: str = "dev") -> StackConfiguration:
        return read_stack(self.directory, stack, None, overrides)

    def problem(self, *overrides: str, stack: str = "dev") -> str:
        with pytest.raises(UnusableInputError) as caught:
            self.read(*overrides, stack=stack)
        return str(caught.value)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_key_without_a_project_is_one_of_this_project(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config:\n  a: 1\n")

    assert dict(project.read().config) == {"p:a": "1"}


def test_defaults_and_values_of_the_project_stand_where_the_stack_has_none(project: Project) -> None:
    project.write(
        "Pulumi.yaml",
        "name: p\nconfig:\n  one: {type: string, default: project}\n  two: {type: string, default: project}\n  three: "
        "{value: fixed}\n  four: plain\n  five: {type: object, description: no default}\n  aws:region: {value: r}\n",
    )
    project.write("Pulumi.dev.yaml", "config:\n  p:two: stack\n")

    assert dict(project.read().config) == {
        "p:one": "project",
        "p:two": "stack",
        "p:three": "fixed",
        "p:four": "plain",
        "aws:region": "r",
    }


def test_encrypted_values_are_sealed_and_their_keys_secret(project: Project) -> None:
    project.write(
        "Pulumi.dev.yaml",
        "config:\n  p:one: {secure: AAABcipher}\n  p:two: {a: [{secure: AAABcipher}, open]}\n"
        "  p:three: open\n  aws:secretKey: {secure: AAABcipher}\n",
    )

    read = project.read()

    assert read.config["p:one"] == read.config["aws:secretKey"] == SEALED
    assert json.loads(read.config["p:two"]) == {"a": [SEALED, "open"]}
    assert set(read.secret_keys) == {"p:one", "p:two", "aws:secretKey"}
    assert "AAABcipher" not in str(dict(read.config))


def test_an_override_goes_over_the_stack_and_the_project(project: Project) -> None:
    project.write("Pulumi.yaml", "name: p\nconfig:\n  a: {default: 1}\n")
    project.write("Pulumi.dev.yaml", "config:\n  p:b: {c: 1}\n")

    assert dict(project.read("a=2", "b.c=3", "p:b.d=x", "aws:region=r").config) == {
        "p:a": "2",
        "p:b": '{"c": 3, "d": "x"}',
        "aws:region": "r",
    }


def test_an_override_of_a_secret_stays_secret(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config:\n  p:one: {secure: AAABcipher}\n")

    read = project.read("one=opened")

    assert read.config["p:one"] == "opened"
    assert list(read.secret_keys) == ["p:one"]


@pytest.mark.parametrize(
    "text",
    [
        "config: [",
        "config:\n  p:a: 1\n  p:a: 2\n",
        "config:\n\tp:a: 1\n",
        "config: &x [*x]\n  y",
        "- a list\n",
        "just a text\n",
        "config: a text\n",
        "config:\n  - a list\n",
        "config:\n  p:a: !!python/object:os.system x\n",
        "config:\n  p:a: !!bool x\n",
        "config:\n  p:a: !!set {x}\n",
        "config:\n  p:a: !!timestamp {x: y}\n",
        "config:\n  p:a: !!binary ä\n",
        "config:\n  p:a: !!int planted-c2VjcmV0\n",
        "config:\n  p:a: *planted-c2VjcmV0\n",
        "config:\n  p:a: !planted-c2VjcmV0 x\n",
    ],
)
def test_a_broken_stack_file_is_named_and_nothing_of_it_is_shown(project: Project, text: str) -> None:
    marker = "planted-c2VjcmV0"
    project.write("Pulumi.dev.yaml", f"{text}\n# {marker}\n")

    problem = project.problem()

    assert "Pulumi.dev.yaml" in problem
    assert marker not in problem


def test_the_place_of_a_mistake_is_named(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config:\n  p:a: 1\n  p:a: 2\n")

    assert "Pulumi.dev.yaml, line 3: the key p:a occurs twice" in project.problem()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"config:\n  p:a: \xc3\x28\n"])
def test_a_file_that_is_no_text_is_refused(project: Project, content: bytes) -> None:
    (project.directory / "Pulumi.dev.yaml").write_bytes(content)

    assert "Pulumi.dev.yaml" in project.problem()


def test_a_deeply_nested_file_is_refused_without_a_crash(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config: " + "[" * 20_000)

    assert "Pulumi.dev.yaml" in project.problem()


@pytest.mark.parametrize(
    "text",
    [
        "config:\n  p:a0: &a0 x\n"
        + "".join(f"  p:a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, 12)),
        f"config:\n  p:a: &a {'x' * 1_000_000}\n  p:b: [{', '.join(['*a'] * 10_000)}]\n",
        "config: &a [*a]\n",
        "config:\n" + "".join(f"{' ' * depth}a:\n" for depth in range(2, 2000)),
    ],
    ids=["laughs", "a long text", "endless", "deep"],
)
def test_a_file_that_would_fill_memory_or_stack_is_refused(project: Project, text: str) -> None:
    project.write("Pulumi.dev.yaml", text)

    assert "is nested too deeply, or too large after its aliases are resolved" in project.problem()


def test_a_file_without_end_or_without_a_writer_is_refused(project: Project) -> None:
    (project.directory / "Pulumi.zero.yaml").symlink_to("/dev/zero")
    os.mkfifo(project.directory / "Pulumi.fifo.yaml")

    for name in ("zero", "fifo"):
        assert "is not a regular file; use a regular file" in project.problem(stack=name)


def test_what_is_not_yaml_is_reported_with_line_and_reason(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config:\n  p:a: b: c\n")

    with pytest.raises(UnusableInputError) as caught:
        project.read()

    [problem] = caught.value.problems
    assert str(problem).endswith(
        "Pulumi.dev.yaml, line 2: is not YAML: mapping values are not allowed in this context; correct the file"
    )
    assert (problem.code, problem.line) == ("syntax", 2)


def test_texts_that_carry_a_tag_are_read_as_the_engine_reads_them(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config:\n  p:a: !!binary aGVsbG8=\n  p:b: !!int '7'\n")

    assert dict(project.read().config) == {"p:a": "hello", "p:b": "7"}


# ``--config KEY=VALUE``.

CONFIG: dict[str, Any] = {
    "p:etcdBackup": {"storage": {"s3": {"bucket": "one", "region": None}}, "backups": [{"trigger": "1"}]},
    "p:text": "x",
}


def test_a_path_reaches_into_groups_and_lists() -> None:
    changed: Any = with_config_values(
        "p",
        CONFIG,
        [
            "etcdBackup.storage.s3.bucket=two",
            "etcdBackup.storage.s3.region.deep=1",
            "etcdBackup.backups[0].trigger=2",
            "etcdBackup.backups[1].trigger=3",
            "new.list[0]=first",
            "p:text=y",
            "aws:region=r",
        ],
    )

    assert changed == {
        "p:etcdBackup": {
            "storage": {"s3": {"bucket": "two", "region": {"deep": 1}}},
            "backups": [{"trigger": 2}, {"trigger": 3}],
        },
        "p:text": "y",
        "p:new": {"list": ["first"]},
        "aws:region": "r",
    }


@rows_beside("text, value")
def test_what_looks_like_a_number_or_a_boolean_is_one(text: str, value: object) -> None:
    found = with_config_values("p", {}, [f"a={text}"])["p:a"]

    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "given", ["", "a", "=x", ".a=x", "a.=x", "a..b=x", "a[=x", "a[x]=x", "a]=x", "[0]=x", "a[-1]=x"]
)
def test_what_is_not_key_and_value_is_refused(given: str) -> None:
    with pytest.raises(UnusableInputError, match="must be KEY=VALUE"):
        with_config_values("p", CONFIG, [given])


@pytest.mark.parametrize(
    "given", ["text.a=x", "text[0]=x", "etcdBackup.backups.a=x", "etcdBackup.backups[2]=x", "etcdBackup.storage[0]=x"]
)
def test_a_place_that_cannot_be_is_refused(given: str) -> None:
    with pytest.raises(UnusableInputError, match="no such place"):
        with_config_values("p", CONFIG, [given])


def test_all_settings_that_cannot_be_applied_are_reported_without_their_values() -> None:
    with pytest.raises(UnusableInputError) as caught:
        with_config_values("p", CONFIG, ["text.a=planted", "a..b=planted", "etcdBackup.storage.x=fine"])

    assert len(caught.value.problems) == 2
    assert "planted" not in str(caught.value)


KEYS = st.from_regex(r"[a-z]{1,3}", fullmatch=True)


@given(st.lists(KEYS, min_size=1, max_size=4), st.text(alphabet="abc", min_size=1))
def test_what_is_put_at_a_path_is_found_there(path: list[str], text: str) -> None:
    found: Any = with_config_values("p", {}, [f"{'.'.join(path)}={text}"])

    for depth, part in enumerate(path):
        found = found[part if depth else f"p:{part}"]
    assert found == text


# YAML as the engine reads it; tests/engine compares the same with the engine itself.

SCALARS = {
    "yes": "yes",
    "no": "no",
    "on": "on",
    "Off": "Off",
    "y": "y",
    "12:30": "12:30",
    "1:20:30": "1:20:30",
    "true": True,
    "False": False,
    "0": 0,
    "7": 7,
    "+5": 5,
    "-7": -7,
    "0123": 83,
    "-0123": -83,
    "0o17": 15,
    "0xff": 255,
    "0b101": 5,
    "1_000": 1000,
    "0189": 189.0,
    "1.5": 1.5,
    ".5": 0.5,
    "4.20": 4.2,
    "1e3": 1000.0,
    "~": None,
    "null": None,
    "": None,
    "2026-11-21": "2026-11-21 00:00:00 +0000 UTC",
    "2026-1-2": "2026-01-02 00:00:00 +0000 UTC",
    "2026-11-21T10:20:30Z": "2026-11-21 10:20:30 +0000 UTC",
    "2026-11-21 10:20:30.25": "2026-11-21 10:20:30.25 +0000 UTC",
    "2026-11-21T10:20:30+02:00": "2026-11-21 10:20:30 +0200 +0200",
    "2026-99-99": "2026-99-99",
    "1.2.3": "1.2.3",
    "123456789012": 123456789012,
    "Zürich": "Zürich",
    "=": "=",
}


def read(text: str) -> object:
    return read_yaml(text.encode())


@pytest.mark.parametrize(("text", "value"), SCALARS.items())
def test_a_plain_scalar_is_read_as_the_engine_reads_it(text: str, value: object) -> None:
    found = read(f"key: {text}")

    assert found == {"key": value}
    assert isinstance(found, dict)
    assert type(found["key"]) is type(value)  # pyright: ignore[reportUnknownArgumentType]


@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quoted_scalar_is_a_text(quote: str) -> None:
    for text in filter(None, SCALARS):
        assert read(f"key: {quote}{text}{quote}") == {"key": text}, f"{text} in {quote}"


@pytest.mark.parametrize("text", ["no: 1", "yes: 1", "12:30: 1"])
def test_keys_are_read_alike(text: str) -> None:
    assert read(text) == {text.rpartition(":")[0]: 1}


@pytest.mark.parametrize("text", ["a: 1\na: 2", "a:\n  b: 1\n  b: 2", "- a: 1\n  a: 2", "a: &x {b: 1, b: 2}"])
def test_a_key_that_is_there_twice_is_refused(text: str) -> None:
    with pytest.raises(YamlError, match="twice"):
        read(text)


@pytest.mark.parametrize("text", ["a: [", "a: !!python/object/apply:os.getcwd []", "a: *b", "\t- a", "a: \x00"])
def test_what_is_no_plain_yaml_is_refused(text: str) -> None:
    with pytest.raises(YamlError):
        read(text)


@rows_beside("value, text")
def test_a_single_value_becomes_the_text_that_the_engine_makes(value: object, text: str) -> None:
    assert text_of(value) == text


@rows_beside("value, number")
def test_a_whole_number_in_a_group_stays_whole(value: object, number: int) -> None:
    found = json.loads(text_of({"a": [value]}))["a"][0]

    assert found == number
    assert isinstance(found, int)


@pytest.mark.parametrize("text", ["9" * 400, "-" + "9" * 400, "0x" + "f" * 300, "1e400", "-1e999"])
def test_a_number_that_no_double_holds_is_text(text: str) -> None:
    """go-yaml ``resolve.go``: neither ``ParseInt`` nor ``ParseFloat`` reads it."""
    assert read_yaml(f"a: {text}".encode()) == {"a": text}
    assert json.loads(text_of(read_yaml(f"a: [{text}]".encode()))) == {"a": [text]}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=9), below),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=9), VALUES))
def test_a_group_keeps_its_values(group: dict[str, object]) -> None:
    assert json.loads(text_of(group)) == group
