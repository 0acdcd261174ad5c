"""Components asked for by the wire, as the engine does it, in previews and in updates."""

import json
from typing import Any

import pytest

from plugin.schema import outputs_of
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.nonempty import nonempty
from tests.kit.recorded import UNKNOWN
from tests.kit.stacks import recorded_stack
from tests.kit.trees import AWS, AZURE, changed
from tests.plugin.arguments import COMPONENTS, EXAMPLES, arguments, is_late
from tests.plugin.construct_samples import MARKER, OTHER
from tests.plugin.wire import PROVIDER_ID, STACK, construct, constructed, output, secret

KUBECONFIG = json.dumps({"clusters": [{"name": "c"}], "users": [{"name": MARKER}], "contexts": [{"name": "c"}]})


pytestmark = pytest.mark.usefixtures("in_the_repository")


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


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("dev", "etcdBackup"),
        ("oadp-rosa", "etcdBackup"),
        ("sts-aws-public", "tokenIssuer"),
        ("mint-aws", "cloudCredentials"),
        ("mint-gcp", "cloudCredentials"),
        ("azure-self-managed-identities", "controlPlaneIdentities"),
        ("pulls-ecr-standalone", "imagePulls"),
    ],
)
def test_outputs_of_an_update_have_the_types_of_the_schema(name: str, key: str) -> None:
    assert not is_late(name)
    made = construct(key, "prod", arguments(name, key), preview=False)

    assert made.error == ""
    outputs_of(key).model_validate(dict(made.state))
    for each in outputs_of(key).model_fields.values():
        if each.alias in made.state:
            assert made.state.is_secret(each.alias or "") == ("SecretStr" in str(each.annotation))


def test_identities_of_components_stand_alone() -> None:
    made = construct("componentIdentities", "prod", COMPONENTS, preview=False)

    assert made.error == ""
    assert made.recorded.all(tokens.IAM_ROLE)
    outputs_of("componentIdentities").model_validate(dict(made.state))


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


def test_a_secret_may_come_with_the_update() -> None:
    tree = {**AWS, "kubernetes": {"kubeconfig": output(is_secret=True)}}

    made = construct("etcdBackup", "prod", tree, preview=True)

    assert made.error == ""
    provider = made.recorded.only("pulumi:providers:kubernetes")
    assert provider.inputs["kubeconfig"] == UNKNOWN
    assert provider.is_secret("kubeconfig")


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


def test_everything_waits_for_what_the_consumer_says_and_what_inputs_come_from() -> None:
    tree = changed(AWS, storage__s3__accountId=output("123456789012", of=[OTHER]))
    asked_for = f"{STACK}-asked-for"

    made = construct("etcdBackup", "prod", tree, preview=True, dependencies=[asked_for])

    custom = [each for each in made.recorded.resources if each.request.custom]
    ours = [each for each in custom if not each.type.startswith("pulumi:providers:")]
    assert ours
    for each in ours:
        assert {OTHER, asked_for} <= set(each.request.dependencies)


def test_protection_reaches_everything_and_what_nobody_asked_for_is_not_switched_off() -> None:
    asked = construct("etcdBackup", "prod", AWS, preview=True, protect=True)
    silent = construct("etcdBackup", "prod", AWS, preview=True)

    assert all(each.protect for each in nonempty(asked.recorded.resources))
    assert silent.recorded.only(tokens.S3_BUCKET).protect


def test_providers_of_the_consumer_take_the_place_of_ours() -> None:
    aws = f"urn:pulumi:test::consumer::pulumi:providers:aws::theirs::{PROVIDER_ID}"
    kubernetes = f"urn:pulumi:test::consumer::pulumi:providers:kubernetes::theirs::{PROVIDER_ID}"

    made = construct("etcdBackup", "prod", AWS, preview=True, providers={"aws": aws, "kubernetes": kubernetes})

    assert made.error == ""
    assert not [each for each in made.recorded.types if each.startswith("pulumi:providers:")]
    assert made.recorded.only(tokens.S3_BUCKET).request.provider == aws
    assert made.recorded.only(tokens.SECRET).request.provider == kubernetes


def test_azure_takes_the_provider_of_the_consumer_too() -> None:
    theirs = f"urn:pulumi:test::consumer::pulumi:providers:azure-native::theirs::{PROVIDER_ID}"

    made = construct("etcdBackup", "prod", AZURE, preview=True, providers={"azure-native": theirs})

    assert made.error == ""
    assert made.recorded.only(tokens.STORAGE_ACCOUNT).request.provider == theirs


def test_a_failed_update_tells_why_in_words_of_a_program() -> None:
    tree = changed(AWS, storage__s3__accountId="999999999999")

    made = construct("etcdBackup", "prod", tree, preview=False)

    assert made.error.startswith("AWS returned the role ARN")
    assert "the stack's accountId and region" in made.error
    assert "Traceback" not in made.error
