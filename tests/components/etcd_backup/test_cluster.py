"""What components look at in the cluster before backups."""

import asyncio
from http import HTTPStatus
from pathlib import Path

import pytest
from pydantic import SecretStr

from components.etcd_backup.live_backups import EarlierBackups, LiveObjects, look_before_backups
from openshift_credentials.base.errors import ContractError
from openshift_credentials.stack.cluster import Kubernetes
from openshift_credentials.systems.etcd_backup.live import cluster_reads
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AWS, changed, load
from tests.live.api_server import ApiServer, serving
from tests.systems.etcd_backup.live.cluster_objects import healthy

# Objects that an update reads through the API server.

PLACE = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hcpetcdbackups"
REFUSED = "hcpetcdbackups.hypershift.openshift.io in namespace clusters cannot be read: "


def read(server: ApiServer, directory: Path, name: str, context: str = "test") -> object:
    kubeconfig = SecretStr(Path(server.kubeconfig(directory)).read_text())
    settings = Kubernetes(kubeconfig=kubeconfig, context=context)
    return asyncio.run(LiveObjects(settings).read("clusters", name))


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with serving(ApiServer({f"{PLACE}/one": HTTPStatus.FORBIDDEN})) as server:
        with pytest.raises(ContractError) as caught:
            read(server, tmp_path, "one")
        assert str(caught.value) == f"{REFUSED}HTTP status 403"
        with pytest.raises(ContractError) as caught:
            read(server, tmp_path, "one", context="other")
        assert str(caught.value).startswith(REFUSED)
        assert "other" in str(caught.value)
    with pytest.raises(ContractError) as caught:
        read(server, tmp_path, "one")
    assert str(caught.value).startswith(f"{REFUSED}the API server does not answer: ")


# What an update says of hosted clusters before it makes their backups.

MODULE = "components.etcd_backup.live_backups"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Warnings of a look on an engine."""
    texts: list[str] = []
    monkeypatch.setattr(f"{MODULE}.runs_on_an_engine", lambda: True)

    def warn(text: str, _: object) -> None:
        texts.append(text)

    monkeypatch.setattr("pulumi.log.warn", warn)
    monkeypatch.setattr("pulumi.log.debug", texts[:0].append)
    return texts


def look(server: ApiServer, tmp_path: Path, earlier: EarlierBackups | None = None, **settings: object) -> None:
    kubeconfig = Path(server.kubeconfig(tmp_path)).read_text()
    tree = changed(AWS, **{"kubernetes": {"kubeconfig": kubeconfig}, **settings})

    async def program() -> None:
        look_before_backups(plan_of(load(tree, secret=("kubernetes",))), earlier or EarlierBackups())
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))

    asyncio.run(program())


def cluster(settings: EtcdBackupSettings, **others: object) -> ApiServer:
    objects = healthy(settings)
    reads = {backup.name: backup.path for backup in cluster_reads.before_backups("hypershift")}
    answers: dict[str, object] = {reads[name]: items for name, items in objects.items() if name in reads}
    answers[reads[cluster_reads.OPERATOR]] = objects[cluster_reads.OPERATOR][0]
    for name, items in others.items():
        answers[reads[name.replace("_", " ")]] = items
    return ApiServer(answers)


def test_what_would_fail_is_a_warning_with_its_code(said: list[str], tmp_path: Path) -> None:
    with serving(cluster(load(AWS), pull_secrets=[])) as server:
        look(server, tmp_path)
    assert len(said) == 1
    assert "[no-pull-secret]" in said[0]


def test_a_backup_that_exists_is_not_looked_at(said: list[str], tmp_path: Path) -> None:
    (backup,) = plan_of(load(AWS)).backups
    made = {"metadata": {"name": backup.name, "namespace": backup.namespace}}
    with serving(cluster(load(AWS), backups=[made], pull_secrets=[])) as server:
        look(server, tmp_path)
    assert said == []


def test_nothing_is_looked_at_when_earlier_updates_have_made_all(said: list[str], tmp_path: Path) -> None:
    created = frozenset(backup.name for backup in plan_of(load(AWS)).backups)
    with serving(cluster(load(AWS), pull_secrets=[])) as server:
        look(server, tmp_path, EarlierBackups(started=created))
    assert said == server.requests == []
