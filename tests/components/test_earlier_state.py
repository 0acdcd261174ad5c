"""What the last update has created decides whether the next one may begin."""

import pytest

from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.kit.frames import FRAMES
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY


SIGNED_IN = "arn:aws:iam::123456789012:role/platform-deployer"
ADMINISTRATOR = f"snapshotStore.perimeter.administrators[0]={SIGNED_IN}"


def example(name: str, *changes: str) -> StackConfiguration:
    """An example with settings over it, deployed by one of its administrators."""
    file = REPOSITORY / "examples" / name / f"Pulumi.{name}.yaml"
    signed_in = [ADMINISTRATOR] if name == "aws-store" else []
    return read_stack(REPOSITORY, name, file, [*signed_in, *changes])


@FRAMES
@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("rosa-sts", "etcdBackup.storage.s3.bucket=other", "etcdBackup.storage.s3.bucket"),
        ("aws-store", "snapshotStore.bucket=other", "snapshotStore.bucket"),
        (
            "aro-control-plane",
            "controlPlaneIdentities.location=uksouth",
            "controlPlaneIdentities.location",
        ),
    ],
)
def test_what_would_move_stops_the_program(
    name: str, change: str, told: str, preview: bool
) -> None:
    first = record_stack(example(name), preview=False)
    assert record_stack(example(name), preview=preview, earlier=first).error is None
    stopped = record_stack(example(name, change), preview=preview, earlier=first, stops=True)
    assert told in str(stopped.error)
    assert record_stack(example(name, change), preview=preview).error is None
