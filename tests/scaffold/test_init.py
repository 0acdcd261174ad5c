"""Verb ``init``: every file that it can write previews clean, and nothing is overwritten."""

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.preview.digest import digest
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.scaffold.questions import StackCloud, Wanted, questions
from openshift_credentials.scaffold.template import render
from openshift_credentials.stack.registry import SYSTEMS
from tests.cli.running import Runner
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY
from tests.scaffold.init_samples import init

VALUES = {
    "name": "rosamc1",
    "issuer": "https://oidc.example.com/abc/",
    "hosted-clusters": "clusters/one, shop/prod",
    "region": "us-east-1",
    "account-id": "123456789012",
    "location": "westeurope",
    "subscription-id": "11111111-2222-3333-4444-555555555555",
    "tenant-id": "66666666-7777-8888-9999-000000000000",
    "resource-group": "backup",
    "hosted-cluster": "clusters/one",
    "infrastructure-name": "rosamc1-x7k2p",
    "dns-zone-resource-group": "dns",
    "upload-role": "arn:aws:iam::999999999999:role/mc-1-etcd-backup",
    "project": "my-project",
    "project-number": "123456789012",
    "bucket-location": "europe-west3",
    "openshift-version": "4.22",
    "service-account": "team/app",
}


COMBINATIONS = [(wanted, cloud) for wanted in Wanted for cloud in wanted.clouds]
AT_CLOUD = {
    StackCloud.AWS: {
        "requests": "examples/sts-aws-public/credrequests",
        "repository": "123456789012.dkr.ecr.us-east-1.amazonaws.com/team/app",
    },
    StackCloud.AZURE: {
        "requests": "examples/workload-id-azure/credrequests",
        "repository": "teamimages.azurecr.io/team/app",
    },
    StackCloud.GCP: {"requests": "examples/sts-gcp/credrequests"},
}


def flags(wanted: Wanted, cloud: StackCloud, *leave_out: str) -> list[str]:
    names = [each.name for each in questions(wanted, cloud) if each.name not in leave_out]
    given = {**VALUES, **AT_CLOUD[cloud]}
    if wanted is Wanted.SNAPSHOT_STORE:
        given["bucket"] = "company-etcd-vault"
    values = [(f"--{name}", given[name]) for name in names if name in given]
    return ["--system", wanted, "--cloud", cloud, *itertools.chain(*values)]


@pytest.mark.parametrize(
    ("wanted", "cloud"),
    [
        pytest.param(*each, marks=NEEDS_SDK if each[1] is StackCloud.GCP else ())
        for each in COMBINATIONS
    ],
)
def test_what_it_writes_previews_without_an_error(
    verbs: Runner, tmp_path: Path, wanted: Wanted, cloud: StackCloud
) -> None:
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    result = verbs.run(*init(tmp_path, *flags(wanted, cloud)))
    assert result.code == 0, result.err
    file = tmp_path / "Pulumi.new.yaml"
    assert result.out == f"{file}\n"
    stack = read_stack(REPOSITORY, "new", file, [])
    preview = digest(stack, run_program(stack))
    assert len(preview.steps) > 2
    assert not [each for each in preview.diagnostics if each.severity == "error"]
    assert "secure:" not in file.read_text()


@given(st.data())
def test_whatever_the_rules_take_is_read_as_it_was_given(data: st.DataObject) -> None:
    wanted, cloud = data.draw(st.sampled_from(COMBINATIONS))
    answers = {
        each.name: data.draw(st.sampled_from([each.rule.example, VALUES.get(each.name, "")]))
        or each.rule.example
        for each in questions(wanted, cloud)
    }
    text = render(wanted, cloud, answers)
    for name, value in nonempty(answers.items()):
        if name not in ("hosted-clusters", "service-account"):
            assert json.dumps(value) in text


def test_a_file_that_exists_is_left_alone_until_it_is_said(verbs: Runner, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.new.yaml"
    file.write_text("encryptionsalt: v1:abc\nconfig:\n  a:b: c\n")
    arguments = init(tmp_path, *flags(Wanted.ETCD_BACKUP, StackCloud.AWS))
    refused = verbs.run(*arguments)
    assert refused.code == 2
    assert "--force" in refused.err
    assert "a:b" in file.read_text()

    assert verbs.run(*arguments, "--force").code == 0
    text = file.read_text()
    assert text.startswith("encryptionsalt: v1:abc\n# Written by")
    assert "a:b" not in text


def test_a_file_that_cannot_be_read_is_not_overwritten(verbs: Runner, tmp_path: Path) -> None:
    (tmp_path / "Pulumi.new.yaml").mkdir()
    result = verbs.run(*init(tmp_path, *flags(Wanted.ETCD_BACKUP, StackCloud.AWS), "--force"))
    assert (result.code, result.out) == (2, "")
    assert "Pulumi.new.yaml: is a directory; use a file in it" in result.err


def test_a_file_of_pulumi_stack_init_is_completed(verbs: Runner, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.new.yaml"
    file.write_text("encryptionsalt: v1:abc\n")
    assert verbs.run(*init(tmp_path, *flags(Wanted.ETCD_BACKUP, StackCloud.AWS))).code == 0
    assert file.read_text().startswith("encryptionsalt: v1:abc\n")


def test_printing_writes_no_file(verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(*init(tmp_path, *flags(Wanted.OADP, StackCloud.AZURE), "--print"))
    assert result.code == 0
    assert "azure-workload-identity" in result.out
    assert list(tmp_path.iterdir()) == []


def test_all_that_is_missing_or_wrong_is_reported_at_once(verbs: Runner, tmp_path: Path) -> None:
    given = flags(Wanted.ETCD_BACKUP, StackCloud.AWS, "issuer", "region")
    result = verbs.run(*init(tmp_path, *given, "--account-id", "12", "--location", "w"))
    assert (result.code, result.out) == (2, "")
    for part in ("--issuer is missing", "--region is missing", "--account-id 12", "--location"):
        assert part in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("issuer", "http://oidc.example.com"),
        ("issuer", "https://kubernetes.default.svc"),
        ("region", "virginia"),
        ("bucket", "Bucket"),
        ("hosted-clusters", "one"),
        ("hosted-clusters", "clusters/one;shop/two"),
        ("name", ""),
    ],
)
def test_a_wrong_value_is_refused(verbs: Runner, tmp_path: Path, name: str, value: str) -> None:
    given = [*flags(Wanted.ETCD_BACKUP, StackCloud.AWS, name), f"--{name}", value]
    result = verbs.run(*init(tmp_path, *given))
    assert result.code == 2
    assert f"--{name}" in result.err


def test_settings_that_do_not_fit_together_are_refused(verbs: Runner, tmp_path: Path) -> None:
    twice = [
        *flags(Wanted.ETCD_BACKUP, StackCloud.AWS, "hosted-clusters"),
        "--hosted-clusters",
        "a/b,a/b",
    ]
    result = verbs.run(*init(tmp_path, *twice))
    assert result.code == 2
    assert "etcdBackup.backups" in result.err


@pytest.mark.parametrize("stack", ["", "..//", "my stack"])
def test_a_stack_needs_a_name_that_pulumi_takes(verbs: Runner, tmp_path: Path, stack: str) -> None:
    given = flags(Wanted.ETCD_BACKUP, StackCloud.AWS)
    result = verbs.run("init", "--stack", stack, "-C", str(tmp_path), "--no-input", *given)
    assert result.code == 2
    assert "use the name of a stack" in result.err
    assert list(tmp_path.iterdir()) == []


def test_the_file_of_a_stack_is_not_its_name(verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(*init(tmp_path, "--stack", "examples/prod/Pulumi.prod.yaml"))
    assert result.code == 2
    assert "is the file of a stack; use its name, prod" in result.err


def test_every_system_of_the_family_has_a_first_file() -> None:
    assert {each.value for each in Wanted} == {*SYSTEMS, "oadp"}


def test_a_cloud_without_the_system_is_refused(verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(*init(tmp_path, "--system", "snapshotStore", "--cloud", "azure"))
    assert result.code == 2
    assert "--cloud azure: snapshotStore exists on aws only" in result.err
    result = verbs.run(*init(tmp_path, "--cloud", "gcp"))
    assert result.code == 2
    assert "--cloud gcp: etcdBackup exists on aws and azure only" in result.err


def test_the_cloud_has_to_be_known(verbs: Runner, tmp_path: Path) -> None:
    result = verbs.run(*init(tmp_path))
    assert result.code == 2
    assert "--cloud is missing; set one of aws, azure" in result.err
    result = verbs.run(*init(tmp_path, "--system", "tokenIssuer"))
    assert "--cloud is missing; set one of aws, azure, gcp" in result.err
