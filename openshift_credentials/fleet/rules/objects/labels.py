"""Labels of Stacks and other objects of a fleet."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from openshift_credentials.fleet.rules.inventory import Member
from openshift_credentials.platforms.kubernetes import upstream

WAVE: Final = "openshift-credentials/wave"
PURPOSE: Final = "openshift-credentials/purpose"
FROZEN: Final = "openshift-credentials/frozen"
UPDATED_BY: Final = "openshift-credentials/updated-by"
"""On a sentinel: the Stack that updates the same resources."""

PART_OF: Final = {upstream.PART_OF_LABEL: "openshift-credentials-fleet"}
NIGHTLY: Final = "nightly"
"""Field manager that owns only the trigger."""

DRIFT: Final = "drift"
"""Field manager that passes the trigger to the sentinels."""

RECONCILE: Final = "pulumi.com/reconciliation-request"
"""Annotation; with a new value, the operator runs a Stack again."""

Object = dict[str, object]


class Purpose(StrEnum):
    """The purpose of a Stack."""

    UPDATE = "update"
    DRIFT = "drift"


def stack_labels(member: Member, purpose: Purpose) -> dict[str, str]:
    """Labels of a Stack."""
    labels = {
        **PART_OF,
        WAVE: member["wave"],
        PURPOSE: purpose.value,
        FROZEN: "true" if member.frozen else "false",
    }
    return labels | ({UPDATED_BY: member.name} if purpose is Purpose.DRIFT else {})


def metadata(
    name: str, namespace: str | None = None, labels: Mapping[str, str] | None = None, **more: object
) -> Object:
    """Metadata of an object of the fleet."""
    place = {} if namespace is None else {"namespace": namespace}
    return {"name": name, **place, "labels": {**PART_OF, **(labels or {})}, **more}
