"""The operator that the tests play keeps their objects apart."""

from collections.abc import Mapping

from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import GROUP, Operator
from tests.kit.waiting import wait_until
from tests.systems.etcd_backup.rules.backup_samples import FULL_S3


def test_what_another_test_left_behind_is_let_go_without_an_event(plane: ControlPlane, clusters: list[str]) -> None:
    earlier, own = (each.replace("/", "-") for each in clusters[:2])
    metadata = {"name": "left-behind", "finalizers": ["example.com/kept"]}
    create(plane, earlier, metadata)
    with Operator(plane) as operator:
        operator.remove(earlier, "left-behind")
        create(plane, own, {"name": "own"})
        wait_until(lambda: not operator.backups(earlier) and len(operator.events) == 2)
    assert operator.events == [("made", own, "own"), ("ended", own, "own")]


def create(plane: ControlPlane, namespace: str, metadata: Mapping[str, object]) -> None:
    body = {**FULL_S3, "metadata": {**metadata, "namespace": namespace}}
    status, told = plane.request("POST", f"{GROUP}/namespaces/{namespace}/hcpetcdbackups", body)
    assert status == 201, told
