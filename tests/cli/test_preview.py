"""Verb ``preview``: answers, failures, and settings of the command line."""

import json
import os

import pytest

from tests.cli.command import call
from tests.cli.preview_calls import FORMS, UNUSABLE, WRONG_MODE
from tests.kit.nonempty import nonempty

pytestmark = pytest.mark.usefixtures("in_the_repository")


@pytest.mark.parametrize("form", FORMS)
def test_a_preview_that_holds_is_on_standard_output(form: str) -> None:
    outcome = call("preview", "--stack", "aro", "--output", form)

    assert outcome.code == 0
    assert outcome.results
    assert outcome.others == ""


def test_a_wrong_mode_is_a_no() -> None:
    outcome = call("preview", "--stack", "dev", *WRONG_MODE)

    assert outcome.code == 1
    assert outcome.results == ""
    assert outcome.others.startswith("error: Secret hypershift/cloud-credentials")
    assert outcome.others.count("\n") == 1


def test_all_problems_of_a_configuration_are_reported() -> None:
    outcome = call("preview", "--stack", "dev", *UNUSABLE)

    assert outcome.code == 2
    assert outcome.results == ""
    lines = outcome.others.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("error: openshift-credentials:") for line in lines)


@pytest.mark.parametrize(("arguments", "code"), [(WRONG_MODE, 1), (UNUSABLE, 2)])
def test_a_failure_is_json_for_a_machine(arguments: tuple[str, ...], code: int) -> None:
    outcome = call("preview", "--stack", "dev", "-o", "json", *arguments)

    assert outcome.code == code
    document = json.loads(outcome.results)
    assert document["steps"] == []
    assert {each["severity"] for each in document["diagnostics"]} == {"error"}
    for each in nonempty(document["diagnostics"]):
        assert f"error: {each['message']}" in outcome.others


@pytest.mark.parametrize(("arguments", "code"), [(WRONG_MODE, 1), (UNUSABLE, 2)])
def test_a_failure_is_markdown_for_a_reviewer(arguments: tuple[str, ...], code: int) -> None:
    outcome = call("preview", "--stack", "dev", "-o", "markdown", *arguments)

    assert outcome.code == code
    assert ":x:" in outcome.results
    assert "error: " in outcome.others


@pytest.mark.parametrize(
    "arguments",
    [
        ["--stack", "nowhere"],
        ["--stack", "dev", "--cwd", "/nonexistent"],
        ["--stack", "dev", "--config-file", "nowhere.yaml"],
        ["--stack", "dev", "--config", "no-value"],
        ["--stack", "dev", "--output", "xml"],
        ["--stack"],
        [],
        ["--stack", "dev", "--surplus"],
        ["--sta", "dev"],
    ],
)
def test_what_cannot_be_worked_with_is_exit_code_2(arguments: list[str]) -> None:
    outcome = call("preview", *arguments)

    assert outcome.code == 2
    assert outcome.results == ""
    assert "error: " in outcome.others
    assert "Traceback" not in outcome.others


@pytest.mark.parametrize(
    "override",
    [
        "a" * 100_000 + "=1",
        ".".join("a" * 5000) + "=1",
        "a" + "[0]" * 5000 + "=1",
        "a[" + "9" * 5000 + "]=1",
        "cluster.name=" + "x" * 100_000,
        os.fsdecode(b"cluster.name=\xff"),
        os.fsdecode(b"\xff=1"),
    ],
    ids=lambda override: ascii(override)[:30],
)
def test_an_override_of_any_length_depth_and_encoding_is_reported(override: str) -> None:
    outcome = call("explain", "-s", "dev", "-c", override)

    assert outcome.code == 2
    assert outcome.others.startswith("error: ")
    assert "Traceback" not in outcome.others
    assert len(outcome.others) < 5000


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("front", "setting"), [("sts", "tokenIssuer.gcp"), ("mint", "cloudCredentials.gcp")])
def test_a_missing_sdk_of_google_cloud_is_reported(
    monkeypatch: pytest.MonkeyPatch, front: str, setting: str, form: str
) -> None:
    def nothing(_: str) -> None:
        """As where the package is not installed."""

    monkeypatch.setattr("components.gcp.find_spec", nothing)
    stack = f"{front}-gcp"
    file = f"examples/{stack}/Pulumi.{stack}.yaml"
    outcome = call("preview", "--stack", stack, "--config-file", file, "--output", form)

    assert outcome.code == 2
    (line,) = outcome.others.splitlines()
    assert line.startswith(f"error: {setting}: needs the package pulumi-gcp")
    assert "run 'make gcp', or in a checkout: pip install '.[gcp]'" in line
