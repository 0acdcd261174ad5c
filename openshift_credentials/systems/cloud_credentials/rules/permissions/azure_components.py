"""Permissions of components on Azure, from the documentation.

Source: OpenShift documentation, "Managing cloud provider credentials": table of
component permissions. For a real upgrade read the CredentialsRequests of the release instead.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class AzureComponent:
    """A component on Azure: permissions and data permissions, or a built-in role."""

    component: str
    request: str
    permissions: tuple[str, ...] = ()
    data_permissions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


def _resources(provider: str, names: str) -> tuple[str, ...]:
    return tuple(f"Microsoft.{provider}/{name}" for name in names.split())


_BLOBS: Final = "storageAccounts/blobServices/containers/blobs"

AZURE_COMPONENTS: Final = (
    AzureComponent(
        "Cloud Controller Manager Operator",
        "openshift-azure-cloud-controller-manager",
        (
            "Microsoft.Compute/virtualMachines/read",
            *_resources(
                "Network",
                "loadBalancers/read loadBalancers/write networkInterfaces/read "
                "networkSecurityGroups/read networkSecurityGroups/write "
                "publicIPAddresses/join/action publicIPAddresses/read publicIPAddresses/write",
            ),
        ),
    ),
    AzureComponent("Cluster CAPI Operator", "openshift-cluster-api-azure", roles=("Contributor",)),
    AzureComponent(
        "Machine API Operator",
        "openshift-machine-api-azure",
        (
            *_resources(
                "Compute",
                "availabilitySets/delete availabilitySets/read availabilitySets/write "
                "diskEncryptionSets/read disks/delete galleries/images/versions/read skus/read "
                "virtualMachines/delete virtualMachines/read virtualMachines/write "
                "virtualMachines/extensions/delete virtualMachines/extensions/read "
                "virtualMachines/extensions/write",
            ),
            "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action",
            *_resources(
                "Network",
                "applicationSecurityGroups/read loadBalancers/backendAddressPools/join/action "
                "loadBalancers/read loadBalancers/write networkInterfaces/delete "
                "networkInterfaces/join/action networkInterfaces/loadBalancers/read "
                "networkInterfaces/read networkInterfaces/write networkSecurityGroups/read "
                "networkSecurityGroups/write publicIPAddresses/delete "
                "publicIPAddresses/join/action publicIPAddresses/read publicIPAddresses/write "
                "routeTables/read virtualNetworks/delete virtualNetworks/read "
                "virtualNetworks/subnets/join/action virtualNetworks/subnets/read",
            ),
            "Microsoft.Resources/subscriptions/resourceGroups/read",
        ),
    ),
    AzureComponent(
        "Cluster Image Registry Operator",
        "openshift-image-registry-azure",
        (
            *_resources(
                "Storage",
                "storageAccounts/blobServices/read "
                "storageAccounts/blobServices/generateUserDelegationKey/action "
                "storageAccounts/blobServices/containers/read "
                "storageAccounts/blobServices/containers/write storageAccounts/read "
                "storageAccounts/write storageAccounts/delete storageAccounts/listKeys/action",
            ),
            "Microsoft.Resources/tags/write",
        ),
        data_permissions=_resources(
            "Storage",
            f"{_BLOBS}/delete {_BLOBS}/write {_BLOBS}/read {_BLOBS}/add/action "
            f"{_BLOBS}/move/action",
        ),
    ),
    AzureComponent(
        "Ingress Operator",
        "openshift-ingress-azure",
        _resources(
            "Network",
            "dnsZones/A/delete dnsZones/A/write privateDnsZones/A/delete privateDnsZones/A/write",
        ),
    ),
    AzureComponent(
        "Cluster Network Operator",
        "openshift-cloud-network-config-controller-azure",
        (
            "Microsoft.Network/networkInterfaces/read",
            "Microsoft.Network/networkInterfaces/write",
            "Microsoft.Compute/virtualMachines/read",
            "Microsoft.Network/virtualNetworks/read",
            "Microsoft.Network/virtualNetworks/subnets/join/action",
            "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
        ),
    ),
    AzureComponent(
        "Azure File CSI Driver Operator",
        "azure-file-csi-driver-operator",
        (
            *_resources(
                "Network",
                "networkSecurityGroups/join/action virtualNetworks/subnets/read "
                "virtualNetworks/subnets/write",
            ),
            *_resources(
                "Storage",
                "storageAccounts/delete storageAccounts/listKeys/action storageAccounts/read "
                "storageAccounts/write storageAccounts/fileServices/read "
                "storageAccounts/fileServices/shares/delete "
                "storageAccounts/fileServices/shares/read "
                "storageAccounts/fileServices/shares/write",
            ),
        ),
    ),
    AzureComponent(
        "Azure Disk CSI Driver Operator",
        "azure-disk-csi-driver-operator",
        (
            *_resources(
                "Compute",
                "disks/* snapshots/* virtualMachineScaleSets/*/read virtualMachineScaleSets/read "
                "virtualMachineScaleSets/virtualMachines/write virtualMachines/*/read "
                "virtualMachines/write",
            ),
            "Microsoft.Resources/subscriptions/resourceGroups/read",
        ),
    ),
)
