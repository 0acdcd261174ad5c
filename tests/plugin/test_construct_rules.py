"""Components of other languages refuse what a stack refuses, and stand beside each other."""

import time
from collections.abc import Mapping
from typing import Any

import pulumi
import pytest
import yaml

from openshift_credentials.stack.system import SYSTEMS
from tests.kit.frames import FRAMES
from tests.kit.places import REPOSITORY
from tests.kit.recorded import UNKNOWN
from tests.kit.trees import AWS, changed
from tests.plugin.construct_samples import MARKER, OTHER
from tests.plugin.wire import construct, constructed, output, secret

pytestmark = [pytest.mark.usefixtures("in_the_repository"), pytest.mark.without_golden]


@pytest.mark.parametrize(
    ("path", "tree"),
    [
        ("cluster.oidcIssuer", changed(AWS, cluster__oidcIssuer=UNKNOWN)),
        ("storage.s3.accountId", changed(AWS, storage__s3__accountId=output())),
        ("backups", changed(AWS, backups=output())),
        ("backups[0].trigger", changed(AWS, backups__0__trigger=output())),
        ("cluster", changed(AWS, cluster=output())),
        ("overrides", changed(AWS, overrides=output())),
        ("overrides.prod-snapshots", changed(AWS, overrides={"prod-snapshots": output()})),
    ],
)
def test_what_decides_the_graph_and_is_not_known_is_refused_by_name(path: str, tree: Mapping[str, Any]) -> None:
    made = construct("etcdBackup", "prod", tree, preview=True)

    assert f"{path}: is not known before the update" in made.error
    assert not made.recorded.resources


def test_a_wrong_override_is_told_without_its_value() -> None:
    given = {"prod-snapshots": {"forceDestroy": secret(MARKER)}}

    made = construct("etcdBackup", "prod", {**AWS, "overrides": given}, preview=True)

    assert "overrides.prod-snapshots.forceDestroy = [secret]: must be true or false" in made.error
    assert "etcdBackup" not in made.error
    assert MARKER not in made.error


def test_a_late_setting_is_taken_as_soon_as_it_is_known() -> None:
    made = construct(
        "etcdBackup", "prod", changed(AWS, storage__s3__accountId=output("123456789012", of=[OTHER])), preview=True
    )

    assert made.error == ""
    assert made.recorded.only("pulumi:providers:aws").inputs["allowedAccountIds"]


def test_all_problems_are_reported_at_once_without_a_stack_file_and_without_values() -> None:
    tree = changed(
        AWS,
        storage__s3__bucket="Not_A_Bucket",
        cluster__oidcIssuer=UNKNOWN,
        kubernetes={"kubeconfig": MARKER},
        credentials={"rolname": "x", "secretAccessKey": f"{MARKER}-and-more-characters-of-a-key"},
        hostedKubernetes={},
    )

    made = construct("etcdBackup", "prod", tree, preview=True)

    told = [line.partition(": ")[::2] for line in made.error.splitlines()]
    assert [(place, words.partition("; ")[0]) for place, words in told] == [
        ("hostedKubernetes", "is not an argument of this component"),
        ("cluster.oidcIssuer", ("is not known before the update, and it determines which resources are created")),
        ("credentials.secretAccessKey", "is set in plain text"),
        ("kubernetes.kubeconfig", "is set in plain text"),
        ('storage.s3.bucket = "Not_A_Bucket"', told[4][1].partition("; ")[0]),
        ("credentials.secretAccessKey = [secret]", "must be 16 to 128 letters, digits and the characters + / ="),
        ("credentials.rolname", "is not a setting"),
    ]
    assert MARKER not in made.error
    assert "stack file" not in made.error
    assert "pulumi config" not in made.error
    assert not made.recorded.resources


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_component_without_arguments_says_what_it_needs(key: str) -> None:
    made = construct(key, "prod", {}, preview=True)

    assert "required" in made.error
    assert "openshift-credentials:" not in made.error
    assert f"{key}." not in made.error
    assert "Traceback" not in made.error


def test_the_promised_mode_is_asserted_before_anything_is_made() -> None:
    tree = changed(
        AWS, credentials={"mode": "aws-static", "credentialsFile": secret("arn:aws:iam::123456789012:role/etcd-backup")}
    )

    made = construct("etcdBackup", "prod", tree, preview=True)

    assert "the operator would use credential mode aws-sts, not aws-static" in made.error
    assert not made.recorded.resources


def test_an_unknown_component_is_named_with_those_that_there_are() -> None:
    made = construct("backups", "prod", {}, preview=True)

    assert "has no component openshift-credentials:backups:Backups" in made.error
    assert "openshift-credentials:etcd-backup:EtcdBackup" in made.error


@pytest.mark.parametrize(
    "error",
    [
        Exception("grpc: the client connection is closing"),
        pulumi.RunError("Resource monitor has terminated, shutting down"),
    ],
    ids=str,
)
def test_a_component_is_silent_when_the_engine_has_ended_after_a_refused_call(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine ends the plugin before the silence is over; here nobody does."""

    async def shut_down() -> None:
        raise error

    monkeypatch.setattr("plugin.provider.wait_for_rpcs", shut_down)
    monkeypatch.setattr("plugin.provider.SILENCE_SECONDS", 0.5)
    started = time.monotonic()

    made = construct("etcdBackup", "prod", AWS, preview=True)

    assert time.monotonic() - started > 0.5
    assert str(error) not in made.error


def test_ways_out_are_those_of_every_language() -> None:
    entries = [{"hostedCluster": "clusters/one"}]
    plain = construct("etcdBackup", "prod", changed(AWS, kubernetes={"kubeconfig": "x"}), preview=True)
    malformed = changed(AWS, kubernetes={"kubeconfig": secret("clusters: []")})
    without = construct("etcdBackup", "prod", changed(AWS, backups=entries), preview=True)

    assert "pulumi.secret(...)" in plain.error
    assert "fn::secret in YAML" in plain.error
    told = construct("etcdBackup", "prod", malformed, preview=True).error
    assert "give it the content of a kubeconfig file" in told
    assert "make it a secret" not in told
    assert "backups[0].trigger: is required; set it, or backupDefaults.trigger" in without.error


def test_every_example_has_a_project_of_its_own() -> None:
    projects = sorted((REPOSITORY / "examples" / "languages").glob("*/Pulumi.yaml"))
    names = {yaml.safe_load(path.read_text())["name"] for path in projects}
    assert len(names) == len(projects) == 3


def of_another_store(**changes: object) -> dict[str, Any]:
    return changed(AWS, storage__s3__bucket="others", credentials={"roleName": "other"}, **changes)


@FRAMES
def test_two_components_do_not_write_the_same_object(preview: bool) -> None:
    others = [{"hostedCluster": "clusters/two", "trigger": "1"}]
    same = of_another_store(backups=others)
    wanted = [("etcdBackup", "first", AWS), ("etcdBackup", "second", same)]

    (error,) = (each.error for each in constructed(wanted, preview=preview) if each.error)

    assert "credentials.secretName: component " in error
    assert "Secret hypershift/cloud-credentials of management cluster mc-1 too" in error


def test_two_components_with_secrets_and_hosted_clusters_of_their_own_go_together() -> None:
    credentials = {"roleName": "other", "secretName": "other-credentials"}
    apart = changed(of_another_store(), credentials=credentials)
    twice = [("etcdBackup", "first", AWS), ("etcdBackup", "second", apart)]
    backups = [{"hostedCluster": "clusters/two", "trigger": "1"}]
    both = [twice[0], ("etcdBackup", "second", changed(apart, backups=backups))]

    (error,) = (each.error for each in constructed(twice, preview=True) if each.error)
    assert error.startswith("backups: component")
    assert "the backup of hosted cluster clusters/one of mc-1 too" in error
    assert [each.error for each in constructed(both, preview=True)] == ["", ""]
