"""What is told about a cluster of which something could not be read is true, whatever is there.

A check that is not ``unknown`` rests on answers alone: it is the same in every cluster that gives
the same answers, however the reads that were refused would have been answered.
"""

import copy
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.live.check import LiveChecks, Purpose, State, operation_of
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.stack.system import SYSTEMS
from openshift_credentials.systems.control_plane_identities.live import OPERATION as IDENTITIES
from openshift_credentials.systems.etcd_backup.live import OPERATION as BACKUPS, cluster_reads
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.systems.image_pulls.live import OPERATION as PULLS
from openshift_credentials.systems.token_issuer.live import OPERATION as ISSUER
from openshift_credentials.systems.token_issuer.plan import public_key_of_settings
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings
from tests.kit.tables import nonempty
from tests.kit.trees import AWS, AZURE, changed, load
from tests.systems.control_plane_identities import test_operation as identities
from tests.systems.etcd_backup.live.cluster_objects import healthy, with_backup
from tests.systems.image_pulls import test_operation as pulls
from tests.systems.image_pulls.samples import ECR, settings as pull_settings
from tests.systems.token_issuer import stacks as issuers

Answers = Mapping[str, Sequence[Any]]
Told = set[tuple[str, str, State]]

REFUSALS: Final = [each for each in Obstacle if each is not Obstacle.ABSENT]


@dataclass(frozen=True)
class World:
    """A cluster as it should be, and other answers to some of its reads."""

    operation: LiveChecks[Any]
    settings: Any
    answers: Answers
    others: Mapping[str, Sequence[Any]]
    purpose: Purpose

    @property
    def reads(self) -> list[str]:
        reads = self.operation.reads(self.settings, self.purpose)
        issuers = self.operation.issuers(self.settings, self.purpose)
        return [read.name for read in (*reads, *issuers)]

    def told(self, observed: Observed) -> Told:
        judge = self.operation.preflight if self.purpose is Purpose.PREFLIGHT else self.operation.verify
        return {
            (each.code, each.subject, each.state)
            for each in judge(self.settings, observed)
            if each.state is not State.UNKNOWN
        }


def running(settings: Any) -> dict[str, Any]:  # noqa: ANN401
    """A backup Job of the first hosted cluster that runs."""
    [job] = with_backup(settings, "BackupInProgress")[cluster_reads.JOBS]
    return {**job, "status": {"active": 1}}


def written(settings: EtcdBackupSettings) -> dict[str, Any]:
    """The credential Secret, as an update has left it."""
    content = plan_of(settings).form.items()
    owned: list[dict[str, Any]] = [{"manager": "pulumi-kubernetes-1", "fieldsV1": {"f:data": {"f:credentials": {}}}}]
    data = {key: b64encode(text.encode()).decode() for key, text in content}
    return {"metadata": {"name": "s", "managedFields": owned}, "data": data}


def of_backups(tree: Mapping[str, Any], purpose: Purpose) -> World:
    settings = load(tree)
    base = healthy(settings)
    if purpose is Purpose.VERIFY:
        base = with_backup(settings, "BackupSucceeded", url="s3://snapshots/1.db")
    annotated = {"azure.workload.identity/client-id": "00000000-0000-0000-0000-000000000001"}
    named = {"metadata": {"name": "x", "namespace": "hypershift"}}
    sick = copy.deepcopy(base[cluster_reads.ETCD])
    for each in sick:
        each["status"] = {"readyReplicas": 1}
    more = {
        cluster_reads.KEYS: [{"keys": [{"kid": "a"}]}],
        cluster_reads.PUBLISHED: [{"kids": ["a"]}],
        cluster_reads.SECRET: [written(settings)],
        cluster_reads.ACCOUNT: [{"metadata": {"annotations": annotated}}],
    }
    others: dict[str, Sequence[Any]] = {
        cluster_reads.OPERATOR: [{"spec": {"template": {"spec": {"containers": []}}}}],
        cluster_reads.CRD: [{"spec": {"versions": []}}],
        cluster_reads.KEYS: [{"keys": [{"kid": "b"}]}],
        cluster_reads.SECRET: [named],
        cluster_reads.ACCOUNT: [named],
        cluster_reads.JOBS: [running(settings)],
        cluster_reads.ETCD: sick,
        cluster_reads.ISSUER: [{"issuer": "https://another.example.com"}],
        cluster_reads.BACKUPS: with_backup(settings, "BackupFailed", "x")[cluster_reads.BACKUPS],
        cluster_reads.PODS: [{**named, "spec": {"containers": []}}],
    }
    return World(BACKUPS, settings, {**base, **more}, others, purpose)


def of_pulls(purpose: Purpose) -> World:
    settings = pull_settings(ECR)
    made = pulls.observed(settings, pulls.healthy(settings))
    old = {"metadata": {"name": "b"}, "status": {"nodeInfo": {"kubeletVersion": "v1.30.0"}}}
    return World(PULLS, settings, made.answers, {"Node": [old]}, purpose)


def of_identities(purpose: Purpose) -> World:
    answers = identities.healthy()
    bare: dict[str, Any] = {"spec": {"template": {"spec": {"containers": []}}}}
    others: dict[str, Sequence[Any]] = {"operator": [bare], "hosted cluster": [{"metadata": {"name": "x"}, "spec": {}}]}
    return World(IDENTITIES, identities.given(), answers, others, purpose)


def of_issuer() -> World:
    """An issuer of the stack; what it publishes is all that is read."""
    settings = TokenIssuerSettings.model_validate(issuers.issuer())
    (key,) = settings.keys
    kid = nonempty([made.kid for made in [public_key_of_settings(key)] if made])[0]
    answers = {read.name: [{"kids": [kid]}] for read in ISSUER.issuers(settings, Purpose.VERIFY)}
    others = {name: [{"kids": ["another"]}] for name in answers}
    return World(ISSUER, settings, answers, others, Purpose.VERIFY)


OADP: Final = changed(AWS, oadp={"enabled": True, "secretName": "cloud-credentials"})
WORLDS: Final = {
    f"{name}-{purpose}": world
    for purpose in (Purpose.PREFLIGHT, Purpose.VERIFY)
    for name, world in {
        "aws": of_backups(AWS, purpose),
        "azure": of_backups(AZURE, purpose),
        "oadp": of_backups(OADP, purpose),
        "pulls": of_pulls(purpose),
        "identities": of_identities(purpose),
    }.items()
} | {"issuer-verify": of_issuer()}
"""``cloudCredentials`` has verbs of its own: tests/cli/cco/test_live.py."""


@pytest.mark.parametrize("name", WORLDS)
@given(data=st.data())
def test_what_is_reported_rests_on_answers(name: str, data: st.DataObject) -> None:
    world = WORLDS[name]
    hidden = data.draw(st.sets(st.sampled_from(world.reads), min_size=1))
    seen = {key: items for key, items in world.answers.items() if key not in hidden}
    refused = data.draw(st.sampled_from(REFUSALS))
    told = world.told(Observed(seen, dict.fromkeys(hidden, refused)))
    assert told <= world.told(Observed(world.answers))
    absent: dict[str, Obstacle] = {}
    other: dict[str, Sequence[Any]] = dict(world.answers)
    for each in sorted(hidden):
        match data.draw(st.sampled_from(["same", "absent", "empty", "another"])):
            case "absent":
                other.pop(each, None)
                absent[each] = Obstacle.ABSENT
            case "empty":
                other[each] = []
            case "another" if each in world.others:
                other[each] = world.others[each]
            case _:
                pass
    assert told <= world.told(Observed(other, absent))


@pytest.mark.parametrize("name", WORLDS)
def test_an_issuer_that_does_not_answer_is_never_passed(name: str) -> None:
    world = WORLDS[name]
    for read in world.operation.issuers(world.settings, world.purpose):
        silent = {**world.answers, read.name: [{"problem": f"{read.url}: cannot be reached"}]}
        codes = {(code, state) for code, subject, state in world.told(Observed(silent)) if subject == read.url}
        assert "issuer-published" not in {code for code, _ in codes}
        assert {state for code, state in codes if code == "issuer-not-published"} <= {State.FAILED, State.WARNING}
        assert "issuer-not-published" in {code for code, _ in codes}


def test_every_system_that_reads_a_cluster_has_a_world() -> None:
    operations = {key: operation_of(system) for key, system in SYSTEMS.items()}
    reading = {key for key, found in operations.items() if found and not found.only_cloud}
    assert {id(world.operation) for world in WORLDS.values()} == {id(operation_of(SYSTEMS[key])) for key in reading}


def test_every_world_is_reported_something() -> None:
    assert all(world.told(Observed(world.answers)) for world in WORLDS.values())
