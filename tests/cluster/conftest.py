"""A real API server, an operator played by the test, and the real engine, where they are."""

import os
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest
import yaml

from tests.cluster.control_plane import ControlPlane, control_plane, missing_binary
from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.kit.places import CRD
from tests.kit.waiting import wait_until

PROGRAMS = ("pulumi", "pulumi-language-python", "pulumi-resource-kubernetes")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    programs = [program for program in PROGRAMS if shutil.which(program) is None]
    binaries = [binary] if (binary := missing_binary()) else []
    for item in items:
        if _needs_a_cluster(item.path):
            item.add_marker(pytest.mark.cluster)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(1800))  # for a machine that is busy
            fixtures: list[str] = getattr(item, "fixturenames", [])
            runs = {"stack", "limited", "deployer", "operator"} & set(fixtures)
            needs_engine = "plane" not in fixtures or runs
            missing = [*binaries, *(programs if needs_engine else ())]
            if missing:
                item.add_marker(pytest.mark.skip(reason=f"not here: {', '.join(missing)}"))


@cache
def _needs_a_cluster(path: Path) -> bool:
    return path.is_relative_to(Path(__file__).parent)


@pytest.fixture(scope="package")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ControlPlane]:
    """One API server for the folder; it ends with it, for it is busy without requests too."""
    with control_plane(tmp_path_factory.mktemp("control-plane")) as plane:
        crd = yaml.safe_load(CRD.read_text())
        kinds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
        assert plane.request("POST", kinds, crd)[0] == 201
        served = f"/apis/{crd['spec']['group']}/v1beta1/{crd['spec']['names']['plural']}"
        wait_until(lambda: plane.request("GET", served)[0] == 200)
        yield plane


@pytest.fixture
def operator(plane: ControlPlane) -> Iterator[Operator]:
    with Operator(plane) as operator:
        yield operator


_numbers = count()


@pytest.fixture
def clusters(plane: ControlPlane) -> list[str]:
    """Three hosted clusters of this test alone, with their control planes' namespaces."""
    run = f"{os.getpid()}-{next(_numbers)}"
    names = [f"t{run}-{letter}" for letter in "abc"]
    for name in names:
        make_namespace(plane, f"clusters-{name}")
    return [f"clusters/{name}" for name in names]


@pytest.fixture
def stack(tmp_path: Path, plane: ControlPlane) -> Stack:
    operator_namespace = f"hypershift-{os.getpid()}-{next(_numbers)}"
    make_namespace(plane, operator_namespace)
    return Stack.create(tmp_path, operator_namespace, plane.kubeconfig())


def make_namespace(plane: ControlPlane, name: str) -> None:
    status, answer = plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": name}})
    assert status == 201, answer
