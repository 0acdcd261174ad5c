"""The rules as policies of Pulumi: resources in, violations out; docs/policies.md lists them for people."""

from collections.abc import Callable
from typing import Final, cast

from pulumi_policy import (
    EnforcementLevel,
    Policy,
    PolicyConfigSchema,
    PolicyResource,
    ReportViolation,
    ResourceValidationArgs,
    ResourceValidationPolicy,
    StackValidationArgs,
    StackValidationPolicy,
)
from pulumi_policy.proxy import UnknownValueError

from policies import clouds, kubernetes
from policies.resources import (
    EXCEPTIONS,
    EXCEPTIONS_SCHEMA,
    SEVERITY,
    STORES,
    STORES_SCHEMA,
    PolicyRule,
    PolicySeverity,
    StackResource,
    plain,
)

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
        judge=clouds.open_trust,
        one_by_one=True,
    ),
    PolicyRule(
        name="federation-audience",
        description="A federated credential has the audience that Entra ID expects.",
        judge=clouds.foreign_audience,
        one_by_one=True,
    ),
    PolicyRule(
        name="snapshot-bucket-public",
        description="A bucket of etcd snapshots is not public.",
        severity=PolicySeverity.CRITICAL,
        judge=clouds.public_bucket,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="snapshot-container-public",
        description="A container of etcd snapshots is private.",
        severity=PolicySeverity.CRITICAL,
        judge=clouds.public_container,
        properties=_OF_STORES,
    ),
    PolicyRule(
        name="google-principal-public",
        description="Nothing on Google Cloud is granted to everybody, except to read the documents of an issuer.",
        severity=PolicySeverity.CRITICAL,
        judge=clouds.public_principal,
        one_by_one=True,
        properties={clouds.DOCUMENT_BUCKETS: clouds.DOCUMENT_BUCKETS_SCHEMA},
    ),
    PolicyRule(
        name="google-pool-open",
        description="Nothing is granted to every identity of a workload identity pool.",
        severity=PolicySeverity.CRITICAL,
        judge=clouds.open_pool,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-provider-audience",
        description="A provider of a workload identity pool names the audiences that it accepts.",
        severity=PolicySeverity.MEDIUM,
        judge=clouds.no_audience,
        one_by_one=True,
    ),
    PolicyRule(
        name="google-provider-foreign",
        description="A provider for an issuer of others has an attribute condition.",
        judge=clouds.unconditional_foreign_provider,
    ),
)


def resource_of(seen: ResourceValidationArgs | PolicyResource) -> StackResource:
    props = cast("dict[str, object]", plain(seen.props, UnknownValueError))
    return StackResource(type=seen.resource_type, name=seen.name, urn=seen.urn, props=props)


def policy_of(rule: PolicyRule) -> Policy:
    level = EnforcementLevel.MANDATORY if rule.mandatory else EnforcementLevel.ADVISORY
    schema = PolicyConfigSchema(
        {
            name: dict(schema)
            for name, schema in {
                EXCEPTIONS: EXCEPTIONS_SCHEMA,
                SEVERITY: rule.severity_schema,
                **rule.properties,
            }.items()
        }
    )
    if rule.one_by_one:
        return ResourceValidationPolicy(rule.name, rule.description, _of_resource(rule), level, schema)
    return StackValidationPolicy(rule.name, rule.description, _of_stack(rule), level, schema)


def _of_resource(rule: PolicyRule) -> Callable[[ResourceValidationArgs, ReportViolation], None]:
    def validate(seen: ResourceValidationArgs, report: ReportViolation) -> None:
        configuration = seen.get_config()
        for _, said in rule.violations([resource_of(seen)], configuration):
            report(rule.message(said, configuration), None)

    return validate


def _of_stack(rule: PolicyRule) -> Callable[[StackValidationArgs, ReportViolation], None]:
    def validate(seen: StackValidationArgs, report: ReportViolation) -> None:
        resources = [resource_of(item) for item in seen.resources]
        configuration = seen.get_config()
        for resource, said in rule.violations(resources, configuration):
            report(rule.message(said, configuration), resource.urn)

    return validate


POLICIES: Final = tuple(map(policy_of, RULES))
