"""What errors of pods, operators and Azure say: the stage they belong to, and the way out."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from openshift_credentials.operation.cause import Cause, cause


class Stage(IntEnum):
    """Where an identity is on its way."""

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
    """A cause of a failure, and the stage that it belongs to."""

    stage: Stage
    cause: Cause


def _symptom(code: str, pattern: str, stage: Stage, message: str, way_out: str) -> Symptom:
    return Symptom(stage, cause(f"identity-{code}", pattern, message, way_out))


_ROTATE: Final = "check the document with azure-identities check, and store a good one"

SYMPTOMS: Final = (
    _symptom(
        "file-missing",
        r"failed to read credential file",
        Stage.POD,
        "the file is not where the container looks",
        "compare credentialsSecretName with the path; a new name needs a rollout",
    ),
    _symptom(
        "document-unreadable",
        r"failed to unmarshal credential file|expected non nil field|nil pointer dereference",
        Stage.SDK,
        "the document is not what the library reads",
        _ROTATE,
    ),
    _symptom(
        "document-refused",
        r"failed to decode client secret|failed to parse certificate|key must be an RSA key"
        r"|key doesn't match|invalid tenantID|authority host without https",
        Stage.SDK,
        "the certificate, key, tenant or endpoint of the document is refused",
        _ROTATE,
    ),
    _symptom(
        "not-before-unreadable",
        r"failed to determine not_before",
        Stage.SDK,
        "a reload cannot compare not_before",
        "store a document with RFC 3339 times, and restart the pods",
    ),
    _symptom(
        "class-missing",
        r"secretproviderclass(es)?\S* .*not found|failed to get secretproviderclass",
        Stage.SECRET_PROVIDER_CLASS,
        "the SecretProviderClass is missing",
        "look at the HyperShift Operator's flag --managed-service ARO-HCP, and its RBAC",
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
        "the secret's value is not encoded as objectEncoding says",
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
        "the vault has no secret of that name",
        "store it under credentialsSecretName",
    ),
    _symptom(
        "secret-disabled",
        r"SecretDisabled|secret is disabled|not yet valid|expired secret",
        Stage.VAULT_SECRET,
        "the secret is disabled or outside of its window",
        "enable it, or store credentials that are valid now",
    ),
    _symptom(
        "vault-forbidden",
        r"ForbiddenByRbac|does not have secrets get permission|ForbiddenByPolicy",
        Stage.VAULT_SECRET,
        "the vault's reader may not read the secret",
        "give its object ID the role Key Vault Secrets User on the vault; it takes minutes",
    ),
    _symptom(
        "vault-unreachable",
        r"ForbiddenByFirewall|ForbiddenByConnection",
        Stage.VAULT_SECRET,
        "the vault's network rules keep the node out",
        "name the subnet of the nodes in the network rules",
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
        "Entra ID does not take the certificate: it is unknown to the identity, or has ended",
        "register it with the identity, or replace it by a newer one",
    ),
    _symptom(
        "unknown-in-tenant",
        r"AADSTS700016|AADSTS90002",
        Stage.LOGIN,
        "Entra ID does not know the identity in this tenant",
        "compare client_id and tenant_id with those of the identity",
    ),
    _symptom(
        "no-role",
        r"AuthorizationFailed|LinkedAuthorizationFailed",
        Stage.ARM,
        "the identity has no role for the call",
        "give it the roles of the stack; a new one takes minutes",
    ),
)
"""Texts of the library, the operators, the CSI driver, its provider and Azure; the first wins."""

CAUSES: Final = tuple(each.cause for each in SYMPTOMS)
"""The same for verb ``diagnose``."""


def symptom_of(message: str) -> Symptom | None:
    """What an error of a pod or an operator means, if it is one of these flows."""
    return next((each for each in SYMPTOMS if each.cause.pattern.search(message)), None)
