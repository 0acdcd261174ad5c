"""Rules of Azure: identifiers, roles, federation, storage. One module each, all pure."""

from openshift_credentials.platforms.azure.federation import TOKEN_EXCHANGE_AUDIENCE
from openshift_credentials.platforms.azure.identifiers import STAND_IN_GUID, role_assignment_name

__all__ = ["STAND_IN_GUID", "TOKEN_EXCHANGE_AUDIENCE", "role_assignment_name"]
