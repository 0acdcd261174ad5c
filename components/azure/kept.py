"""What an import keeps of resources on Azure: every property of the provider but the names.

The provider reads each of them at an import, also those that the program leaves out, and the engine
refuses an import with any difference. Azure keeps what a later update leaves out, and refreshes
inputs with outputs (pulumi-azure-native ``provider/pkg/provider/provider.go``), so that nothing is
written back.
"""

from typing import Final

from openshift_credentials.base.package_data import package_lists

_KEPT: Final = package_lists(__package__ or "", "kept.yaml")

ACCOUNT: Final = _KEPT["account"]
BLOB_SERVICE: Final = _KEPT["blob_service"]
CONTAINER: Final = _KEPT["container"]
BLOB: Final = _KEPT["blob"]
MANAGEMENT_POLICY: Final = _KEPT["management_policy"]
RESOURCE_GROUP: Final = _KEPT["resource_group"]
