"""Every setting changed once: which stack it is changed in, and to what.

Switches, numbers and choices change by their type; a text changes to :data:`TEXTS` of its name.
Each setting is changed in the first of :data:`STACKS` that has its group, unless :data:`PLACES`
names another one.
"""

import copy
import json
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, Union, cast, get_args, get_origin

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pydantic.fields import FieldInfo

from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from openshift_credentials.reference.settings_page import Setting, settings_of
from openshift_credentials.stack.registry import SHARED, SYSTEMS
from tests.engine.examples import stack_file
from tests.kit.places import REPOSITORY
from tests.kit.trees import PROJECT, Tree
from tests.systems.cloud_credentials.stacks import (
    AZURE,
    GCP,
    MANUAL_GIVEN,
    MINT,
    OPENSTACK,
    VSPHERE,
)
from tests.systems.control_plane_identities.samples import COMPONENTS
from tests.systems.image_pulls.trees import HOSTED

GUID: Final = "12345678-9abc-def0-1234-56789abcdef0"
OF_AZURE: Final = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/other"
OF_ARO: Final = f"{OF_AZURE.removesuffix('other')}aro-mc-1-etcd-backup/providers"
ACCOUNT: Final = f"{OF_ARO}/Microsoft.Storage/storageAccounts/aromc1etcdsnapshots"
SUBNET: Final = f"{OF_AZURE}/providers/Microsoft.Network/virtualNetworks/v/subnets/other"
KEY: Final = "arn:aws:kms:us-east-1:123456789012:key/00000000-12ab-34cd-56ef-1234567890ab"
ROLE: Final = "arn:aws:iam::123456789012:role/other"
SESSION: Final = "arn:aws:iam::123456789012:role/platform-deployer"
"""The role that the tests are signed in with."""
FILE: Final = "[default]\naws_access_key_id = AKIAIOSFODNN7OTHERS\naws_secret_access_key = {}\n"
OWN_FILE: Final = FILE.format("PlantedPlantedPlantedPlantedPlantedPlant")
STATIC: Final = {
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "PlantedPlantedPlantedPlantedPlantedPlant",
}

S3_GROUPS: Final[Tree] = {
    "perimeter": {"readers": [ROLE]},
    "uploadRoles": [{"roleARN": ROLE, "keyPrefix": "others"}],
    "objectLock": {"mode": "governance", "days": 7},
}
STACKS: Final[Mapping[str, tuple[str | None, Tree]]] = {
    "dev": ("dev", {}),
    "aro": ("aro", {}),
    "s3": ("dev", {"etcdBackup": {"storage": {"s3": S3_GROUPS}}}),
    "s3-kms": ("aws-kms", {}),
    "s3-copied": ("aws-replicated", {}),
    "s3-elsewhere": ("aws-other-account", {}),
    "s3-static": ("aws-static", {"etcdBackup": {"credentials": STATIC}}),
    "s3-file": (
        "dev",
        {
            "etcdBackup": {
                "credentials": {"mode": "aws-static", "roleName": None, "credentialsFile": OWN_FILE}
            }
        },
    ),
    "blob": (
        "aro-workload-identity",
        {"etcdBackup": {"storage": {"azureBlob": {"immutability": {"days": 7}}}}},
    ),
    "s3-records": (
        "dev",
        {
            "etcdBackup": {
                "storage": {
                    "s3": {
                        "transition": {"storageClass": "STANDARD_IA"},
                        "dataEvents": {"bucket": "company-trails"},
                        "inventory": {"bucket": "company-inventories"},
                    }
                }
            }
        },
    ),
    "s3-alerts": ("aws-alerts", {}),
    "s3-existing-role": ("aws-existing-role", {}),
    "s3-imports": ("dev", {"etcdBackup": {"imports": {}}}),
    "blob-imports": ("aro", {"etcdBackup": {"imports": {}}}),
    "store": (
        "aws-store",
        {
            "snapshotStore": {
                "accessLogging": {"bucket": "logs-of-others"},
                "perimeter": {"administrators": [SESSION]},
            }
        },
    ),
    "blob-private": ("azure-private", {}),
    "blob-limited": (
        "aro",
        {
            "etcdBackup": {
                "storage": {
                    "azureBlob": {
                        "sasPolicy": {"hours": 1},
                        "networkRules": {
                            "subnetIds": [SUBNET.replace("other", "one")],
                            "resourceAccess": [
                                {"resourceId": f"{OF_AZURE}/providers/Microsoft.X/ys/one"}
                            ],
                        },
                        "containerImmutability": {"days": 7},
                    }
                }
            }
        },
    ),
    "blob-alerts": ("azure-alerts", {}),
    "blob-copied": ("azure-replicated", {}),
    "blob-copied-privately": (
        "azure-replicated",
        {
            "etcdBackup": {
                "storage": {
                    "azureBlob": {
                        "replication": {
                            "privateEndpoint": {"subnetId": SUBNET.replace("other", "one")},
                            "networkRules": {
                                "resourceAccess": [
                                    {"resourceId": f"{OF_AZURE}/providers/Microsoft.X/ys/one"}
                                ]
                            },
                        }
                    }
                }
            }
        },
    ),
    "blob-existing": ("azure-adopt-existing", {}),
    "blob-client-secret": ("azure-client-secret", {}),
    "blob-managed-identity": ("azure-managed-identity", {}),
    "oadp-s3": ("oadp-rosa", {}),
    "oadp-blob": ("oadp-aro", {}),
    "rendered": ("gitops-render", {}),
    "own-trigger": (
        "dev",
        {
            "etcdBackup": {
                "backups": [{"hostedCluster": "clusters/my-cluster", "trigger": "2026-11-21"}],
                "backupPolicy": {},
            }
        },
    ),
    "issuer": ("sts-aws-public", {}),
    "issuer-private": ("sts-aws-private", {}),
    "issuer-azure": ("workload-id-azure", {}),
    "issuer-google": ("sts-gcp", {}),
    "identities-google": (
        "sts-gcp",
        {
            "tokenIssuer": None,
            "componentIdentities": {
                "name": "mycluster",
                "issuerUrl": "https://storage.googleapis.com/mycluster-oidc",
                "gcp": {
                    "project": "my-project",
                    "projectNumber": "123456789012",
                    "pool": "mycluster",
                    "provider": "mycluster",
                },
            },
        },
    ),
    "issuer-two-keys": (
        "sts-aws-public",
        {"tokenIssuer": {"keys": [{"name": "first"}, {"name": "second"}], "signingKey": "first"}},
    ),
    "issuer-adopted": ("sts-adopt-ccoctl", {}),
    "mint": ("mint-aws", {}),
    "mint-google": ("mint-gcp", {}),
    "manual": ("manual-aws-long-term", {}),
    "azure": (None, {"cloudCredentials": AZURE}),
    "manual-given": (None, {"cloudCredentials": MANUAL_GIVEN}),
    "mint-given": (None, {"cloudCredentials": MINT}),
    "vsphere": (None, {"cloudCredentials": VSPHERE}),
    "openstack": (None, {"cloudCredentials": OPENSTACK}),
    "google": (None, {"cloudCredentials": GCP}),
    "control-plane": ("aro-kms", {}),
    "control-plane-classes": ("aro-adopt-vault", {}),
    "control-plane-networks": (
        "aro-kms",
        {
            "controlPlaneIdentities": {
                "kms": {"vault": {"networkRules": {"subnetIds": [SUBNET.replace("other", "one")]}}},
                "vault": {"networkRules": {"subnetIds": [SUBNET.replace("other", "one")]}},
            }
        },
    ),
    "self-managed": ("azure-self-managed-identities", {}),
    "pulls": ("pulls-ecr-standalone", {}),
    "pulls-provider": (
        "pulls-ecr-standalone",
        {"imagePulls": {"aws": {"createOidcProvider": True}}},
    ),
    "pulls-acr": ("pulls-acr-strict", {}),
    "pulls-acr-dual": (
        "pulls-acr-strict",
        {"imagePulls": {"azure": {"variant": "dual", "secondExecutable": "acr-second"}}},
    ),
    "pulls-hosted": (None, HOSTED),
    "pulls-node": ("pulls-node-identity", {}),
}
"""Name of a stack: an example, and settings over it."""

TEXTS: Final[Mapping[str, object]] = {
    "Action": "s3:GetObjectTagging",
    "Condition": {"StringEquals": {"s3:x": "y"}},
    "Resource": "arn:aws:s3:::rosa-mc-2-etcd-snapshots/other/*",
    "Sid": "Other",
    "accessKeyId": "AKIAIOSFODNN7OTHERS1",
    "accountId": "999999999999",
    "addresses": ["203.0.113.7"],
    "administrators": [SESSION, ROLE],
    "alias": "other",
    "attributeCondition": "google.subject != 'other'",
    "audiences": ["openshift", "other"],
    "backupsFile": "examples/many-clusters/hosted-clusters.csv",
    "bucket": "other-bucket",
    "bucketAccountId": "888888888888",
    "caCert": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
    "clientId": GUID,
    "clientSecret": "other~client-secret-8Q",
    "cloudsYaml": "clouds:\n  openstack:\n    region_name: other\n    auth: {}\n",
    "config": ["other"],
    "container": "other",
    "context": "other",
    "crioMatchImages": ["*.other.example.com"],
    "credentialsFile": FILE.format("OtherOtherOtherOtherOtherOtherOtherOther"),
    "disabledCapabilities": ["ImageRegistry"],
    "actionGroupId": f"{OF_AZURE}/providers/Microsoft.Insights/actionGroups/other",
    "controlPlaneIdentity": "controlPlaneOperator",
    "dnsZoneId": (
        f"{OF_AZURE}/providers/Microsoft.Network/privateDnsZones/privatelink.blob.core.windows.net"
    ),
    "distributionDomain": "d222222abcdef8.cloudfront.net",
    "dnsZone": "other",
    "dnsZoneResourceGroup": "other",
    "documentFile": "other.json",
    "encryptionScope": "other",
    "expectedEvery": "12h",
    "existingIds": {"other": "id"},
    "grace": "2h",
    "group": "other",
    "hostedCluster": "clusters/other",
    "hostedClusters": ["shop/other"],
    "hostedControlPlaneNamespace": "elsewhere",
    "identityName": "other",
    "identityPrefix": "other",
    "identityResourceGroup": "other",
    "inUseSince": "2026-10-01T00:00:00Z",
    "includedNamespaces": ["other"],
    "includedResources": ["secrets"],
    "infraId": "other-x7k2p",
    "infrastructureName": "other-x7k2p",
    "installationResourceGroup": "other",
    "issuerUrl": "https://oidc.example.com/other",
    "keyName": "other",
    "keyPrefix": "other",
    "keyVaultId": f"{OF_AZURE}/providers/Microsoft.KeyVault/vaults/other-keys",
    "keyVersion": "0123456789abcdef0123456789abcdef",
    "kmsKeyARN": KEY,
    "kubeconfig": "clusters: [{name: b}]\nusers: [{name: b}]\ncontexts: [{name: b}]\n",
    "location": "northeurope",
    "managed": "other",
    "name": "other",
    "namespace": "other",
    "namespaces": ["other"],
    "networkResourceGroup": "other",
    "nsg": "other",
    "oadpNamespace": "other",
    "oidcIssuer": "https://oidc.example.com/other",
    "olmOperators": ["other/operator"],
    "openshiftVersion": "4.23",
    "operatorNamespace": "other",
    "originAccessIdentity": "E2EXAMPLEOTHERS",
    "password": "OtherPw",
    "path": "/other/",
    "permissionsBoundary": "arn:aws:iam::123456789012:policy/other",
    "pluginVersion": "1.31",
    "pool": "other",
    "pools": ["other"],
    "prefix": "other/",
    "principalId": GUID,
    "project": "other-project",
    "projectNumber": "210987654321",
    "provider": "other",
    "principalOrgID": "o-b1b2c3d4e5",
    "providerArn": "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/other",
    "readers": ["arn:aws:iam::123456789012:role/reader"],
    "region": "us-west-2",
    "renderTo": "other",
    "repositories": ["123456789012.dkr.ecr.us-east-1.amazonaws.com/other"],
    "requests": "examples/manual-aws-long-term/credrequests",
    "resourceGroup": "other",
    "resourceId": f"{OF_AZURE}/providers/Microsoft.X/ys/other",
    "resourceOrgID": "o-b1b2c3d4e5",
    "roleARN": "arn:aws:iam::123456789012:role/another",
    "roleDefinitionId": (
        f"{OF_AZURE.partition('/resourceGroups')[0]}/providers/Microsoft.Authorization"
        f"/roleDefinitions/{GUID}"
    ),
    "roleDescription": "other",
    "roleIds": {"other": GUID},
    "roleName": "other",
    "rolePath": "/other/",
    "rolePrefix": "other",
    "rotation": "other",
    "schedule": "0 5 * * *",
    "secondExecutable": "other",
    "secretAccessKey": "OtherOtherOtherOtherOtherOtherOtherOther",
    "secretName": "other",
    "serviceAccount": "other",
    "serviceAccountJson": GCP["rootSecret"]["gcp"]["serviceAccountJson"].replace('"x"', '"y"'),
    "serviceAccounts": ["other/one"],
    "sessionToken": "OtherSessionToken",
    "signingKey": "other",
    "snsTopicARN": "arn:aws:sns:us-east-1:123456789012:other",
    "sourceVpce": ["vpce-0123456789abcdef1"],
    "storageAccount": "otheraccount",
    "storageAccountId": f"{OF_AZURE}/providers/Microsoft.Storage/storageAccounts/logs",
    "subnetId": SUBNET,
    "subnetIds": [SUBNET],
    "subscriptionId": GUID,
    "tags": {"other": "tag"},
    "tenantId": GUID,
    "trigger": "2026-11-22",
    "ttl": "100h",
    "universe": "example.goog",
    "upgradeableTo": "4.19",
    "userName": "other",
    "username": "other@vsphere.local",
    "vnet": "other",
    "workspaceId": f"{OF_AZURE}/providers/Microsoft.OperationalInsights/workspaces/other",
}
"""Another value of a text, a list or a map, by the name of the setting."""

_BLOB_CREDENTIALS: Final = (
    *("identityName", "identityResourceGroup", "customRole", "annotateServiceAccount"),
    "roleDefinitionId",
)
PLACES: Final[Mapping[str, str]] = {
    **{f"etcdBackup.credentials.{name}": "aro" for name in _BLOB_CREDENTIALS},
    "cloudCredentials.clusterExists": "manual",
    "cloudCredentials.componentSecrets": "manual-given",
    "cloudCredentials.mode": "mint-given",
    "cloudCredentials.requests": "manual",
    "cloudCredentials.rootSecret.aws.accessKeyId": "mint-given",
    "cloudCredentials.rootSecret.aws.secretAccessKey": "mint-given",
    "cloudCredentials.rootSecret.gcp.roles": "google",
    "cloudCredentials.rootSecret.gcp.serviceAccountJson": "google",
    "cloudCredentials.upgradeableTo": "manual",
    "componentIdentities.audiences": "issuer-private",
    "componentIdentities.compatibleNames": "issuer-adopted",
    "controlPlaneIdentities.customRoles": "self-managed",
    "controlPlaneIdentities.kms.keyVersion": "control-plane",
    "controlPlaneIdentities.topology": "self-managed",
    "etcdBackup.alerts.actionGroupId": "blob-alerts",
    "etcdBackup.backupsFile": "own-trigger",
    **{
        f"etcdBackup.imports.{name}": "blob-imports"
        for name in ("storageAccount", "managementPolicy", "container", "identity")
    },
    "etcdBackup.credentials.controlPlaneIdentity": "blob-managed-identity",
    "etcdBackup.credentials.accessKeyId": "s3-static",
    "etcdBackup.credentials.clientId": "blob-client-secret",
    "etcdBackup.credentials.clientSecret": "blob-client-secret",
    "etcdBackup.credentials.credentialsFile": "s3-file",
    "etcdBackup.credentials.existingIdentity": "blob-existing",
    "etcdBackup.credentials.existingRole": "s3-existing-role",
    "etcdBackup.credentials.managedIdentityDocument": "blob-managed-identity",
    "etcdBackup.credentials.mode": "s3-static",
    "etcdBackup.credentials.principalId": "blob-existing",
    "etcdBackup.credentials.retainOidcProvider": "s3-kms",
    "etcdBackup.credentials.secretAccessKey": "s3-static",
    "etcdBackup.credentials.sessionToken": "s3-static",
    "etcdBackup.storage.s3.bucketAccountId": "s3-elsewhere",
    "imagePulls.aws.retainOidcProvider": "pulls-provider",
    "imagePulls.azure.secondExecutable": "pulls-acr-dual",
    "kubernetes.renderTo": "rendered",
    "tokenIssuer.aws.distributionDomain": "issuer-private",
    "tokenIssuer.aws.originAccessIdentity": "issuer-private",
    "tokenIssuer.existing": "issuer-adopted",
    "tokenIssuer.keys[].publicKey": "issuer-adopted",
    "tokenIssuer.signingKey": "issuer-two-keys",
}
"""Where a setting is changed if not in the first stack that has its group."""

PUBLIC_KEY: Final = (
    rsa.generate_private_key(65537, 2048)
    .public_key()
    .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    .decode()
)
VALUES: Final[Mapping[str, object]] = {
    "cloudCredentials.requests": "other",
    "cloudCredentials.componentSecrets": {"openshift-machine-api/other": {"credentials": "[]"}},
    "cloudCredentials.rootSecret.azure.region": "northeurope",
    "cloudCredentials.rootSecret.gcp.accountId": "other-account",
    "cloudCredentials.rootSecret.gcp.permissions": ["iam.roles.create"],
    "cloudCredentials.rootSecret.gcp.roles": ["roles/owner"],
    "componentIdentities.olmOperators": ["my-operator/my-operator-controller"],
    "etcdBackup.backups[].keyPrefix": "etcd-backups/other",
    "etcdBackup.backupDefaults.keyPrefix": "etcd-backups/{namespace}/{name}/other",
    "etcdBackup.credentials.managedIdentityDocument": "{}",
    "etcdBackup.oadp.backupStorageLocation.prefix": "other",
    "etcdBackup.oadp.secretName": "other-credentials",
    "etcdBackup.storage.azureBlob.networkRules.addresses": ["20.50.60.70"],
    "etcdBackup.storage.s3.kms.deletionDays": 20,
    "etcdBackup.storage.azureBlob.replication.location": "uksouth",
    "etcdBackup.storage.s3.replication.region": "eu-central-1",
    "etcdBackup.storage.s3.replication.kmsKeyARN": KEY.replace("us-east-1", "us-west-2"),
    "controlPlaneIdentities.kms.vault.networkRules.addresses": ["20.50.60.70"],
    "controlPlaneIdentities.kms.vault.softDeleteDays": 30,
    "controlPlaneIdentities.vault.networkRules.addresses": ["20.50.60.70"],
    "controlPlaneIdentities.vault.softDeleteDays": 30,
    "imagePulls.aws.pluginVersion": "1.36",
    "imagePulls.azure.pluginVersion": "1.36",
    "etcdBackup.imports.bucket": "rosa-mc-1-etcd-snapshots",
    "etcdBackup.imports.role": "arn:aws:iam::123456789012:role/etcd-backup-role",
    "etcdBackup.imports.storageAccount": ACCOUNT,
    "etcdBackup.imports.managementPolicy": f"{ACCOUNT}/managementPolicies/default",
    "etcdBackup.imports.container": f"{ACCOUNT}/blobServices/default/containers/etcd-snapshots",
    "etcdBackup.imports.identity": (
        f"{OF_ARO}/Microsoft.ManagedIdentity/userAssignedIdentities/etcd-backup-identity"
    ),
    "tokenIssuer.keys[].publicKey": PUBLIC_KEY,
    "tokenIssuer.keys[].privateKey": "no key",
    "snapshotStore.accountId": "888888888888",
    "tokenIssuer.aws.region": "eu-central-1",
    "tokenIssuer.signingKey": "second",
    **{
        f"controlPlaneIdentities.identities.{component}.document": "{}"
        for component in (*COMPONENTS, "kms")
    },
}
"""What a setting becomes if not what :data:`TEXTS` has; some is refused, which also counts."""


def settings() -> Iterator[Setting]:
    """Every setting of every system that is no group."""
    for key in (*SHARED, *SYSTEMS):
        yield from (each for each in settings_of(key) if not each.is_object)


@cache
def tree(stack: str) -> Tree:
    """The settings of a stack."""
    example, over = STACKS[stack]
    if example is None:
        return copy.deepcopy(over)
    config = read_stack(REPOSITORY, example, stack_file(example), []).config
    read = {
        key.removeprefix(f"{PROJECT}:"): json.loads(text) if text[:1] in "[{" else text
        for key, text in config.items()
        if key.startswith(f"{PROJECT}:")
    }
    return cast("Tree", _merged(read, over))


def configuration(changed: Tree) -> StackConfiguration:
    """A tree as a stack file; everything in it counts as encrypted."""
    config = {f"{PROJECT}:{key}": json.dumps(value) for key, value in changed.items()}
    return StackConfiguration(
        project=PROJECT,
        stack="test",
        program=REPOSITORY,
        config=config,
        secret_keys=tuple(config),
    )


def place_of(setting: Setting) -> str:
    """The stack in which a setting is changed."""
    if setting.path in PLACES:
        return PLACES[setting.path]
    parts = setting.path.split(".")[:-1]
    found = next((each for each in STACKS if _group(tree(each), parts) is not None), None)
    assert found, f"no stack of tests.engine.changes has the group of {setting.path}: add one"
    return found


def changed(stack: str, *settings: Setting) -> Tree:
    """The stack with another value of each of these settings."""
    result = copy.deepcopy(tree(stack))
    for setting in settings:
        *parts, name = setting.path.split(".")
        group = _group(result, parts)
        assert group is not None
        another = _another(setting, group.get(name))
        assert another != group.get(name), f"{setting.path} is {another} already: name another one"
        group[name] = another
    return result


def _another(setting: Setting, present: object) -> object:
    name = setting.path.rpartition(".")[2]
    if setting.path in VALUES:
        return VALUES[setting.path]
    kind = _kind(setting.field.annotation)
    if present is None and not setting.field.is_required():
        present = _plain(setting.field)
    if kind is bool:
        return not present
    if kind is int:
        return cast("int", present or 0) + 1
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(each.value for each in kind if each.value not in (present, ""))
    assert name in TEXTS, f"tests.engine.changes.TEXTS has no other value for {setting.path}"
    return TEXTS[name]


def _plain(field: FieldInfo) -> object:
    default = field.get_default(call_default_factory=True, validated_data={})
    return default.value if isinstance(default, Enum) else default


def _kind(annotation: object) -> object:
    """The type of a setting, without ``None``."""
    if get_origin(annotation) in (Union, UnionType):
        kinds = [each for each in get_args(annotation) if each is not type(None)]
        return _kind(kinds[0])
    if args := getattr(annotation, "__metadata__", None):
        del args
        return _kind(get_args(annotation)[0])
    return annotation


def _group(value: object, parts: list[str]) -> dict[str, Any] | None:
    """The group at a path: of a list the first one, of a map by host the first one too."""
    for part in parts:
        if not isinstance(value, dict):
            return None
        value = cast("dict[str, object]", value).get(part.removesuffix("[]"))
        if part.endswith("[]"):
            items = cast("list[object]", value or [])
            value = items[0] if items else None
    if not isinstance(value, dict):
        return None
    group = cast("dict[str, Any]", value)
    return next(iter(group.values())) if parts[-1:] == ["vcenters"] else group


def _merged(below: object, over: object) -> object:
    if isinstance(below, Mapping) and isinstance(over, Mapping):
        lower, upper = cast("Tree", below), cast("Tree", over)
        return {
            key: _merged(lower.get(key), upper[key]) if key in upper else copy.deepcopy(lower[key])
            for key in (*lower, *(each for each in upper if each not in lower))
            if key not in upper or upper[key] is not None
        }
    return copy.deepcopy(over)
