"""What the state of a stack holds already, and what exists without it."""

from typing import Final

from openshift_credentials.operation.check import Check, failed, passed, warned
from openshift_credentials.operation.observed import Observed

MANAGED: Final = "resources of the stack"
"""Name under which type and ID of what the state holds are observed, where it was read."""


def existing(observed: Observed, resource_type: str, resource_id: str, way_out: str) -> Check:
    """What is to be said of something that an update would make and that exists."""
    subject = f"{resource_type} {resource_id}"
    if MANAGED not in observed.answers:
        return warned(
            "cloud-exists",
            subject,
            "exists. Whether the stack manages it is not known, because its state was not read",
            "put the Pulumi CLI on PATH, and sign in to the backend of the stack",
        )
    for each in observed.all(MANAGED):
        same_id = str(each.get("id", "")).lower() == resource_id.lower()
        if each.get("type") == resource_type and same_id:
            return passed("cloud-managed", subject, "the stack manages it")
    return failed(
        "cloud-exists",
        subject,
        "exists, and the stack does not manage it: 'pulumi up' would fail",
        f"{way_out}; or import it: {import_command(resource_type, resource_id)}",
    )


def import_command(resource_type: str, resource_id: str) -> str:
    """How a resource within components is imported: through a file that the engine prepares."""
    return (
        f"run 'pulumi preview --import-file import.json', keep the entry of type {resource_type} "
        f"and set its id to {resource_id}, then 'pulumi import --file import.json'"
    )
