"""Numbers that no double holds: Go reads them as text or not at all, Python raises an error."""

import math
from collections.abc import Callable

import pytest

from openshift_credentials.platforms.go.numbers import as_goyaml_reads, as_kubernetes_json_reads
from openshift_credentials.platforms.go.yaml import resolve_scalar
from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import MountStep, mount

HUGE = 10**400


@pytest.mark.parametrize("read", [as_goyaml_reads, as_kubernetes_json_reads])
def test_a_huge_number_is_infinite(read: Callable[[int], float]) -> None:
    assert read(HUGE) == math.inf
    assert read(-HUGE) == -math.inf
    assert read(2**70) == float(2**70)


def test_goyaml_reads_it_as_text() -> None:
    assert resolve_scalar(str(HUGE)) == str(HUGE)
    assert resolve_scalar(str(-HUGE)) == str(-HUGE)


@pytest.mark.parametrize("number", [str(HUGE), "1e400", ".inf", "3.5"])
def test_a_history_of_a_huge_number_of_versions_mounts_nothing(number: str) -> None:
    item = f"objectName: a\nobjectType: secret\nobjectVersionHistory: {number}\n"
    objects = "array:\n  - |\n" + "".join(f"    {line}\n" for line in item.splitlines())

    assert mount(objects, "{}").step is MountStep.OBJECT
