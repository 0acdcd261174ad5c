"""Control-plane identities in a live management cluster and in Azure: stage by stage."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.live.cause import Evidence
from openshift_credentials.live.check import Operation
from openshift_credentials.live.observed import Observed

from ..plan.identities import chains
from ..settings.branch import ControlPlaneIdentitiesSettings
from . import places
from .in_azure import cloud, cloud_reads
from .places import reads
from .preflight import preflight
from .symptoms import SYMPTOMS, symptom_of
from .verify import verify


def evidence(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Evidence]:
    """Messages of events and containers of each consumer that concern its identity.

    Pods of a control plane can also fail for reasons that do not concern this system.
    """
    told: set[Evidence] = set()
    for chain in chains(settings) if settings.is_managed else ():
        for message in places.messages_of(chain, observed):
            if symptom_of(message.text) and message not in told:
                told.add(message)
                yield message


OPERATION: Final[Operation[ControlPlaneIdentitiesSettings]] = Operation(
    reads=reads,
    preflight=preflight,
    verify=verify,
    evidence=evidence,
    causes=SYMPTOMS,
    cloud_reads=cloud_reads,
    cloud=cloud,
)
