"""The rules as policies of Pulumi: resources in, violations out."""

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

from policies.catalogue import RULES
from policies.resources import StackResource, plain
from policies.rule import EXCEPTIONS, EXCEPTIONS_SCHEMA, SEVERITY, PolicyRule


def resource_of(seen: ResourceValidationArgs | PolicyResource) -> StackResource:
    """A resource of the SDK in the form of the rules."""
    return StackResource(
        type=seen.resource_type,
        name=seen.name,
        urn=seen.urn,
        props=cast("dict[str, object]", plain(seen.props, UnknownValueError)),
    )


def policy_of(rule: PolicyRule) -> Policy:
    """The policy for a rule; level and exceptions come from the configuration."""
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
