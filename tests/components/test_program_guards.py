"""What a program refuses on its way: the state that it cannot read, and what two parts write."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pulumi
import pytest

import components.etcd_backup.live_backups as removed_backups
import components.token_issuer.aws_issuer as issuer
from components.base import engine
from openshift_credentials.base.errors import ContractError
from tests.components.etcd_backup.backups_program import Played, planned


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
    monkeypatch.setattr(engine, "_this_stack", lambda: "stack")
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
            "backups/clusters/c0 ran in an earlier update, and its object has been removed since "
            "then. It is not created again: run the command again without --refresh, or set a new "
            "trigger"
        )
    asyncio.run(refuse(SimpleNamespace(name="backups/clusters/new")))
