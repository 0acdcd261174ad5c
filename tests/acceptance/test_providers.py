"""A report names every provider of its run, and no other."""

from pathlib import Path

import pytest

from tests.acceptance.against import providers_of
from tests.acceptance.run import Against, Cloud, Run
from tests.engine.workspace import Workspace


@pytest.mark.parametrize(("cloud", "own"), [(Cloud.AWS, "aws"), (Cloud.AZURE, "azure-native")])
def test_a_run_has_the_provider_of_its_cloud_alone(tmp_path: Path, cloud: Cloud, own: str) -> None:
    run = Run.begin(cloud, Against.STAND_IN, "123456789012", 1)
    found = list(providers_of(run, Workspace(tmp_path), None))

    assert [provider.name for provider in found] == [own, "kubernetes", "time", "tls"]
    assert {provider.answered_by for provider in found} == {"stand-in of this repository"}
    assert all(provider.sdk for provider in found)
