"""Backups and providers, as in a preview and as in an update."""

from collections.abc import Callable, Mapping
from typing import Any

import pulumi
import pulumi_kubernetes as kubernetes
import pytest

from components.dependencies import await_all
from components.etcd_backup.etcd_backups import EtcdBackups, EtcdBackupsArgs
from components.kubernetes.providers import kubernetes_providers
from openshift_credentials.etcd_backup.plan import planned_backups
from tests.kit import tokens
from tests.kit.harness import record, record_stopped
from tests.kit.recorded import Recorded, Resource
from tests.kit.trees import AWS, load

FRAMES = pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])
KUBECONFIG = "clusters: [{}]\nusers: [{name: MARKER-7f3}]\ncontexts: [{}]\n"


def program(count: int, **arguments: Any) -> Callable[[], None]:  # noqa: ANN401 - any argument
    backups = [
        {"hostedCluster": f"clusters/c{number}", "trigger": "one"} for number in range(count)
    ]
    planned = tuple(planned_backups(load({**AWS, "backups": backups})))

    def run() -> None:
        provider = kubernetes.Provider("cluster")
        secret = kubernetes.core.v1.Secret(
            "credentials",
            metadata={"name": "cloud-credentials", "namespace": "hypershift"},
            opts=pulumi.ResourceOptions(provider=provider),
        )
        made = EtcdBackups(
            "backups",
            EtcdBackupsArgs(backups=planned, needed_first=(secret,), **arguments),
            pulumi.ResourceOptions(providers=[provider]),
        )
        await_all(made.backups)
        pulumi.export("backups", made.results)

    return run


def answering(reasons: Mapping[str, str]) -> dict[str, Callable[[Resource], dict[str, object]]]:
    """Status of every backup; ``reasons`` by hosted cluster, success for the others."""

    def answer(resource: Resource) -> dict[str, object]:
        reason = reasons.get(resource.name.removeprefix("backups/"), "BackupSucceeded")
        condition = {"type": "BackupCompleted", "reason": reason, "message": f"why {reason}"}
        status = {"conditions": [condition] if reason else []}
        return {"id": resource.name, "status": status}

    return {tokens.HCP_ETCD_BACKUP: answer}


@FRAMES
def test_every_backup_is_made_after_the_secret_under_the_name_of_its_cluster(
    preview: bool,
) -> None:
    recorded = record(program(3), preview=preview)
    secret, component = recorded.only(tokens.SECRET), recorded.only(tokens.ETCD_BACKUPS)
    backups = recorded.all(tokens.HCP_ETCD_BACKUP)
    assert {each.name for each in backups} == {f"backups/clusters/c{number}" for number in range(3)}
    for backup in backups:
        assert recorded.parent(backup) is component
        assert recorded.dependencies(backup) == {secret}
        assert recorded.provider(backup).name == "cluster"
        assert backup.inputs["metadata"]["name"].startswith(
            f"{backup.name.rpartition('/')[2]}-one-"
        )
        assert "status" not in backup.inputs


@FRAMES
@pytest.mark.parametrize("concurrency", [1, 3, 4, 12])
def test_never_more_run_at_once_than_allowed(preview: bool, concurrency: int) -> None:
    recorded = record(program(10, concurrency=concurrency), preview=preview)
    backups = recorded.all(tokens.HCP_ETCD_BACKUP)
    before = {
        each.name: {one.name for one in recorded.all_dependencies(each)} & names(recorded)
        for each in backups
    }
    chains = {min([name, *before[name]], key=int_of) for name in before}
    assert len(chains) == min(10, concurrency)
    for name, others in before.items():
        same = {one for one in before if int_of(one) % concurrency == int_of(name) % concurrency}
        assert others == {one for one in same if int_of(one) < int_of(name)}
    edges = sum(len(recorded.dependencies(each)) for each in backups)
    assert edges == 10 + max(0, 10 - concurrency)


def names(recorded: Recorded) -> set[str]:
    return {each.name for each in recorded.all(tokens.HCP_ETCD_BACKUP)}


def int_of(name: str) -> int:
    return int(name.removeprefix("backups/clusters/c"))


def test_entries_at_the_end_change_nothing_before_them() -> None:
    few = record(program(5, concurrency=2), preview=True)
    more = record(program(8, concurrency=2), preview=True)
    for backup in few.all(tokens.HCP_ETCD_BACKUP):
        same = more.named(tokens.HCP_ETCD_BACKUP, backup.name)
        assert backup.request.object == same.request.object
        assert set(backup.request.dependencies) == set(same.request.dependencies)


def test_a_chain_of_thousands_is_no_problem() -> None:
    recorded = record(program(1500, concurrency=1), preview=True)
    assert len(recorded.all(tokens.HCP_ETCD_BACKUP)) == 1500


@FRAMES
def test_waiting_is_an_annotation_and_a_timeout(preview: bool) -> None:
    recorded = record(program(1, timeout_seconds=77), preview=preview)
    backup = recorded.only(tokens.HCP_ETCD_BACKUP)
    wait_for = backup.inputs["metadata"]["annotations"]["pulumi.com/waitFor"]
    assert wait_for.startswith("jsonpath={.status.conditions[?(@.type==")
    assert backup.request.customTimeouts.create == "77s"
    assert backup.request.customTimeouts.update == "77s"


@FRAMES
def test_without_waiting_there_is_no_annotation_and_no_chain(preview: bool) -> None:
    outputs = answering({"clusters/c1": "BackupInProgress", "clusters/c2": "BackupFailed"})
    recorded = record(program(4, wait=False, concurrency=1), preview=preview, outputs=outputs)
    for backup in recorded.all(tokens.HCP_ETCD_BACKUP):
        assert "annotations" not in backup.inputs["metadata"]
        assert recorded.dependencies(backup) == {recorded.only(tokens.SECRET)}


@FRAMES
@pytest.mark.parametrize("keep", [True, False])
def test_the_earlier_object_stays_from_the_first_update_on_or_goes(
    preview: bool, keep: bool
) -> None:
    recorded = record(program(1, keep_previous=keep), preview=preview)
    backup = recorded.only(tokens.HCP_ETCD_BACKUP)
    assert backup.retain_on_delete is keep
    assert not backup.delete_before_replace
    assert not backup.replace_on_changes


@pytest.mark.parametrize("concurrency", [1, 10])
def test_all_failures_are_told_together_after_all_had_their_chance(concurrency: int) -> None:
    reasons = {
        "clusters/c0": "BackupFailed",
        "clusters/c2": "BackupRejected",
        "clusters/c3": "EtcdUnhealthy",
        "clusters/c4": "",
    }
    stopped = record_stopped(
        program(6, concurrency=concurrency), preview=False, outputs=answering(reasons)
    )
    assert isinstance(stopped.error, pulumi.RunError)
    text = str(stopped.error)
    assert "4 backups have not succeeded" in text
    for cluster, reason in reasons.items():
        assert f"HCPEtcdBackup {cluster.replace('/', '-')}/{cluster[9:]}-one-" in text
        assert f"{reason or 'no condition'}" in text
    assert "clusters-c1" not in text
    assert len(stopped.all(tokens.HCP_ETCD_BACKUP)) == 6


def test_a_success_without_a_url_is_a_warning() -> None:
    recorded = record(program(1), preview=False, outputs=answering({}))
    (warning,) = recorded.warnings
    assert "look for etcd-backups/clusters/c0/<Unix seconds>.db" in warning


def test_the_results_are_exported() -> None:
    recorded = record(program(2), preview=False)
    first, second = recorded.exports["backups"]
    assert first["hostedCluster"] == "clusters/c0"
    assert second["namespace"] == "clusters-c1"
    assert first["reason"] == "BackupSucceeded"
    assert first["snapshotURL"].startswith("s3://")
    assert first["objectKeyPattern"] == "etcd-backups/clusters/c0/<Unix seconds>.db"
    assert first["consoleLink"].startswith("https://console.aws.amazon.com/s3/buckets/snapshots?")


def providers(**settings: Any) -> Callable[[], None]:  # noqa: ANN401 - any JSON value
    read = load({**AWS, **settings}, ("kubernetes",))

    def run() -> None:
        kubernetes_providers("test", read, pulumi.ResourceOptions())

    return run


@FRAMES
def test_the_provider_is_that_of_the_management_cluster(preview: bool) -> None:
    setting = {"kubeconfig": KUBECONFIG, "context": "c"}
    recorded = record(providers(kubernetes=setting), preview=preview)
    provider = recorded.only("pulumi:providers:kubernetes")
    assert provider.inputs["clusterIdentifier"] == "mc-1"
    assert provider.inputs["enableSecretMutable"] == "true"
    assert provider.inputs["context"] == "c"
    assert provider.inputs["kubeconfig"] == KUBECONFIG
    assert provider.is_secret("kubeconfig")
    assert "renderYamlToDirectory" not in provider.inputs


@FRAMES
def test_without_a_kubeconfig_the_provider_looks_where_kubectl_does(preview: bool) -> None:
    provider = record(providers(), preview=preview).only("pulumi:providers:kubernetes")
    assert set(provider.inputs) == {"clusterIdentifier", "enableSecretMutable"}


@FRAMES
def test_manifests_have_providers_of_their_own_and_secrets_a_directory(preview: bool) -> None:
    recorded = record(providers(kubernetes={"renderTo": "out"}), preview=preview)
    found = {each.name: each for each in recorded.all("pulumi:providers:kubernetes")}
    assert set(found) == {"test-manifests", "test-secret-manifests"}
    assert found["test-manifests"].inputs["renderYamlToDirectory"] == "out/objects"
    assert found["test-secret-manifests"].inputs["renderYamlToDirectory"] == "out/secrets"
    assert not any("kubeconfig" in each.inputs for each in found.values())
