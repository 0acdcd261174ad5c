"""What the messages of a failed pull mean: events of pods, and the journal of the kubelet.

Sources: kubernetes/kubernetes ``pkg/credentialprovider/plugin`` for the kubelet's words;
kubernetes/cloud-provider-aws ``cmd/ecr-credential-provider``; Amazon ECR User Guide,
"Troubleshooting errors with Docker commands"; AWS STS API Reference,
"AssumeRoleWithWebIdentity"; Microsoft Entra authentication error codes; "Troubleshoot registry
login" of Azure Container Registry; "Troubleshoot container image issues" of Artifact Registry.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """One cause: how its texts look, what it means, and the way out.

    ``code`` never changes once published; ``setting`` is the setting that mends it. ``general``
    causes are told only where no other cause was found.
    """

    code: str
    pattern: re.Pattern[str]
    why: str
    way_out: str
    setting: str | None = None
    general: bool = False


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A cause, and which of the texts named it, counted from 0."""

    cause: Cause
    text: int


def diagnose(texts: Iterable[str]) -> tuple[Diagnosis, ...]:
    """All causes that the texts name, each once; of a text only the first that matches counts.

    Texts are never quoted: an answer of a plugin in them may hold a token.
    """
    found: dict[str, Diagnosis] = {}
    for position, text in enumerate(texts):
        cause = next((each for each in CAUSES if each.pattern.search(text)), None)
        if cause is not None:
            found.setdefault(cause.code, Diagnosis(cause, position))
    special = tuple(each for each in found.values() if not each.cause.general)
    return special or tuple(found.values())


def _cause(
    code: str,
    pattern: str,
    why: str,
    way_out: str,
    setting: str | None = None,
    *,
    general: bool = False,
) -> Cause:
    return Cause(
        code=code,
        pattern=re.compile(pattern, re.IGNORECASE | re.DOTALL),
        why=why,
        way_out=way_out,
        setting=setting,
        general=general,
    )


CAUSES: Final[tuple[Cause, ...]] = (
    _cause(
        "pull-kubelet-config",
        r"failed to validate credential provider config|error decoding config \"",
        "the kubelet refuses its provider file and does not start",
        "run 'image-pulls check' on the file",
    ),
    _cause(
        "pull-executable-missing",
        r"plugin binary executable .{0,300}did not exist",
        "the file names a plugin that the node does not have, and the kubelet does not start",
        "bring the executable with a layered image, or choose another variant",
        "imagePulls.azure.secondExecutable",
    ),
    _cause(
        "pull-audience-refused",
        r"not found in pod spec volume|not authorized to request tokens for this audience",
        "the node may not ask for a token with the audience of the file, so that the plugin is "
        "not run for any pod with a ServiceAccount there",
        "let nodes ask in the namespace of the pod, or in the whole cluster",
        "imagePulls.audiencePermission",
    ),
    _cause(
        "pull-annotation-missing",
        r"required annotation \S+ not found",
        "the ServiceAccount lacks an annotation that the file requires; the plugin is not run",
        "name the ServiceAccount among the workloads",
        "imagePulls.workloads",
    ),
    _cause(
        "pull-token-echoed",
        r"returned the service account token as the password",
        "the plugin passes the token on, which needs cacheType Token",
        "set cacheType: Token for that plugin",
    ),
    _cause(
        "ecr-no-role",
        r"no arn provided",
        "the plugin is older than 1.35 and fails for a ServiceAccount without a role",
        "set a fallback role, or use a newer plugin",
        "imagePulls.aws.fallbackRole",
    ),
    _cause(
        "ecr-no-oidc-provider",
        r"No OpenIDConnect provider found in your account",
        "the account has no IAM OIDC provider for the issuer of the cluster that runs the pod",
        "let the stack make it",
        "imagePulls.aws.createOidcProvider",
    ),
    _cause(
        "ecr-wrong-audience",
        r"Incorrect token audience",
        "the IAM OIDC provider does not list sts.amazonaws.com",
        "add it to the client IDs of the provider",
    ),
    _cause(
        "ecr-trust-denied",
        r"not authorized to perform:? sts:AssumeRoleWithWebIdentity",
        "the trust policy of the role does not name the ServiceAccount, or the annotation names "
        "another role",
        "name the ServiceAccount among the workloads of the role's group",
        "imagePulls.workloads",
    ),
    _cause(
        "ecr-pull-denied",
        r"not authorized to perform:? ecr:",
        "the role may not pull from this repository, or a repository of another account has no "
        "policy that lets it",
        "add the repository to the workload; in another account set a repository policy",
        "imagePulls.workloads",
    ),
    _cause(
        "ecr-no-repository",
        r"repository with name \S+ does not exist in the registry|RepositoryNotFoundException",
        "the repository does not exist in that account and region",
        "create it, or correct the image",
    ),
    _cause(
        "ecr-token-expired",
        r"authorization token has expired",
        "a pull secret holds a login of ECR, which ends after 12 hours, and is tried first",
        "remove the pull secret: the provider renews by itself",
    ),
    _cause(
        "acr-no-federation",
        r"AADSTS70021[13]?\b",
        "no federated credential of the identity has the issuer and subject of the token",
        "name the ServiceAccount among the workloads; compare the issuer to the letter",
        "imagePulls.workloads",
    ),
    _cause(
        "acr-wrong-audience",
        r"AADSTS700212\b",
        "the federated credential expects another audience than the file asks for",
        "set the cloud of the identities",
        "imagePulls.azure.cloud",
    ),
    _cause(
        "acr-no-identity",
        r"AADSTS700016\b",
        "the client ID of the annotation is not known in the tenant",
        "compare both annotations with what the stack exports",
    ),
    _cause(
        "acr-firewall",
        r"client with IP '?[0-9a-f.:]+'? is not allowed access",
        "the network rules of the registry keep the node out",
        "let the nodes' addresses or their private endpoint in",
    ),
    _cause(
        "acr-pull-denied",
        r"azurecr\.(?:io|us|cn|de)\S*.{0,400}(?:requested access to the resource is denied|"
        r"insufficient_scope|403 Forbidden)",
        "the identity has no role on the registry, or the registry takes conditions and ignores "
        "AcrPull",
        "name the registry with its permission mode",
        "imagePulls.azure.registries",
    ),
    _cause(
        "gcr-pull-denied",
        r"artifactregistry\.repositories\.downloadArtifacts",
        "the node's service account may not read the repository",
        "grant it roles/artifactregistry.reader",
    ),
    _cause(
        "gcr-unauthenticated",
        r"Unauthenticated request\. Unauthenticated requests do not have permission",
        "no credentials were sent to Artifact Registry",
        "check that the node has a service account and that the image matches the file",
    ),
    _cause(
        "pull-plugin-failed",
        r"error execing credential provider plugin",
        "the plugin failed; the kubelet goes on without its credentials",
        "read what follows in the journal, and run 'image-pulls simulate' with the pod",
        general=True,
    ),
    _cause(
        "pull-no-such-image",
        r"manifest unknown|MANIFEST_UNKNOWN|manifest for \S+ not found",
        "the registry has no such tag or digest",
        "correct the image",
    ),
    _cause(
        "pull-no-credentials",
        r"no basic auth credentials|authentication required|pull access denied|401 Unauthorized",
        "no credentials were sent: the image matches no provider, or its plugin was not run",
        "run 'image-pulls simulate' with the pod, its ServiceAccount and RBAC",
        general=True,
    ),
    _cause(
        "pull-unreachable",
        r"no such host|i/o timeout|connection refused|x509: certificate",
        "the node cannot reach the registry, or does not trust its certificate",
        "check DNS, proxy, firewall and the trusted certificates of the node",
        general=True,
    ),
)
"""Every cause that is known, special ones first."""
