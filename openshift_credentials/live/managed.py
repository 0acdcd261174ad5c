"""Resources in the state of a stack, and resources that exist outside it."""

from typing import Final

from .check import Check, failure, success, warning
from .observed import Observed

MANAGED: Final = "resources of the stack"
"""Name of the observation with types and IDs in the state, if the state was read."""


def absent(code: str, subject: str, *, makes: bool = True) -> Check:
    """A missing resource: the update creates it, or nobody does."""
    if makes:
        return success(f"cloud-{code}", subject, "the update creates it")
    return failure(f"cloud-no-{code}", subject, "does not exist", "correct the setting")


def existing(observed: Observed, resource_type: str, resource_id: str, way_out: str) -> Check:
    """Result for an existing resource that an update would create."""
    subject = f"{resource_type} {resource_id}"
    if MANAGED not in observed.answers:
        return warning(
            "cloud-exists",
            subject,
            "exists. Whether the stack manages it is not known, because its state was not read",
            "put the Pulumi CLI on PATH, and sign in to the backend of the stack",
        )
    for item in observed.all(MANAGED):
        same_id = str(item.get("id", "")).lower() == resource_id.lower()
        if item.get("type") == resource_type and same_id:
            return success("cloud-managed", subject, "the stack manages it")
    return failure(
        "cloud-exists",
        subject,
        "exists, and the stack does not manage it: 'pulumi up' would fail",
        f"{way_out}; or import it: {import_command(resource_type, resource_id)}",
    )


def import_command(resource_type: str, resource_id: str) -> str:
    """How to import a resource within components: with a file that the engine prepares."""
    return (
        f"run 'pulumi preview --import-file import.json', keep the entry of type {resource_type} "
        f"and set its id to {resource_id}, then 'pulumi import --file import.json'"
    )
