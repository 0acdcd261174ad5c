"""The verb ``explain`` as a user calls it."""

import pytest

from tests.cli.running import Runner
from tests.kit.places import REPOSITORY

STACK = ("explain", "--stack", "dev", "-C", str(REPOSITORY))


def test_it_explains_a_stack_in_sentences(verbs: Runner) -> None:
    result = verbs.run(*STACK)

    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("IAM role arn:aws:iam::123456789012:role/etcd-backup-role\n")
    assert "\x1b" not in result.out


def test_it_explains_settings_of_the_command_line(verbs: Runner) -> None:
    result = verbs.in_both_forms(*STACK, "-c", "etcdBackup.credentials.restore=true")

    assert result.code == 0
    subjects = [way["subject"] for way in result.json["etcdBackup"]["ways"]]
    assert "system:serviceaccount:openshift-adp:velero" in subjects


def test_wrong_settings_are_reported_on_standard_error(verbs: Runner) -> None:
    result = verbs.run(*STACK, "-c", "etcdBackup.storage.s3.region=virginia")

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: openshift-credentials:etcdBackup.storage.s3.region")


def test_an_encrypted_stack_is_explained_without_its_key(verbs: Runner) -> None:
    file = REPOSITORY / "examples/aws-static/Pulumi.aws-static.yaml"
    result = verbs.run(
        "explain", "-s", "aws-static", "-C", str(REPOSITORY), "--config-file", str(file)
    )

    assert result.code == 0
    assert "static" in result.out
    assert "v1:" not in result.out


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_has_an_example(verbs: Runner, option: str) -> None:
    result = verbs.run("explain", option)

    assert result.code == 0
    assert "openshift-credentials explain --stack dev" in result.out
