"""The verb ``explain`` as a user calls it."""

from tests.cli.running import Runner
from tests.kit.places import REPOSITORY

STACK = ("explain", "--stack", "dev", "-C", str(REPOSITORY))


def test_it_explains_settings_of_the_command_line(verbs: Runner) -> None:
    result = verbs.in_both_forms(*STACK, "-c", "etcdBackup.credentials.restore=true")

    assert result.code == 0
    subjects = [way["subject"] for way in result.json["etcdBackup"]["ways"]]
    assert "system:serviceaccount:openshift-adp:velero" in subjects


def test_an_encrypted_stack_is_explained_without_its_key(verbs: Runner) -> None:
    file = REPOSITORY / "examples/aws-static/Pulumi.aws-static.yaml"
    result = verbs.run("explain", "-s", "aws-static", "-C", str(REPOSITORY), "--config-file", str(file))

    assert result.code == 0
    assert "access keys" in result.out
    assert "v1:" not in result.out
