"""Control-plane identities in a live management cluster and in Azure: stage by stage."""

from typing import Final

from openshift_credentials.control_plane_identities.operation.evidence import evidence
from openshift_credentials.control_plane_identities.operation.in_azure import cloud, cloud_reads
from openshift_credentials.control_plane_identities.operation.places import reads
from openshift_credentials.control_plane_identities.operation.preflight import preflight
from openshift_credentials.control_plane_identities.operation.verify import verify
from openshift_credentials.control_plane_identities.settings import ControlPlaneIdentitiesSettings
from openshift_credentials.control_plane_identities.symptoms import CAUSES
from openshift_credentials.operation.check import Operation

OPERATION: Final[Operation[ControlPlaneIdentitiesSettings]] = Operation(
    reads=reads,
    preflight=preflight,
    verify=verify,
    evidence=evidence,
    causes=CAUSES,
    cloud_reads=cloud_reads,
    cloud=cloud,
)
