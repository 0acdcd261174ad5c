"""All rules of the pack; docs/policies.md is the same list for people."""

from typing import Final

from policies import (
    aws,
    aws_protection,
    aws_roles,
    azure,
    azure_protection,
    google_cloud,
    google_pools,
    kubernetes,
    stores,
)
from policies.rule import PolicyRule, PolicySeverity
from policies.stores import STORES, STORES_SCHEMA

_OF_STORES: Final = {STORES: STORES_SCHEMA}
_OF_OPERATOR: Final = {kubernetes.OPERATOR_NAMESPACE: kubernetes.OPERATOR_NAMESPACE_SCHEMA}

RULES: Final = (
    PolicyRule(
        name="snapshot-bucket-public",
        description="A bucket of etcd snapshots is not public.",
        severity=PolicySeverity.CRITICAL,
        judge=aws.public_bucket,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-bucket-unencrypted",
        description="The stack sets the default encryption of a bucket of etcd snapshots.",
        severity=PolicySeverity.MEDIUM,
        judge=aws.unencrypted_bucket,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-bucket-careless",
        description="A bucket of etcd snapshots keeps versions, requires TLS and aborts unfinished "
        "uploads.",
        severity=PolicySeverity.MEDIUM,
        judge=aws.careless_bucket,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="role-trust-open",
        description="A role for ServiceAccounts compares sub and aud, without wildcards.",
        severity=PolicySeverity.CRITICAL,
        judge=aws_roles.open_trust,
        one_by_one=True,
    ),
    PolicyRule(
        name="upload-role-broad",
        description="The role of the backup Job can only upload.",
        judge=aws_roles.broad_actions,
    ),
    PolicyRule(
        name="snapshot-account-careless",
        description="A storage account of etcd snapshots rejects shared keys and old TLS, and has "
        "no public blobs.",
        judge=azure.careless_account,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-account-unencrypted",
        description="A storage account of etcd snapshots encrypts blobs.",
        judge=azure.unencrypted_account,
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
        name="role-assignment-wide",
        description="A role is assigned below the subscription, with the type of its principal.",
        judge=azure.wide_assignment,
        one_by_one=True,
    ),
    PolicyRule(
        name="federation-audience",
        description="A federated credential has the audience that Entra ID expects.",
        judge=azure.foreign_audience,
        one_by_one=True,
    ),
    PolicyRule(
        name="backup-subject-elsewhere",
        description="Trust in the backup Job is for the operator's namespace.",
        judge=kubernetes.foreign_subject,
        one_by_one=True,
        properties=_OF_OPERATOR,
    ),
    PolicyRule(
        name="snapshot-store-unprotected",
        description="Storage with etcd snapshots is protected from deletion.",
        severity=PolicySeverity.MEDIUM,
        judge=stores.unprotected_store,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-bucket-unguarded",
        description="Only named roles can change what protects a bucket of etcd snapshots.",
        severity=PolicySeverity.LOW,
        judge=aws_protection.unguarded_bucket,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-bucket-mutable",
        description="A bucket of etcd snapshots has object lock with a default retention.",
        severity=PolicySeverity.LOW,
        judge=aws_protection.mutable_bucket,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-bucket-copy-careless",
        description="A copy of snapshots has a time limit, metrics, and a key in its own region.",
        severity=PolicySeverity.LOW,
        judge=aws_protection.careless_copy,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="issuer-bucket-careless",
        description="The bucket of a token issuer keeps versions and requires TLS.",
        severity=PolicySeverity.MEDIUM,
        judge=aws_protection.careless_issuer,
    ),
    PolicyRule(
        name="snapshot-account-unlimited",
        description="A storage account of etcd snapshots limits copies, signatures and networks.",
        severity=PolicySeverity.LOW,
        judge=azure_protection.unlimited_account,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-container-mutable",
        description="Blobs in a container of etcd snapshots are immutable for some days.",
        severity=PolicySeverity.LOW,
        judge=azure_protection.mutable_account,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-copy-unwatched",
        description="The second account of copies has a lock and a log.",
        severity=PolicySeverity.LOW,
        judge=azure_protection.unwatched_copy,
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
        name="backup-secret-misread",
        description="The operator detects the credential mode that the stack declares.",
        judge=kubernetes.misread_secret,
        properties={**_OF_OPERATOR, kubernetes.MODE: kubernetes.MODE_SCHEMA},
    ),
    PolicyRule(
        name="google-account-key",
        description="A service account has no key, except that of the root secret.",
        judge=google_cloud.account_key,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-principal-public",
        description="Nothing on Google Cloud is granted to everybody, except to read the documents "
        "of an issuer.",
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
        name="google-account-broad",
        description="A service account is not owner or editor.",
        judge=google_cloud.basic_role,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-bucket-access",
        description="A bucket on Google Cloud has uniform bucket-level access.",
        severity=PolicySeverity.MEDIUM,
        judge=google_cloud.access_by_object,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-provider-audience",
        description="A provider of a workload identity pool names the audiences that it accepts.",
        severity=PolicySeverity.MEDIUM,
        judge=google_pools.no_audience,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-provider-unconditional",
        description="A provider for an issuer of the stack has an attribute condition.",
        severity=PolicySeverity.LOW,
        judge=google_pools.unconditional_provider,
    ),
    PolicyRule(
        name="google-provider-foreign",
        description="A provider for an issuer of others has an attribute condition.",
        judge=google_pools.unconditional_foreign_provider,
    ),
)
