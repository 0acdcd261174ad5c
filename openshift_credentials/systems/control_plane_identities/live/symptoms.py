"""Errors of pods, operators and Azure: their stage, cause and fix."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from openshift_credentials.live.cause import Cause, cause


class Stage(IntEnum):
    """A stage of the chain from the vault to the pod."""

    HOSTED_CLUSTER = 1
    VAULT_SECRET = 2
    SECRET_PROVIDER_CLASS = 3
    MOUNT = 4
    POD = 5
    SDK = 6
    LOGIN = 7
    ARM = 8


@dataclass(frozen=True, slots=True)
class Symptom:
    """A cause of a failure, and its stage."""

    stage: Stage
    cause: Cause


def _symptom(code: str, pattern: str, stage: Stage, message: str, way_out: str) -> Symptom:
    return Symptom(stage, cause(f"identity-{code}", pattern, message, way_out))


_ROTATE: Final = "check the document with 'azure-identities check' and store a valid one"

SYMPTOMS: Final = (
    _symptom(
        "file-missing",
        r"failed to read credential file",
        Stage.POD,
        "the file is not at the path that the container reads",
        "compare credentialsSecretName with the path; a new name takes effect after a rollout",
    ),
    _symptom(
        "document-unreadable",
        r"failed to unmarshal credential file|expected non nil field|nil pointer dereference",
        Stage.SDK,
        "the document does not have the format that the library reads",
        _ROTATE,
    ),
    _symptom(
        "document-refused",
        r"failed to decode client secret|failed to parse certificate|key must be an RSA key"
        r"|key doesn't match|invalid tenantID|authority host without https",
        Stage.SDK,
        "the certificate, key, tenant or endpoint of the document is rejected",
        _ROTATE,
    ),
    _symptom(
        "not-before-unreadable",
        r"failed to determine not_before",
        Stage.SDK,
        "not_before cannot be compared at a reload",
        "store a document with RFC 3339 times, and restart the pods",
    ),
    _symptom(
        "class-missing",
        r"secretproviderclass(es)?\S* .*not found|failed to get secretproviderclass",
        Stage.SECRET_PROVIDER_CLASS,
        "the SecretProviderClass is missing",
        "check the HyperShift Operator's flag --managed-service ARO-HCP and its RBAC",
    ),
    _symptom(
        "no-csi-driver",
        r"driver name secrets-store\.csi\.k8s\.io not found",
        Stage.MOUNT,
        "the Secrets Store CSI driver is not on the node",
        "install the add-on azure-keyvault-secrets-provider",
    ),
    _symptom(
        "wrong-encoding",
        r"invalid objectEncoding|illegal base64|encoding/hex",
        Stage.MOUNT,
        "the secret's value does not have the encoding of objectEncoding",
        "store the secret again with the encoding of the HostedCluster",
    ),
    _symptom(
        "vault-name",
        r"Invalid vault name",
        Stage.MOUNT,
        "the name of the vault is wrong",
        "correct it",
    ),
    _symptom(
        "secret-missing",
        r"SecretNotFound",
        Stage.VAULT_SECRET,
        "the vault has no secret with that name",
        "store it under credentialsSecretName",
    ),
    _symptom(
        "secret-disabled",
        r"SecretDisabled|secret is disabled|not yet valid|expired secret",
        Stage.VAULT_SECRET,
        "the secret is disabled or outside its validity period",
        "enable it, or store credentials that are valid now",
    ),
    _symptom(
        "vault-forbidden",
        r"ForbiddenByRbac|does not have secrets get permission|ForbiddenByPolicy",
        Stage.VAULT_SECRET,
        "the vault's reader does not have permission to read the secret",
        "assign Key Vault Secrets User on the vault to its principal (object) ID; the change "
        "takes minutes",
    ),
    _symptom(
        "vault-unreachable",
        r"ForbiddenByFirewall|ForbiddenByConnection",
        Stage.VAULT_SECRET,
        "the vault's network rules deny access from the node",
        "add the subnet of the nodes to the network rules",
    ),
    _symptom(
        "reader-not-on-node",
        r"Identity not found|no azure identity found|ManagedIdentityCredential authentication",
        Stage.MOUNT,
        "the vault's reader is not on the node",
        "use the add-on's client ID in ARO_HCP_KEY_VAULT_USER_CLIENT_ID",
    ),
    _symptom(
        "reader-unknown",
        r"ARO_HCP_KEY_VAULT_USER_CLIENT_ID.*not set",
        Stage.SECRET_PROVIDER_CLASS,
        "the HyperShift Operator does not know the vault's reader",
        "install it with --aro-hcp-key-vault-users-client-id",
    ),
    _symptom(
        "certificate-unknown",
        r"AADSTS700027|AADSTS700024|AADSTS7000222",
        Stage.LOGIN,
        "Entra ID rejects the certificate: it is not registered with the identity, or it has "
        "expired",
        "register it with the identity, or replace it with a newer one",
    ),
    _symptom(
        "unknown-in-tenant",
        r"AADSTS700016|AADSTS90002",
        Stage.LOGIN,
        "Entra ID does not know the identity in this tenant",
        "compare client_id and tenant_id of the document with the identity",
    ),
    _symptom(
        "no-role",
        r"AuthorizationFailed|LinkedAuthorizationFailed",
        Stage.ARM,
        "the identity has no role for the call",
        "assign the roles of the stack; a new assignment takes minutes",
    ),
)
"""Messages of the library, operators, CSI driver, provider and Azure; the first match wins."""

CAUSES: Final = tuple(symptom.cause for symptom in SYMPTOMS)
"""The same for the verb ``diagnose``."""


def symptom_of(message: str) -> Symptom | None:
    """The cause of an error of a pod or an operator, if the error belongs to these flows."""
    return next((symptom for symptom in SYMPTOMS if symptom.cause.pattern.search(message)), None)
