"""Configuration from the files of a stack."""

import json
import os
from pathlib import Path

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from openshift_credentials.stack.secret_texts import SEALED


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


def test_values_have_full_keys_and_texts(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config:\n  p:a: {b: [1, x]}\n  p:c: yes\n  aws:region: r\n")

    read = project.read()

    assert dict(read.config) == {"p:a": '{"b": [1, "x"]}', "p:c": "yes", "aws:region": "r"}
    assert (read.project, read.stack, read.program) == ("p", "dev", project.directory)
    assert not read.secret_keys


def test_a_key_without_a_project_is_one_of_this_project(project: Project) -> None:
    project.write("Pulumi.dev.yaml", "config:\n  a: 1\n")

    assert dict(project.read().config) == {"p:a": "1"}


def test_defaults_and_values_of_the_project_stand_where_the_stack_has_none(project: Project) -> None:
    project.write(
        "Pulumi.yaml",
        "name: p\nconfig:\n  one: {type: string, default: project}\n"
        "  two: {type: string, default: project}\n  three: {value: fixed}\n  four: plain\n"
        "  five: {type: object, description: no default}\n  aws:region: {value: r}\n",
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


def test_another_file_can_be_read_in_its_place(project: Project) -> None:
    project.write("other.yaml", "config:\n  p:a: other\n")

    read = read_stack(project.directory, "dev", project.directory / "other.yaml", [])

    assert dict(read.config) == {"p:a": "other"}


def test_a_missing_stack_names_those_that_are_there(project: Project) -> None:
    project.write("Pulumi.prod.yaml", "")

    problem = project.problem(stack="staging")

    assert "Pulumi.staging.yaml: does not exist; write it with verb init" in problem
    assert "the stacks here are dev, prod" in problem


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
