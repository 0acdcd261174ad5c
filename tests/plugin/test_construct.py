"""Components asked for by the wire, as the engine does it, in previews and in updates."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pulumi
import pytest
import yaml

from plugin.schema import outputs_of
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.places import REPOSITORY
from tests.kit.recorded import UNKNOWN
from tests.kit.stacks import recorded_stack
from tests.kit.tables import nonempty, rows_beside
from tests.kit.trees import AWS, changed
from tests.plugin.wire import (
    EXAMPLES,
    MARKER,
    OTHER,
    PROVIDER_ID,
    STACK,
    arguments,
    construct,
    constructed,
    is_late,
    output,
    secret,
)

KUBECONFIG = json.dumps({"clusters": [{"name": "c"}], "users": [{"name": MARKER}], "contexts": [{"name": "c"}]})


@pytest.mark.usefixtures("in_the_repository")
@FRAMES
def test_a_component_makes_what_a_stack_makes(preview: bool) -> None:
    made = construct("etcdBackup", "etcd-backup", arguments("dev", "etcdBackup"), preview=preview)
    stack = recorded_stack("dev", preview)

    kinds = {(each.type, each.name) for each in stack.resources}
    assert made.error == ""
    assert {(each.type, each.name) for each in made.recorded.resources} == {
        kind for kind in kinds if kind[0] != "pulumi:pulumi:Stack"
    }
    for each in nonempty(made.recorded.resources):
        alike = stack.named(each.type, each.name)
        assert dict(each.inputs) == dict(alike.inputs)
        assert each.protect == alike.protect
        assert each.retain_on_delete == alike.retain_on_delete
    assert made.state["credentialMode"] == stack.exports["credentialMode"]


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.parametrize(("name", "key"), EXAMPLES)
def test_every_example_is_a_component_and_keeps_to_its_outputs(name: str, key: str) -> None:
    made = construct(key, "prod", arguments(name, key), preview=True)

    assert made.error == ""
    assert made.urn.endswith("::prod")
    assert all(each.name.startswith("prod") for each in nonempty(made.recorded.resources))
    fields = {field.alias: field for field in outputs_of(key).model_fields.values()}
    assert made.state.keys() <= fields.keys()
    for output_name, field in nonempty(fields.items()):
        assert output_name in made.state or not field.is_required()


@pytest.mark.usefixtures("in_the_repository")
@rows_beside("name, key")
def test_outputs_of_an_update_have_the_types_of_the_schema(name: str, key: str) -> None:
    assert not is_late(name)
    made = construct(key, "prod", arguments(name, key), preview=False)

    assert made.error == ""
    outputs_of(key).model_validate(dict(made.state))
    for each in outputs_of(key).model_fields.values():
        if each.alias in made.state:
            assert made.state.is_secret(each.alias or "") == ("SecretStr" in str(each.annotation))


@pytest.mark.usefixtures("in_the_repository")
@FRAMES
def test_two_instances_in_one_program_share_nothing(preview: bool) -> None:
    other = changed(AWS, cluster__name="mc-2", storage__s3__bucket="others")

    first, second = constructed([("etcdBackup", "east", AWS), ("etcdBackup", "west", other)], preview=preview)

    assert first.error == second.error == ""
    names = [each.name for each in first.recorded.resources]
    assert len(names) == len(set(names)) + _alike(first.recorded.resources)
    assert sum(name.startswith("east") for name in names) == len(names) / 2
    assert sum(name.startswith("west") for name in names) == len(names) / 2


def _alike(resources: tuple[Any, ...]) -> int:
    """Names that resources of several types have."""
    return len(resources) - len({each.name for each in resources})


@pytest.mark.usefixtures("in_the_repository")
@FRAMES
def test_a_secret_stays_one_and_is_nowhere_in_plain_text(preview: bool) -> None:
    tree = {**AWS, "kubernetes": {"kubeconfig": secret(KUBECONFIG)}}

    made = construct("etcdBackup", "prod", tree, preview=preview)

    assert made.error == ""
    provider = made.recorded.only("pulumi:providers:kubernetes")
    assert provider.is_secret("kubeconfig")
    assert not any("plain text" in each for each in made.messages)
    for each in nonempty(made.recorded.resources):
        shown = {key: value for key, value in each.inputs.items() if not each.is_secret(key)}
        assert MARKER not in str(shown)
        assert MARKER not in str(each.outputs)
    assert MARKER not in str(made.state) + str(made.messages)


@pytest.mark.usefixtures("in_the_repository")
def test_a_secret_may_come_with_the_update() -> None:
    tree = {**AWS, "kubernetes": {"kubeconfig": output(is_secret=True)}}

    made = construct("etcdBackup", "prod", tree, preview=True)

    assert made.error == ""
    provider = made.recorded.only("pulumi:providers:kubernetes")
    assert provider.inputs["kubeconfig"] == UNKNOWN
    assert provider.is_secret("kubeconfig")


@pytest.mark.usefixtures("in_the_repository")
@FRAMES
def test_overridden_inputs_may_be_secret_or_come_with_the_update(preview: bool) -> None:
    late = output(is_secret=False) if preview else output("storage", of=[OTHER])
    given = {"prod-snapshots": {"tags": {"owner": secret(MARKER), "team": late}}}

    made = construct("etcdBackup", "prod", {**AWS, "overrides": given}, preview=preview)

    assert made.error == ""
    bucket = made.recorded.only(tokens.S3_BUCKET)
    assert bucket.inputs["tags"] == {"owner": MARKER, "team": UNKNOWN if preview else "storage"}
    assert bucket.is_secret("tags", "owner")
    assert MARKER not in str(made.messages)


@pytest.mark.usefixtures("in_the_repository")
def test_everything_waits_for_what_the_consumer_says_and_what_inputs_come_from() -> None:
    tree = changed(AWS, storage__s3__accountId=output("123456789012", of=[OTHER]))
    asked_for = f"{STACK}-asked-for"

    made = construct("etcdBackup", "prod", tree, preview=True, dependencies=[asked_for])

    custom = [each for each in made.recorded.resources if each.request.custom]
    ours = [each for each in custom if not each.type.startswith("pulumi:providers:")]
    assert ours
    for each in ours:
        assert {OTHER, asked_for} <= set(each.request.dependencies)


@pytest.mark.usefixtures("in_the_repository")
def test_protection_reaches_everything_and_what_nobody_asked_for_is_not_switched_off() -> None:
    asked = construct("etcdBackup", "prod", AWS, preview=True, protect=True)
    silent = construct("etcdBackup", "prod", AWS, preview=True)

    assert all(each.protect for each in nonempty(asked.recorded.resources))
    assert silent.recorded.only(tokens.S3_BUCKET).protect


@pytest.mark.usefixtures("in_the_repository")
def test_providers_of_the_consumer_take_the_place_of_ours() -> None:
    aws = f"urn:pulumi:test::consumer::pulumi:providers:aws::theirs::{PROVIDER_ID}"
    kubernetes = f"urn:pulumi:test::consumer::pulumi:providers:kubernetes::theirs::{PROVIDER_ID}"

    made = construct("etcdBackup", "prod", AWS, preview=True, providers={"aws": aws, "kubernetes": kubernetes})

    assert made.error == ""
    assert not [each for each in made.recorded.types if each.startswith("pulumi:providers:")]
    assert made.recorded.only(tokens.S3_BUCKET).request.provider == aws
    assert made.recorded.only(tokens.SECRET).request.provider == kubernetes


@pytest.mark.usefixtures("in_the_repository")
def test_a_failed_update_tells_why_in_words_of_a_program() -> None:
    tree = changed(AWS, storage__s3__accountId="999999999999")

    made = construct("etcdBackup", "prod", tree, preview=False)

    assert made.error.startswith("AWS returned the role ARN")
    assert "the stack's accountId and region" in made.error
    assert "Traceback" not in made.error


# Components of other languages refuse what a stack refuses, and stand beside each other.


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
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


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
def test_a_wrong_override_is_told_without_its_value() -> None:
    given = {"prod-snapshots": {"forceDestroy": secret(MARKER)}}

    made = construct("etcdBackup", "prod", {**AWS, "overrides": given}, preview=True)

    assert "overrides.prod-snapshots.forceDestroy = [secret]: must be true or false" in made.error
    assert "etcdBackup" not in made.error
    assert MARKER not in made.error


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
def test_a_late_setting_is_taken_as_soon_as_it_is_known() -> None:
    made = construct(
        "etcdBackup", "prod", changed(AWS, storage__s3__accountId=output("123456789012", of=[OTHER])), preview=True
    )

    assert made.error == ""
    assert made.recorded.only("pulumi:providers:aws").inputs["allowedAccountIds"]


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
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


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
def test_the_promised_mode_is_asserted_before_anything_is_made() -> None:
    tree = changed(
        AWS, credentials={"mode": "aws-static", "credentialsFile": secret("arn:aws:iam::123456789012:role/etcd-backup")}
    )

    made = construct("etcdBackup", "prod", tree, preview=True)

    assert "the operator would use credential mode aws-sts, not aws-static" in made.error
    assert not made.recorded.resources


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
def test_an_unknown_component_is_named_with_those_that_there_are() -> None:
    made = construct("backups", "prod", {}, preview=True)

    assert "has no component openshift-credentials:backups:Backups" in made.error
    assert "openshift-credentials:etcd-backup:EtcdBackup" in made.error


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
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


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
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


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
def test_every_example_has_a_project_of_its_own() -> None:
    projects = sorted((REPOSITORY / "examples" / "languages").glob("*/Pulumi.yaml"))
    names = {yaml.safe_load(path.read_text())["name"] for path in projects}
    assert len(names) == len(projects) == 3


def of_another_store(**changes: object) -> dict[str, Any]:
    return changed(AWS, storage__s3__bucket="others", credentials={"roleName": "other"}, **changes)


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
@FRAMES
def test_two_components_do_not_write_the_same_object(preview: bool) -> None:
    others = [{"hostedCluster": "clusters/two", "trigger": "1"}]
    same = of_another_store(backups=others)
    wanted = [("etcdBackup", "first", AWS), ("etcdBackup", "second", same)]

    (error,) = (each.error for each in constructed(wanted, preview=preview) if each.error)

    assert "credentials.secretName: component " in error
    assert "Secret hypershift/cloud-credentials of management cluster mc-1 too" in error


@pytest.mark.usefixtures("in_the_repository")
@pytest.mark.without_golden
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
