"""What the messages of a failed pull mean: events of pods, and the journal of the kubelet.

Sources: kubernetes/kubernetes ``pkg/credentialprovider/plugin`` for the kubelet's messages;
kubernetes/cloud-provider-aws ``cmd/ecr-credential-provider``; Amazon ECR User Guide,
"Troubleshooting errors with Docker commands"; AWS STS API Reference,
"AssumeRoleWithWebIdentity"; Microsoft Entra authentication error codes; "Troubleshoot registry
login" of Azure Container Registry; "Troubleshoot container image issues" of Artifact Registry.
"""

import re
from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.json_values import object_member
from openshift_credentials.live.cause import Cause, Evidence, cause
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.image_pulls.live.places import FAILED_PULLS
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

CAUSES: Final[tuple[Cause, ...]] = (
    cause(
        "pull-kubelet-config",
        r"failed to validate credential provider config|error decoding config \"",
        "the kubelet rejects its provider file and does not start",
        "run 'image-pulls check' with the file",
    ),
    cause(
        "pull-executable-missing",
        r"plugin binary executable .{0,300}did not exist",
        "the file names a plugin that is not on the node, so the kubelet does not start",
        "add the executable with a layered image, or choose another variant",
        "imagePulls.azure.secondExecutable",
    ),
    cause(
        "pull-audience-refused",
        r"not found in pod spec volume|not authorized to request tokens for this audience",
        "the node does not have permission to request a token with the audience of the file, so "
        "the kubelet does not run the plugin for pods with a ServiceAccount in the namespace",
        "grant nodes the permission in the namespace of the pod or in the whole cluster",
        "imagePulls.audiencePermission",
    ),
    cause(
        "pull-annotation-missing",
        r"required annotation \S+ not found",
        "the ServiceAccount does not have an annotation that the file requires, so the kubelet "
        "does not run the plugin",
        "add the ServiceAccount to imagePulls.workloads",
        "imagePulls.workloads",
    ),
    cause(
        "pull-token-echoed",
        r"returned the service account token as the password",
        "the plugin returns the token as the password, which requires cacheType Token",
        "set cacheType: Token for that plugin",
    ),
    cause(
        "ecr-no-role",
        r"no arn provided",
        "the plugin is older than 1.35, so it fails for a ServiceAccount without a role",
        "set a fallback role, or use a newer plugin",
        "imagePulls.aws.fallbackRole",
    ),
    cause(
        "ecr-no-oidc-provider",
        r"No OpenIDConnect provider found in your account",
        "the account has no IAM OIDC provider for the issuer of the cluster that runs the pod",
        "let the stack create it",
        "imagePulls.aws.createOidcProvider",
    ),
    cause(
        "ecr-wrong-audience",
        r"Incorrect token audience",
        "the IAM OIDC provider does not list sts.amazonaws.com",
        "add it to the client IDs of the provider",
    ),
    cause(
        "ecr-trust-denied",
        r"not authorized to perform:? sts:AssumeRoleWithWebIdentity",
        "the trust policy of the role does not name the ServiceAccount, or the annotation names "
        "another role",
        "add the ServiceAccount to the workloads of the role's group",
        "imagePulls.workloads",
    ),
    cause(
        "ecr-pull-denied",
        r"not authorized to perform:? ecr:",
        "the role does not have permission to pull from this repository, or a repository of "
        "another account has no policy that allows it",
        "add the repository to the workload; in another account, set a repository policy",
        "imagePulls.workloads",
    ),
    cause(
        "ecr-no-repository",
        r"repository with name \S+ does not exist in the registry|RepositoryNotFoundException",
        "the repository does not exist in that account and region",
        "create it, or correct the image",
    ),
    cause(
        "ecr-token-expired",
        r"authorization token has expired",
        "a pull secret contains a login of ECR, which expires after 12 hours and is tried first",
        "remove the pull secret: the credential provider renews the login automatically",
    ),
    cause(
        "acr-no-federation",
        r"AADSTS70021[13]?\b",
        "no federated credential of the identity has the issuer and subject of the token",
        "add the ServiceAccount to imagePulls.workloads; compare the issuers character by "
        "character",
        "imagePulls.workloads",
    ),
    cause(
        "acr-wrong-audience",
        r"AADSTS700212\b",
        "the federated credential expects a different audience than the file requests",
        "set imagePulls.azure.cloud to the cloud of the identities",
        "imagePulls.azure.cloud",
    ),
    cause(
        "acr-no-identity",
        r"AADSTS700016\b",
        "the client ID of the annotation does not exist in the tenant",
        "compare both annotations with the outputs of the stack",
    ),
    cause(
        "acr-firewall",
        r"client with IP '?[0-9a-f.:]+'? is not allowed access",
        "the network rules of the registry deny access from the node",
        "allow the addresses of the nodes or their private endpoint",
    ),
    cause(
        "acr-pull-denied",
        r"azurecr\.(?:io|us|cn|de)\S*.{0,400}(?:requested access to the resource is denied|"
        r"insufficient_scope|403 Forbidden)",
        "the identity has no role on the registry, or the registry uses ABAC conditions and "
        "ignores AcrPull",
        "add the registry to imagePulls.azure.registries, with its permission mode",
        "imagePulls.azure.registries",
    ),
    cause(
        "gcr-pull-denied",
        r"artifactregistry\.repositories\.downloadArtifacts",
        "the node's service account does not have permission to read the repository",
        "grant it roles/artifactregistry.reader",
    ),
    cause(
        "gcr-unauthenticated",
        r"Unauthenticated request\. Unauthenticated requests do not have permission",
        "no credentials were sent to Artifact Registry",
        "check that the node has a service account and that the image matches the file",
    ),
    cause(
        "pull-plugin-failed",
        r"error execing credential provider plugin",
        "the plugin failed, and the kubelet continues without its credentials",
        "read the next lines of the journal, and run 'image-pulls simulate' with the pod",
        general=True,
    ),
    cause(
        "pull-no-such-image",
        r"manifest unknown|MANIFEST_UNKNOWN|manifest for \S+ not found",
        "the registry does not have this tag or digest",
        "correct the image",
    ),
    cause(
        "pull-no-credentials",
        r"no basic auth credentials|authentication required|pull access denied|401 Unauthorized",
        "no credentials were sent: the image matches no provider, or the kubelet did not run "
        "its plugin",
        "run 'image-pulls simulate' with the pod, its ServiceAccount and RBAC",
        general=True,
    ),
    cause(
        "pull-unreachable",
        r"no such host|i/o timeout|connection refused|x509: certificate",
        "the node cannot reach the registry, or does not trust its certificate",
        "check DNS, proxy, firewall and the trusted certificates of the node",
        general=True,
    ),
)
"""Every known cause, specific ones first."""


_ON_A_PULL: Final = re.compile(r"pull|credential provider|manifest unknown", re.IGNORECASE)
_SAYS_NOTHING: Final = re.compile(r"Error: (?:ErrImagePull|ImagePullBackOff)")


def evidence(_: ImagePullsSettings, observed: Observed) -> Iterator[Evidence]:
    """One text per event about a failed pull, by pod."""
    for event in observed.all(FAILED_PULLS):
        message = str(event.get("message") or "")
        involved = object_member(event, "involvedObject")
        pod = f"{involved.get('namespace', '')}/{involved.get('name', '')}"
        if _ON_A_PULL.search(message) and not _SAYS_NOTHING.fullmatch(message):
            yield Evidence(f"event of pod {pod}", message, pod)
