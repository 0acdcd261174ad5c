"""Programs of ``examples/compose`` on mocks: what they add to a component, and in which order."""

import runpy
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import components
from tests.engine.fake_provider.checks import unknown_inputs
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.harness import record
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Recorded, Resource
from tests.platforms.aws.policies.linter import findings

FOLDER: Final = REPOSITORY / "examples" / "compose"
PROGRAMS: Final = sorted(FOLDER.glob("*.py"))
YAML: Final = FOLDER / "replica-yaml" / "Pulumi.yaml"
WHEEL: Final = "openshift_credentials_components"
REPLICATION: Final = "aws:s3/bucketReplicationConfig:BucketReplicationConfig"


@pytest.fixture(autouse=True)
def wheel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The components under the name that the wheel gives them."""
    package = types.ModuleType(WHEEL)
    package.__path__ = components.__path__
    monkeypatch.setitem(sys.modules, WHEEL, package)
    yield
    for name in [name for name in sys.modules if name.startswith(f"{WHEEL}.")]:
        del sys.modules[name]


def recorded(name: str, **config: str) -> Recorded:
    """What a program registers in a preview."""
    path = FOLDER / f"{name}.py"
    settings = {f"openshift-credentials:{key}": value for key, value in config.items()}
    return record(lambda: runpy.run_path(str(path)), preview=True, config=settings)


def own(recorded: Recorded) -> Iterator[Resource]:
    """What the program itself registers beside the component."""
    stack = recorded.only(tokens.STACK)
    for each in recorded.resources:
        if each.parent_urn == stack.urn and each.request.custom:
            yield each


@pytest.mark.parametrize("path", [*PROGRAMS, YAML], ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_program_is_short_and_listed(path: Path) -> None:
    assert 10 <= len(path.read_text(encoding="utf-8").splitlines()) <= 60
    name = str(path.relative_to(FOLDER)).removesuffix("/Pulumi.yaml")
    for page in ("examples/compose/README.md", "docs/compose.md"):
        assert f"{name})" in (REPOSITORY / page).read_text(encoding="utf-8"), page


@pytest.mark.parametrize("name", [path.stem for path in PROGRAMS])
def test_providers_know_every_input(name: str) -> None:
    added = list(own(recorded(name)))

    assert added
    for each in added:
        assert list(unknown_inputs(each.type, each.inputs)) == []
        row = ROWS.get(each.type)
        assert set(row.required if row else ()) <= each.inputs.keys()
        for key in ("policy", "assumeRolePolicy", "policyDocument"):
            if isinstance(text := each.inputs.get(key), str) and text.startswith("{"):
                assert findings(text) == [], each


def test_a_copy_waits_for_the_versions_of_both_buckets() -> None:
    found = recorded("replica")

    replication = found.only(REPLICATION)
    assert found.waits_for(replication, found.all(tokens.S3_VERSIONING))
    assert found.waits_for(replication, [found.named(tokens.S3_BUCKET_POLICY, "rosa-snapshots-policy")])
    assert found.waits_for(replication, [found.named(tokens.IAM_ROLE_POLICY, "copier")])
    assert not found.waits_for(replication, found.all(tokens.HCP_ETCD_BACKUP))
    (rule,) = replication.inputs["rules"]
    assert rule["status"] == "Enabled"
    assert rule["deleteMarkerReplication"] == {"status": "Disabled"}
    assert found.named(tokens.S3_BUCKET, "copies").protect


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
def test_the_account_is_closed_on_request_and_has_its_endpoint_before(closed: bool) -> None:
    found = recorded("private_endpoint", **({"closed": "true"} if closed else {}))

    account = found.only(tokens.STORAGE_ACCOUNT)
    endpoint = found.only("azure-native:network:PrivateEndpoint")
    assert (account.inputs.get("publicNetworkAccess") == "Disabled") == closed
    assert found.waits_for(endpoint, [account])
    (link,) = endpoint.inputs["privateLinkServiceConnections"]
    assert link["privateLinkServiceId"].endswith(account.inputs["accountName"])
    assert found.waits_for(found.only("azure-native:network:PrivateDnsZoneGroup"), [endpoint])
    assert found.only("azure-native:privatedns:PrivateZone").inputs["privateZoneName"].startswith("privatelink.blob.")
