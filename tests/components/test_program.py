"""The whole program with the stacks of the repository, in both time frames."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pulumi
import pytest

import components.etcd_backup.live_backups as removed_backups
import components.token_issuer.aws_issuer as issuer
from components.base import engine, program
from components.base.engine import STACK_RESOURCES
from components.base.errors import guard_hook
from openshift_credentials.base.errors import ContractError, UnusableInputError, unusable_input
from openshift_credentials.preview.stack_files import FaultError, StackConfiguration
from tests.cli.command import call
from tests.components.etcd_backup.backups_program import Played, planned
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, record_stack, record_stopped, run_main
from tests.kit.realistic import Lookup
from tests.kit.recorded import Recorded
from tests.kit.stacks import example_stack
from tests.kit.tables import nonempty


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


# What a program refuses on its way: the state that it cannot read, and what two parts write.


@pytest.mark.parametrize("failures", [0, 19, 20])
def test_the_state_is_asked_for_twenty_times(failures: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def invoke(function: str, arguments: object) -> object:
        asked.append(arguments)
        if len(asked) <= failures:
            raise RuntimeError("locked")
        assert function == "pulumi:pulumi:readStackResourceOutputs"
        return SimpleNamespace(value={"outputs": {"urn": {"type": "t"}, "x": 1}})

    pauses: list[float] = []
    monkeypatch.setattr(pulumi.runtime, "invoke", invoke)
    monkeypatch.setattr(pulumi.runtime.settings, "get_monitor", _Monitor)
    monkeypatch.setattr(pulumi, "get_organization", lambda: "organization")
    monkeypatch.setattr(pulumi, "get_stack", lambda: "stack")
    monkeypatch.setattr(engine.time, "sleep", pauses.append)
    if failures < 20:
        assert engine.earlier_resources() == {"urn": {"type": "t"}}
    else:
        with pytest.raises(pulumi.RunError) as caught:
            engine.earlier_resources()
        assert str(caught.value) == (
            "the state of this stack cannot be read, so it is not known what earlier updates "
            "created and which backups have run: locked"
        )
    assert asked == [{"stackName": "stack"}] * min(failures + 1, 20)
    assert pauses == [0.2] * min(failures, 19)


class _Monitor:
    """Stands for the engine of one program."""


@pytest.mark.parametrize(
    ("organization", "asked"), [("organization", "prod"), ("acme", "acme/openshift-credentials/prod")]
)
def test_the_state_of_this_stack_is_asked_for_with_its_organization_if_there_are_some(
    monkeypatch: pytest.MonkeyPatch, organization: str, asked: str
) -> None:
    """A file backend has one organization of this name, and refuses it in the name of a stack."""
    monkeypatch.setattr(pulumi, "get_organization", lambda: organization)
    monkeypatch.setattr(pulumi, "get_project", lambda: "openshift-credentials")
    monkeypatch.setattr(pulumi, "get_stack", lambda: "prod")
    found: list[object] = []

    def invoke(_function: str, arguments: object) -> object:
        found.append(arguments)
        return SimpleNamespace(value={})

    monkeypatch.setattr(pulumi.runtime, "invoke", invoke)
    monkeypatch.setattr(pulumi.runtime.settings, "get_monitor", _Monitor)
    assert engine.earlier_resources() == {}
    assert found == [{"stackName": asked}]


def test_two_components_of_a_program_do_not_write_the_same() -> None:
    with engine.share_claims({}):
        engine.claim("Secret a/b", "one", "etcdBackup.name", "use another")
        engine.claim("Secret a/b", "one", "etcdBackup.name", "use another")
        engine.claim("Secret a/c", "two", "etcdBackup.name", "use another")
        with pytest.raises(ContractError) as caught:
            engine.claim("Secret a/b", "two", "etcdBackup.name", "use another")
    assert str(caught.value) == ("etcdBackup.name: component one of this program writes Secret a/b too; use another")


def test_an_issuer_is_the_domain_of_its_distribution() -> None:
    domain = "d1.cloudfront.net"
    assert issuer._same_domain([domain, domain]) == f"https://{domain}"
    with pytest.raises(pulumi.RunError) as caught:
        issuer._same_domain(["d2.cloudfront.net", domain])
    assert str(caught.value) == (
        "the domain of the distribution is d2.cloudfront.net, but tokenIssuer.aws."
        "distributionDomain is d1.cloudfront.net: correct the setting"
    )


@pytest.mark.parametrize("there", [True, False])
def test_a_removed_backup_is_not_created_again(there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: list[Any] = []

    def hook(name: str, callback: object, options: pulumi.ResourceHookOptions) -> object:
        assert (name, options.on_dry_run) == ("backups", True)
        hooks.append(callback)
        return callback

    monkeypatch.setattr(removed_backups.pulumi, "ResourceHook", hook)
    (backup,) = planned(1)

    class Cluster(Played):
        async def read(self, namespace: str, name: str) -> Any:  # noqa: ANN401 - any object
            assert (namespace, name) == (backup.namespace, backup.name)
            return {"metadata": {}} if there else None

    made = removed_backups.create_once("backups", {"backups/clusters/c0": backup}, Cluster({}))
    assert made
    assert made.before_create == hooks
    (refuse,) = hooks
    args = SimpleNamespace(name="backups/clusters/c0")
    if there:
        asyncio.run(refuse(args))
    else:
        with pytest.raises(pulumi.RunError) as caught:
            asyncio.run(refuse(args))
        assert str(caught.value) == (
            "backups/clusters/c0 ran in an earlier update, and its object has been removed since then. It is not "
            "created again: run the command again without --refresh, or set a new trigger"
        )
    asyncio.run(refuse(SimpleNamespace(name="backups/clusters/new")))


# A fault of the Pulumi program is one line for the engine, and no answer of a preview.

SECRET = "AKIAIOSFODNN7EXAMPLE"


def broken(*_: object) -> None:
    raise KeyError(SECRET)


def test_the_engine_is_reported_in_one_line_with_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "load_settings", broken)
    told = record_stack("dev", ["etcdBackup.backups="], preview=True, stops=True).error
    assert isinstance(told, FaultError)
    assert isinstance(told, pulumi.RunError), "the engine prints a traceback of anything else"
    assert str(told).startswith("internal error: KeyError in components.base.program, line ")
    assert "report this line" in str(told)
    assert SECRET not in str(told)


def test_a_preview_ends_with_the_code_of_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "load_settings", broken)
    outcome = call("preview", "--stack", "dev")
    assert outcome.code == 70
    assert outcome.others.startswith("error: internal error: KeyError in components.base.program")
    assert SECRET not in outcome.results + outcome.others


async def broken_hook(_: object) -> None:
    broken()


async def refusing(error: Exception) -> None:
    raise error


async def answering(value: int) -> int:
    return value + 1


def test_a_fault_of_a_hook_is_reported_with_its_place_and_without_its_text() -> None:
    with pytest.raises(FaultError, match=r"KeyError in components\.base\.errors") as told:
        asyncio.run(guard_hook(broken_hook)(None))
    assert SECRET not in str(told.value)


@pytest.mark.parametrize("error", [pulumi.RunError, ContractError, unusable_input])
def test_what_a_hook_refuses_keeps_its_words(error: Callable[[str], Exception]) -> None:
    with pytest.raises(pulumi.RunError, match=r"^set another name$") as told:
        asyncio.run(guard_hook(refusing)(error("set another name")))
    assert not isinstance(told.value, FaultError)


# What the last update has created decides whether the next one may begin.

ROLE = "rosa-mc-1-etcd-backup"


def example(name: str, *changes: str) -> StackConfiguration:
    """An example with settings over it."""
    return example_stack(name, *changes)


@FRAMES
@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("rosa-sts", "etcdBackup.storage.s3.bucket=other", "etcdBackup.storage.s3.bucket"),
        ("aro-control-plane", "controlPlaneIdentities.location=uksouth", "controlPlaneIdentities.location"),
    ],
)
def test_what_would_move_stops_the_program(name: str, change: str, told: str, preview: bool) -> None:
    first = record_stack(example(name), preview=False)
    assert record_stack(example(name), preview=preview, earlier=first).error is None
    stopped = record_stack(example(name, change), preview=preview, earlier=first, stops=True)
    assert told in str(stopped.error)
    assert record_stack(example(name, change), preview=preview).error is None


@FRAMES
def test_a_role_that_the_stack_has_created_is_not_called_existing(preview: bool) -> None:
    credentials = "etcdBackup.credentials"
    existing = example("rosa-sts", f"{credentials}.existingRole=true", f"{credentials}.roleName={ROLE}")
    role = record_stack(example("rosa-sts"), preview=False).only(tokens.IAM_ROLE)

    def state(parent: str) -> dict[str, object]:
        arn = f"arn:aws:iam::123456789012:role/{ROLE}"
        urn = role.urn.replace("ServiceAccountRole", parent)
        return {"outputs": {urn: {"type": role.type, "outputs": {"arn": arn}}}}

    def run(parent: str, end: Callable[..., Recorded]) -> Recorded:
        answer: Lookup = lambda _: state(parent)  # noqa: E731
        return end(run_main, preview=preview, config=existing.config, lookups={STACK_RESOURCES: answer})

    stopped = run("ServiceAccountRole", record_stopped)
    assert "would delete the role that it is about to use" in str(stopped.error)
    assert run("ExistingRole", record).error is None
