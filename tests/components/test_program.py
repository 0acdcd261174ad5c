"""The whole program with the stacks of the repository, in both time frames."""

import pytest

from openshift_credentials.base.errors import ContractError, UnusableInputError
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty
from tests.kit.recorded import Recorded


def test_a_preview_and_an_update_register_the_same_resources() -> None:
    for name in ("dev", "aro"):
        preview, update = (record_stack(name, preview=frame) for frame in (True, False))
        assert {each.urn for each in preview.resources} == {resource.urn for resource in update.resources}


def test_no_resource_is_left_to_a_default_provider(stack: Recorded) -> None:
    # A sleep waits within the engine: it is in no account.
    custom = [
        each
        for each in stack.resources
        if each.request.custom and not each.type.startswith("pulumi:") and each.type != tokens.SLEEP
    ]
    for resource in nonempty(custom):
        package = resource.type.partition(":")[0]
        assert stack.provider(resource).type == f"pulumi:providers:{package}", resource


def test_only_the_data_of_the_secret_is_secret(stack: Recorded) -> None:
    secret = {(resource.type, resource.inputs.secret_paths) for resource in stack.resources}

    assert {paths for type_, paths in secret if type_ == tokens.SECRET} == {frozenset({("data",)})}
    assert all(not paths for type_, paths in nonempty(secret) if type_ != tokens.SECRET)


def test_nothing_is_written_before_all_that_it_needs(stack: Recorded) -> None:
    secret, backup = stack.only(tokens.SECRET), stack.only(tokens.HCP_ETCD_BACKUP)
    of_the_cloud = [resource for resource in stack.resources if resource.type.startswith(("aws:", "azure-native:"))]

    assert len(of_the_cloud) >= 5
    assert stack.waits_for(secret, of_the_cloud)
    assert stack.waits_for(backup, [secret, *of_the_cloud])


def test_the_stack_exports_what_others_need_and_nothing_secret(stack: Recorded) -> None:
    assert {"credentialMode", "secretName", "backupNames"} <= set(stack.exports)
    assert not stack.exports.secret_paths
    assert stack.exports["backupNames"] == [
        f"clusters-my-cluster/{stack.only(tokens.HCP_ETCD_BACKUP).inputs['metadata']['name']}"
    ]


@pytest.mark.parametrize(("stack_name", "mode"), [("dev", "aws-static"), ("aro", "azure-managed-identity")])
def test_a_mode_without_its_content_stops_the_program(stack_name: str, mode: str, preview: bool) -> None:
    stopped = record_stack(stack_name, [f"etcdBackup.credentials.mode={mode}"], preview=preview, stops=True)

    cause = stopped.error and stopped.error.__context__
    assert isinstance(cause, ContractError | UnusableInputError)
    assert tokens.SECRET not in stopped.types
    assert tokens.CREDENTIAL_SECRET not in stopped.types
    assert tokens.HCP_ETCD_BACKUP not in stopped.types


def test_a_wrong_configuration_stops_before_anything_is_registered(preview: bool) -> None:
    stopped = record_stack("dev", ["etcdBackup.storage.s3.region=nowhere", "secretNam=x"], preview=preview, stops=True)

    cause = stopped.error and stopped.error.__context__
    assert isinstance(cause, UnusableInputError)
    assert len(cause.problems) == 2
    assert not stopped.types
