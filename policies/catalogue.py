"""All rules of the pack; docs/policies.md is the same list for people."""

from typing import Final

from policies import aws, azure, google_cloud, kubernetes
from policies.rule import PolicyRule, PolicySeverity
from policies.stores import STORES, STORES_SCHEMA

_OF_STORES: Final = {STORES: STORES_SCHEMA}
_OF_OPERATOR: Final = {kubernetes.OPERATOR_NAMESPACE: kubernetes.OPERATOR_NAMESPACE_SCHEMA}

RULES: Final = (
    PolicyRule(
        name="backup-secret-misread",
        description="The operator detects the credential mode that the stack declares.",
        judge=kubernetes.misread_secret,
        properties={**_OF_OPERATOR, kubernetes.MODE: kubernetes.MODE_SCHEMA},
    ),
    PolicyRule(
        name="backup-refused",
        description="The API server accepts an HCPEtcdBackup.",
        judge=kubernetes.refused_backup,
        one_by_one=True,
    ),
    PolicyRule(
        name="backup-changed",
        description="The spec of an HCPEtcdBackup does not change while its name stays the same.",
        judge=kubernetes.changed_backup,
    ),
    PolicyRule(
        name="backup-subject-elsewhere",
        description="Trust in the backup Job is for the operator's namespace.",
        judge=kubernetes.foreign_subject,
        one_by_one=True,
        properties=_OF_OPERATOR,
    ),
    PolicyRule(
        name="role-trust-open",
        description="A role for ServiceAccounts compares sub and aud, without wildcards.",
        severity=PolicySeverity.CRITICAL,
        judge=aws.open_trust,
        one_by_one=True,
    ),
    PolicyRule(
        name="federation-audience",
        description="A federated credential has the audience that Entra ID expects.",
        judge=azure.foreign_audience,
        one_by_one=True,
    ),
    PolicyRule(
        name="snapshot-bucket-public",
        description="A bucket of etcd snapshots is not public.",
        severity=PolicySeverity.CRITICAL,
        judge=aws.public_bucket,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-container-public",
        description="A container of etcd snapshots is private.",
        severity=PolicySeverity.CRITICAL,
        judge=azure.public_container,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="google-principal-public",
        description="Nothing on Google Cloud is granted to everybody, except to read the documents of an issuer.",
        severity=PolicySeverity.CRITICAL,
        judge=google_cloud.public_principal,
        one_by_one=True,
        properties={google_cloud.DOCUMENT_BUCKETS: google_cloud.DOCUMENT_BUCKETS_SCHEMA},
    ),
    PolicyRule(
        name="google-pool-open",
        description="Nothing is granted to every identity of a workload identity pool.",
        severity=PolicySeverity.CRITICAL,
        judge=google_cloud.open_pool,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-provider-audience",
        description="A provider of a workload identity pool names the audiences that it accepts.",
        severity=PolicySeverity.MEDIUM,
        judge=google_cloud.no_audience,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-provider-foreign",
        description="A provider for an issuer of others has an attribute condition.",
        judge=google_cloud.unconditional_foreign_provider,
    ),
)
