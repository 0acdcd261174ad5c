"""What is asked of a cluster and a cloud, under the names that a refused request is told by."""

from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.live.check import Purpose
from openshift_credentials.systems.etcd_backup.live import OPERATION
from tests.kit.golden import Golden, data
from tests.kit.trees import AWS, AZURE, changed, load

OADP: Final = {"enabled": True, "secretName": "cloud-credentials"}
STACKS: Final = {
    "aws": changed(AWS, oadp=OADP),
    "aws-existing-role": changed(AWS, credentials={"existingRole": True, "roleName": "shared"}),
    "azure": changed(
        AZURE,
        storage__azureBlob__existingAccount=True,
        credentials={"restore": True, "identityResourceGroup": "identities"},
    ),
}


@pytest.mark.parametrize("name", STACKS)
def test_a_stack_asks_for_no_more_than_this(name: str, golden: Golden) -> None:
    settings = load(STACKS[name])
    asked = {
        **{purpose.value: [asdict(read) for read in OPERATION.reads(settings, purpose)] for purpose in Purpose},
        "cloud": [asdict(read) for read in OPERATION.cloud_reads(settings)],
    }
    golden(Path(__file__).parent / "golden" / f"{name}.yaml", data(asked))
