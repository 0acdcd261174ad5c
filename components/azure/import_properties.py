"""What an import keeps of resources on Azure: every property of the provider but the names.

The provider reads each of them at an import, also those that the program leaves out, and the engine
refuses an import with any difference. Azure keeps what a later update leaves out, and refreshes
inputs with outputs (pulumi-azure-native ``provider/pkg/provider/provider.go``), so that nothing is
written back.
"""

from typing import Final

from openshift_credentials.base.package_data import package_lists

_PROPERTIES: Final = package_lists(__package__ or "", "import_properties.yaml")

ACCOUNT: Final = _PROPERTIES["account"]
CONTAINER: Final = _PROPERTIES["container"]
BLOB: Final = _PROPERTIES["blob"]
RESOURCE_GROUP: Final = _PROPERTIES["resource_group"]
