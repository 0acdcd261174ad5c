"""Control-plane identities in a live management cluster and in Azure: stage by stage."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.control_plane_identities.operation import places
from openshift_credentials.control_plane_identities.operation.in_azure import cloud, cloud_reads
from openshift_credentials.control_plane_identities.operation.places import reads
from openshift_credentials.control_plane_identities.operation.preflight import preflight
from openshift_credentials.control_plane_identities.operation.verify import verify
from openshift_credentials.control_plane_identities.plan import chains
from openshift_credentials.control_plane_identities.settings import ControlPlaneIdentitiesSettings
from openshift_credentials.control_plane_identities.symptoms import CAUSES, symptom_of
from openshift_credentials.operation.cause import Evidence
from openshift_credentials.operation.check import Operation
from openshift_credentials.operation.observed import Observed


def evidence(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Evidence]:
    """Messages of events and containers of each consumer that concern its identity.

    Pods of a control plane can also fail for reasons that do not concern this system.
    """
    told: set[Evidence] = set()
    for chain in chains(settings) if settings.is_managed else ():
        for each in places.messages_of(chain, observed):
            if symptom_of(each.text) and each not in told:
                told.add(each)
                yield each


OPERATION: Final[Operation[ControlPlaneIdentitiesSettings]] = Operation(
    reads=reads,
    preflight=preflight,
    verify=verify,
    evidence=evidence,
    causes=CAUSES,
    cloud_reads=cloud_reads,
    cloud=cloud,
)
