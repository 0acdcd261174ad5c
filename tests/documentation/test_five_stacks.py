"""Five stacks, written from the pages of docs/ alone: each previews with what its writer wanted."""

from collections import Counter
from pathlib import Path

import pytest

from openshift_credentials.preview.run import Preview, digest, run_program
from openshift_credentials.preview.stack_files import read_stack
from tests.kit.places import REPOSITORY

STACKS = Path(__file__).parent / "stacks"
WANTED = {
    "guarded": {
        "aws:s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration": 1,
        "aws:s3/bucketPolicy:BucketPolicy": 1,
        "aws:kms/key:Key": 1,
        "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup": 2,
    },
    "own-key-azure": {
        "azure-native:managedidentity:UserAssignedIdentity": 2,
        "azure-native:storage:StorageAccount": 1,
        "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup": 1,
    },
    "adopted": {"aws:s3/bucket:Bucket": 1, "aws:iam/role:Role": 1},
    "thirty": {"kubernetes:velero.io/v1:Schedule": 30, "kubernetes:velero.io/v1:BackupStorageLocation": 1},
    "managed": {
        "azure-native:keyvault:Vault": 1,
        "azure-native:keyvault:Secret": 8,
        "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup": 1,
    },
}
MODES = {"own-key-azure": "azure-workload-identity", "managed": "azure-managed-identity"}


def preview(stack: str) -> Preview:
    file = STACKS / f"Pulumi.{stack}.yaml"
    configuration = read_stack(REPOSITORY, stack, file, [])
    return digest(configuration, run_program(configuration))


@pytest.mark.parametrize("stack", WANTED)
def test_it_previews_with_what_its_writer_wanted(stack: str) -> None:
    found = preview(stack)

    types = Counter(each.type for each in found.steps)
    assert {name: types[name] for name in WANTED[stack]} == WANTED[stack]
    (verdict,) = (each for each in found.verdicts if each.document_key == "credentials")
    assert verdict.answer == MODES.get(stack, "aws-sts")
    assert not [each for each in found.diagnostics if each.severity == "error"]


def test_what_is_adopted_is_read_alone() -> None:
    steps = preview("adopted").steps

    read = {each.type for each in steps if each.operation == "read"}
    assert read == {"aws:s3/bucket:Bucket", "aws:iam/role:Role"}


def test_every_file_is_one_of_the_five() -> None:
    assert {file.name for file in STACKS.iterdir()} == {f"Pulumi.{each}.yaml" for each in WANTED}
