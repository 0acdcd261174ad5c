"""Columns of an inventory: every value is a string with a rule.

Limits of names: the Pulumi Kubernetes Operator rejects a Stack whose name has more than 42
characters (pulumi/pulumi-kubernetes-operator ``operator/api/pulumi/v1/stack_types.go``).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.text_rule import FILE, TextRule
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.go.durations import parse_go_duration
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.quantities import QUANTITY

DRIFT_SUFFIX: Final = "-drift"
"""Suffix of a drift sentinel's name after that of its Stack, if it fits."""

LONGEST_STACK_NAME: Final = 42

BACKEND_SCHEMES: Final = ("https", "s3", "azblob", "gs", "file", "postgres")
"""Backends that the Pulumi CLI knows. Source: Pulumi documentation, "Managing state & backends"."""

SECRETS_PROVIDERS: Final = ("awskms", "azurekeyvault", "gcpkms", "hashivault")
"""Encryption that needs no passphrase. Source: Pulumi documentation, "Secrets handling"."""


def _go_duration(text: str) -> str | None:
    nanoseconds = parse_go_duration(text)
    if nanoseconds is None:
        return (
            'must be a Go duration such as 72h or 1h30m: one "1 hour" in any Stack stops the '
            "operator's watch for all of them"
        )
    return None if nanoseconds > 0 else "must be greater than zero"


GO_DURATION: Final = TextRule(
    "a Go duration such as 72h or 1h30m", re.compile(r".+"), "72h", maximum=64, also=_go_duration
)
NAME: Final = TextRule(
    f"a name of at most {LONGEST_STACK_NAME} lower-case letters, digits and hyphens, as required "
    "for a Stack of the operator",
    kubernetes_rules.DNS_LABEL.pattern,
    "rosa-mc-1",
    maximum=LONGEST_STACK_NAME,
)
CLOUD: Final = TextRule("aws or azure", re.compile("aws|azure"), "aws")
WAVE: Final = TextRule(
    "a number or a name of at most 63 lower-case letters, digits and hyphens",
    kubernetes_rules.DNS_LABEL.pattern,
    "1",
    maximum=63,
)
FREEZE: Final = TextRule("true or false", re.compile("(?i:true|false)"), "false")
IMAGE: Final = TextRule(
    "the reference of an image, with a tag or a digest",
    re.compile(
        r"([a-z0-9.-]+(:[0-9]+)?/)?([a-z0-9._-]+/)*[a-z0-9._-]+"
        r"(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?"
    ),
    "registry.example.com/openshift-credentials:1.0.0",
)
REGION: Final = TextRule(
    "a region as the cloud names it", re.compile(r"[a-z0-9-]+"), "eu-central-1", maximum=63
)
BACKEND: Final = TextRule(
    f"the URL of a Pulumi backend that starts with one of {', '.join(BACKEND_SCHEMES)}",
    re.compile(rf"({'|'.join(BACKEND_SCHEMES)})://[^\s]+"),
    "s3://pulumi-state",
    also=lambda text: (
        "must have no user name and no password; refer to a Secret" if "@" in text else None
    ),
)
SECRETS_PROVIDER: Final = TextRule(
    f"passphrase, or a URL that starts with one of {', '.join(SECRETS_PROVIDERS)}",
    re.compile(rf"passphrase|({'|'.join(SECRETS_PROVIDERS)})://[^\s]+"),
    "awskms://alias/pulumi",
)
STACK: Final = TextRule(
    "the name of a Pulumi stack, or organization/project/stack",
    re.compile(r"([A-Za-z0-9_.-]+/){0,2}[A-Za-z0-9_.-]{1,100}"),
    "rosa-mc-1",
    maximum=300,
)
HOSTED_CLUSTERS: Final = TextRule(
    "hosted clusters as namespace/name, with spaces between them",
    re.compile(r"[^\x00-\x08\x0e-\x1f\x7f]+"),
    "clusters/a clusters/b",
    maximum=1_000_000,
)

COLUMNS: Final[Mapping[str, TextRule]] = {
    "name": NAME,
    "cloud": CLOUD,
    "issuer": kubernetes_rules.OIDC_ISSUER,
    "account": aws_rules.AWS_ACCOUNT_ID,
    "subscription": azure_rules.GUID,
    "tenant": azure_rules.GUID,
    "region": REGION,
    "wave": WAVE,
    "roleArn": aws_rules.IAM_ROLE_ARN,
    "clientId": azure_rules.GUID,
    "hostedClusters": HOSTED_CLUSTERS,
    "hostedClustersFile": FILE,
    "image": IMAGE,
    "freeze": FREEZE,
    "bucket": aws_rules.BUCKET_NAME,
    "storageAccount": azure_rules.STORAGE_ACCOUNT,
    "container": azure_rules.BLOB_CONTAINER,
    "resourceGroup": azure_rules.AZURE_RESOURCE_GROUP,
    "keyPrefix": TextRule("a prefix of keys", re.compile(r"[^\x00-\x1f\x7f]+"), "etcd-backups"),
    "operatorNamespace": kubernetes_rules.DNS_LABEL,
    "stack": STACK,
    "backend": BACKEND,
    "secretsProvider": SECRETS_PROVIDER,
    "passphraseSecret": kubernetes_rules.DNS_SUBDOMAIN,
    "accessTokenSecret": kubernetes_rules.DNS_SUBDOMAIN,
    "kubeconfigSecret": kubernetes_rules.DNS_SUBDOMAIN,
    "destination": kubernetes_rules.DNS_SUBDOMAIN,
    "memory": QUANTITY,
    "ephemeralStorage": QUANTITY,
    "updateTtl": GO_DURATION,
}
"""Rule by name of the column. YAML has ``config`` besides: any settings of the stack."""

DEFAULTS: Final[Mapping[str, str]] = {
    "wave": "0",
    "freeze": "false",
    "container": "etcd-snapshots",
    "keyPrefix": "etcd-backups",
    "operatorNamespace": "hypershift",
    "passphraseSecret": "pulumi-passphrase",
    "accessTokenSecret": "pulumi-access-token",
    "memory": "1Gi",
    "ephemeralStorage": "2Gi",
    "updateTtl": "72h",
}
"""Defaults of columns that neither the row nor the inventory's defaults set.

``memory`` is the use of one running pod with the real AWS provider, about 0.8 GiB, with a margin.
"""

REQUIRED: Final = ("name", "cloud", "issuer", "region", "image")
OF_AWS: Final = ("account", "roleArn")
OF_AZURE: Final = ("subscription", "tenant", "clientId")
ONLY_AWS: Final = (*OF_AWS, "bucket")
ONLY_AZURE: Final = (*OF_AZURE, "storageAccount", "resourceGroup")


@dataclass(frozen=True, slots=True)
class FleetColumn:
    """A setting of the whole fleet."""

    rule: TextRule
    default: str


_DAILY: Final = TextRule(
    "a daily time in cron format: minute, hour and three asterisks",
    re.compile(r"([0-9]|[1-5][0-9]) ([0-9]|1[0-9]|2[0-3]) \* \* \*"),
    "0 1 * * *",
)
_MINUTES: Final = TextRule(
    "minutes, from 1 to 720", re.compile(r"[1-9][0-9]?|[1-6][0-9]{2}|7[01][0-9]|720"), "30"
)
_REPOSITORY: Final = TextRule(
    "the URL of a Git repository, without user name and password",
    re.compile(r"(https://[^\s@]+|ssh://\S+|git@\S+:\S+|http://[^\s@]+)"),
    "https://git.example.com/platform/fleet.git",
)
_PATH: Final = TextRule(
    "a path without .. and without a slash in front",
    re.compile(r"(?!/)(?!.*\.\.)[A-Za-z0-9._/-]+"),
    "fleet",
)
_DIRECTORY: Final = TextRule(
    "an absolute path two levels deep", re.compile(r"(/[A-Za-z0-9._-]+){2}"), "/opt/program"
)

FLEET_COLUMNS: Final[Mapping[str, FleetColumn]] = {
    "namespace": FleetColumn(kubernetes_rules.DNS_LABEL, "openshift-credentials"),
    "waves": FleetColumn(
        TextRule("waves in order, with spaces between them", re.compile(r"[a-z0-9 -]+"), "0 1 2"),
        "",
    ),
    "nightlySchedule": FleetColumn(_DAILY, "0 1 * * *"),
    "minutesBetweenWaves": FleetColumn(_MINUTES, "30"),
    "driftSchedule": FleetColumn(_DAILY, "0 13 * * *"),
    "nightlyImage": FleetColumn(IMAGE, "quay.io/openshift/origin-cli:4.20"),
    "programDirectory": FleetColumn(_DIRECTORY, "/opt/openshift-credentials"),
    "repository": FleetColumn(_REPOSITORY, ""),
    "revision": FleetColumn(
        TextRule("a branch, tag or commit", re.compile(r"[A-Za-z0-9._/-]+"), "main"), "main"
    ),
    "path": FleetColumn(_PATH, "."),
    "argocdNamespace": FleetColumn(kubernetes_rules.DNS_LABEL, "argocd"),
    "fluxNamespace": FleetColumn(kubernetes_rules.DNS_LABEL, "flux-system"),
    "fluxSource": FleetColumn(kubernetes_rules.DNS_SUBDOMAIN, "flux-system"),
    "hostedClusterNames": FleetColumn(
        TextRule("unique or per-cluster", re.compile("unique|per-cluster"), "unique"), "unique"
    ),
}
"""Settings of the group ``fleet`` of a YAML inventory; a CSV inventory has the defaults."""
