"""The schema of Azure identities in a HostedCluster: authentication, and encryption of etcd.

Source: openshift/hypershift ``api/hypershift/v1beta1/azure.go`` at commit 3ee9615567ac, and the
custom resource definition generated from it.
"""

from typing import Any, Final

from openshift_credentials.platforms.kubernetes.admission.nodes import (
    Anything,
    Matches,
    Members,
    Object,
    Rule,
    Text,
    Transition,
)

MANAGED: Final = "ManagedIdentities"
WORKLOAD: Final = "WorkloadIdentities"

CONTROL_PLANE_REQUIRED: Final = (
    "cloudProvider",
    "controlPlaneOperator",
    "disk",
    "file",
    "ingress",
    "network",
    "nodePoolManagement",
)
WORKLOAD_REQUIRED: Final = (
    "cloudProvider",
    "disk",
    "file",
    "imageRegistry",
    "ingress",
    "network",
    "nodePoolManagement",
)
DATA_PLANE: Final = ("diskMSIClientID", "fileMSIClientID", "imageRegistryMSIClientID")

UUID: Final = "[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
DOMAIN: Final = r"(?:[a-zA-Z0-9-]+\.)+[a-zA-Z]{2,}"
_TEXT: Final = Text()
TEXT_255: Final = Text(maximum=255)
_NAMED_255: Final = Text(minimum=1, maximum=255)


def fixed(name: str, **limits: Any) -> Text:  # noqa: ANN401 - the fields of Text
    """A string that cannot be updated."""
    return Text(**limits, immutable=f"{name} is immutable")


def only_with(member: str, name: str, value: str) -> Rule[Members]:
    """A member that is required with one value of another member and forbidden otherwise."""
    return Rule(
        f"{member} is required if {name} is {value}, and forbidden otherwise",
        lambda members: (members[name] == value) == (member in members),
    )


CLIENT_ID: Final = Text(
    minimum=36,
    maximum=36,
    pattern=UUID,
    checks=(Matches(UUID, "the client ID must be a UUID"),),
)
IDENTITY: Final = Object(
    {
        "clientID": CLIENT_ID,
        "credentialsSecretName": Text(minimum=1, maximum=127, pattern="[a-zA-Z0-9-]+"),
        "objectEncoding": Text(choices=("utf-8", "hex", "base64")),
    },
    required=("credentialsSecretName", "objectEncoding"),
)
_WORKLOAD_IDENTITY: Final = Object({"clientID": CLIENT_ID}, required=("clientID",))

_MANAGED_IDENTITIES: Final = Object(
    {
        "controlPlane": Object(
            {
                **dict.fromkeys((*CONTROL_PLANE_REQUIRED, "imageRegistry"), IDENTITY),
                "managedIdentitiesKeyVault": Object(
                    {"name": TEXT_255, "tenantID": TEXT_255}, required=("name", "tenantID")
                ),
            },
            required=(*CONTROL_PLANE_REQUIRED, "managedIdentitiesKeyVault"),
        ),
        "dataPlane": Object(dict.fromkeys(DATA_PLANE, TEXT_255), required=DATA_PLANE),
    },
    required=("controlPlane", "dataPlane"),
)
AUTHENTICATION: Final = Object(
    {
        "azureAuthenticationConfigType": Text(choices=(MANAGED, WORKLOAD)),
        "managedIdentities": _MANAGED_IDENTITIES,
        "workloadIdentities": Object(
            dict.fromkeys((*WORKLOAD_REQUIRED, "controlPlaneOperator"), _WORKLOAD_IDENTITY),
            required=WORKLOAD_REQUIRED,
        ),
    },
    required=("azureAuthenticationConfigType",),
    checks=(
        only_with("managedIdentities", "azureAuthenticationConfigType", MANAGED),
        only_with("workloadIdentities", "azureAuthenticationConfigType", WORKLOAD),
    ),
)


_KEY: Final = Object(
    dict.fromkeys(("keyName", "keyVaultName", "keyVersion"), _NAMED_255),
    required=("keyName", "keyVaultName", "keyVersion"),
)


def _kind(kms: Members) -> object:
    return kms.get("keyVaultType", "KeyVault")


AZURE_KMS: Final = Object(
    {
        "activeKey": _KEY,
        "backupKey": _KEY,
        "keyVaultAccess": Text(choices=("Public", "Private", "")),
        "keyVaultType": Text(choices=("KeyVault", "ManagedHSM")),
        "kms": IDENTITY,
        "workloadIdentity": _WORKLOAD_IDENTITY,
    },
    required=("activeKey",),
    checks=(
        Rule(
            "backupKey must be in the vault of activeKey",
            lambda kms: (
                "backupKey" not in kms
                or kms["backupKey"]["keyVaultName"] == kms["activeKey"]["keyVaultName"]
            ),
        ),
        Rule(
            "kms and workloadIdentity cannot both be set",
            lambda kms: not ("kms" in kms and "workloadIdentity" in kms),
        ),
        Rule(
            "kms or workloadIdentity is required",
            lambda kms: "kms" in kms or "workloadIdentity" in kms,
        ),
    ),
    transitions=(
        Transition("keyVaultType is immutable", lambda old, new: _kind(old) == _kind(new)),
        Transition(
            "the type of login to the vault is immutable",
            lambda old, new: ("kms" in old) == ("kms" in new),
        ),
    ),
)
SECRET_NAME: Final = Object({"name": Text(default="")})
SECRET_ENCRYPTION: Final = Object(
    {
        "type": Text(choices=("kms", "aescbc")),
        "kms": Object(
            {
                "provider": Text(choices=("IBMCloud", "AWS", "Azure")),
                "azure": AZURE_KMS,
                "aws": Anything(),
                "ibmcloud": Anything(),
            },
            required=("provider",),
        ),
        "aescbc": Object(
            {"activeKey": SECRET_NAME, "backupKey": SECRET_NAME}, required=("activeKey",)
        ),
    },
    required=("type",),
)
