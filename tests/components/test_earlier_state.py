"""What the last update has created decides whether the next one may begin."""

from collections.abc import Callable

import pytest

from components.base.engine import STACK_RESOURCES
from openshift_credentials.preview.stack_files import StackConfiguration
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, record_stack, record_stopped, run_main
from tests.kit.realistic import Lookup
from tests.kit.recorded import Recorded
from tests.kit.stacks import example_stack

ROLE = "rosa-mc-1-etcd-backup"


def example(name: str, *changes: str) -> StackConfiguration:
    """An example with settings over it."""
    return example_stack(name, *changes)


@FRAMES
@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("rosa-sts", "etcdBackup.storage.s3.bucket=other", "etcdBackup.storage.s3.bucket"),
        ("aro-control-plane", "controlPlaneIdentities.location=uksouth", "controlPlaneIdentities.location"),
    ],
)
def test_what_would_move_stops_the_program(name: str, change: str, told: str, preview: bool) -> None:
    first = record_stack(example(name), preview=False)
    assert record_stack(example(name), preview=preview, earlier=first).error is None
    stopped = record_stack(example(name, change), preview=preview, earlier=first, stops=True)
    assert told in str(stopped.error)
    assert record_stack(example(name, change), preview=preview).error is None


@FRAMES
def test_a_role_that_the_stack_has_created_is_not_called_existing(preview: bool) -> None:
    credentials = "etcdBackup.credentials"
    existing = example("rosa-sts", f"{credentials}.existingRole=true", f"{credentials}.roleName={ROLE}")
    role = record_stack(example("rosa-sts"), preview=False).only(tokens.IAM_ROLE)

    def state(parent: str) -> dict[str, object]:
        arn = f"arn:aws:iam::123456789012:role/{ROLE}"
        urn = role.urn.replace("ServiceAccountRole", parent)
        return {"outputs": {urn: {"type": role.type, "outputs": {"arn": arn}}}}

    def run(parent: str, end: Callable[..., Recorded]) -> Recorded:
        answer: Lookup = lambda _: state(parent)  # noqa: E731
        return end(run_main, preview=preview, config=existing.config, lookups={STACK_RESOURCES: answer})

    stopped = run("ServiceAccountRole", record_stopped)
    assert "would delete the role that it is about to use" in str(stopped.error)
    assert run("ExistingRole", record).error is None
