"""Rules of Azure: identifiers, roles, federation, storage. One module each, all pure."""

from hcpbackup.contract.azure.federation import TOKEN_EXCHANGE_AUDIENCE
from hcpbackup.contract.azure.identifiers import STAND_IN_GUID, role_assignment_name

__all__ = ["STAND_IN_GUID", "TOKEN_EXCHANGE_AUDIENCE", "role_assignment_name"]
