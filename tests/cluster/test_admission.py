"""HCPEtcdBackups on a real API server: those of the examples, and those that ``validate`` knows."""

from typing import Any

import pytest

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.cluster.control_plane import ControlPlane
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY
from tests.kit.previews import previewed
from tests.systems.etcd_backup.rules.backup_samples import FULL_AZURE, FULL_S3, azure_blob, backup, s3
from tests.systems.etcd_backup.rules.test_backup_admission import ACCEPTED, BROKEN_RULE, TOO_LONG, TOO_SHORT, with_field

Json = dict[str, Any]

GROUP = "/apis/hypershift.openshift.io/v1beta1"
BACKUP = "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup"
EXAMPLES = sorted(file for file in REPOSITORY.glob("examples/*/Pulumi.*.yaml") if "etcdBackup" in file.read_text())


@pytest.fixture(scope="module")
def namespace(plane: ControlPlane) -> str:
    plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": "clusters-a"}})
    return "clusters-a"


def answer(plane: ControlPlane, namespace: str, manifest: Json) -> tuple[bool, set[str]]:
    """Whether the API server takes it, and the fields that it names."""
    named = {**manifest, "metadata": {**manifest["metadata"], "namespace": namespace}}
    path = f"{GROUP}/namespaces/{namespace}/hcpetcdbackups?dryRun=All"
    status, told = plane.request("POST", path, named)
    causes = told.get("details", {}).get("causes", ()) if status != 201 else ()
    return status == 201, {each["field"] for each in causes} - {"<nil>"}


def test_the_backups_of_every_example_are_accepted(plane: ControlPlane, namespace: str) -> None:
    asked = 0
    for file in EXAMPLES:
        states = [step["newState"] for step in nonempty(previewed(file)["steps"])]
        backups = [state["inputs"] for state in states if state["type"] == BACKUP]
        for each in backups:
            asked += 1
            assert answer(plane, namespace, each) == (True, set()), file.name
    assert asked > 5


def test_what_validate_refuses_the_api_server_refuses_at_the_same_fields(plane: ControlPlane, namespace: str) -> None:
    manifests = [
        with_field(path, value)
        for table in (ACCEPTED, BROKEN_RULE, TOO_SHORT, TOO_LONG)
        for path, values in table.items()
        for value in values
    ]
    manifests += [
        FULL_S3,
        FULL_AZURE,
        backup({"storageType": "GCS"}),
        backup({"storageType": "S3"}),
        backup({**s3(), **azure_blob()}),
        backup({**azure_blob(), "storageType": "S3"}),
    ]
    refused = 0
    for manifest in nonempty(manifests):
        verdict = validate(manifest)
        accepted, fields = answer(plane, namespace, manifest)
        assert verdict.accepted == accepted, manifest
        assert {error.path for error in verdict.errors} == fields, manifest
        refused += not accepted
    assert refused > 80
