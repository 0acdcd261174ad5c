"""Rules of Azure: identifiers, roles, federation, storage. One module each, all pure."""

from .identifiers import STAND_IN_GUID, TOKEN_EXCHANGE_AUDIENCE, role_assignment_name

__all__ = ["STAND_IN_GUID", "TOKEN_EXCHANGE_AUDIENCE", "role_assignment_name"]
