"""Mistyped verbs, actions, options and values: each is named, with what was probably meant."""

import json

import pytest

from openshift_credentials.cli.program import VERBS
from tests.cli.command import call
from tests.kit.nonempty import nonempty


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("prewiew --stack dev", "did you mean preview?"),
        ("azure-identitys check x", "did you mean azure-identities?"),
        ("cco mod x", "did you mean mode?"),
        ("preview --stak dev", "--stak is not an option; did you mean --stack?"),
        ("preview --stack dev --dif", "--dif is not an option; did you mean --diff?"),
        ("--verson", "--verson is not an option; did you mean --version?"),
        ("cco mode --kubconfig=x live", "did you mean --kubeconfig?"),
        ("preview --stack dev -o jso", "did you mean json?"),
        ("detect --storage-type s3 x", "did you mean S3?"),
        ("preview --stack dev --zzzzzz", "--zzzzzz is not an option; --help lists all"),
        ("zzzzzz", "--help lists all"),
    ],
)
def test_what_was_meant_is_suggested(arguments: str, meant: str) -> None:
    outcome = call(*arguments.split())

    assert outcome.code == 2
    assert meant in outcome.others
    assert outcome.results == ""


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("preview --stack dev extra", "unrecognized arguments: extra"),
        ("preview --stack dev -y extra", "unrecognized arguments: -y extra"),
        ("-y preview --stack dev", "unrecognized arguments: -y"),
        ("preview --stack=dev --dif", "--dif is not an option; did you mean --diff?"),
        ("preview --stack dev --dif -- --stak", "--dif is not an option; did you mean --diff?"),
        ("cco mode --kubconfig=x live", "--kubconfig is not an option; did you mean --kubeconfig?"),
        ("detect x --stak", "--stak is not an option; --help lists all"),
    ],
)
def test_only_what_is_wrong_is_reported(arguments: str, problem: str) -> None:
    outcome = call(*arguments.split())

    errors = [line for line in outcome.others.splitlines() if line.startswith("error: ")]
    assert (outcome.code, errors) == (2, [f"error: {problem}"])


def test_all_wrong_options_are_reported_at_once_and_as_json() -> None:
    outcome = call("preview", "--stak", "dev", "--dif", "-o", "json")

    errors = [each["message"] for each in json.loads(outcome.results)["errors"]]
    assert [each.split()[0] for each in errors[:2]] == ["--stak", "--dif"]
    assert "required" in errors[2]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        *(
            (
                f"status --all --request-timeout={seconds}",
                f"--request-timeout: '{seconds}' is not a number of seconds above 0 and up to 600",
            )
            for seconds in ("0", "-1", "601", "x", "nan")
        ),
        ("fleet status x --now y", "--now: 'y' is not a time such as 2026-11-21T06:00:00Z"),
    ],
)
def test_a_value_that_is_no_answer_to_its_argument_is_refused(arguments: str, problem: str) -> None:
    outcome = call(*arguments.split())

    assert outcome.code == 2
    assert outcome.others.splitlines()[-1] == f"error: argument {problem}"


def test_a_suggestion_comes_before_the_choices() -> None:
    assert "error: did you mean preview? argument VERB: invalid choice: 'perview'" in call("perview").others


def test_help_is_a_verb_and_groups_the_others() -> None:
    shown = call("help").results
    headings = [line for line in shown.splitlines() if line.startswith("  ") and line.endswith(":")]
    assert headings == [
        "  Write:",
        "  Preview:",
        "  Look at what exists:",
        "  Judge files and objects:",
        "  Many clusters:",
    ]
    assert call("help", "cco", "mode").results == call("cco", "mode", "--help").results


@pytest.mark.parametrize("verb", VERBS)
def test_the_examples_of_a_verb_can_be_copied(verb: str) -> None:
    shown = call(verb, "--help").results

    examples = [line for line in shown.splitlines() if f"openshift-credentials {verb}" in line]
    assert nonempty(examples)
    assert "python -m" not in shown
