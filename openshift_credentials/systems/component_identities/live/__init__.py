"""Component identities in a live cluster and in Google Cloud."""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.live.cause import Evidence
from openshift_credentials.live.check import Check, Operation, Purpose
from openshift_credentials.live.observed import Observed, Read
from openshift_credentials.systems.component_identities.live.in_google import (
    google_checks,
    google_reads,
)
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings


def _no_reads(_: ComponentIdentitiesSettings, __: Purpose) -> Sequence[Read]:
    return ()


def _nothing(_: ComponentIdentitiesSettings, __: Observed) -> Iterator[Check]:
    return iter(())


def _no_evidence(_: ComponentIdentitiesSettings, __: Observed) -> Iterator[Evidence]:
    return iter(())


OPERATION: Final[Operation[ComponentIdentitiesSettings]] = Operation(
    reads=_no_reads,
    preflight=_nothing,
    verify=_nothing,
    evidence=_no_evidence,
    causes=(),
    cloud_reads=google_reads,
    cloud=google_checks,
    only_cloud=True,
)
"""The cluster is read by verbs of its own: 'issuer check'."""
