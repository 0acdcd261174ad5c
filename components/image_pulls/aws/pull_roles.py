"""Roles with which workloads pull from ECR."""

import pulumi

from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.image_pulls import plan
from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import ROLE_ANNOTATION
from openshift_credentials.systems.image_pulls.settings import AwsPulls, ImagePullsSettings

from ...aws.account import in_account
from ...aws.oidc_provider import OidcProvider, OidcProviderArgs
from ...aws.service_account_role import ServiceAccountRole, ServiceAccountRoleArgs
from ...base.component import waiting_for
from ..cloud_side import CloudSide, Identified, PullRoleOutputs


def aws_side(name: str, settings: ImagePullsSettings, place: AwsPulls, opts: pulumi.ResourceOptions) -> CloudSide:
    """One role per group, in the account of the settings, and in no other."""
    options = in_account(name, place.region, place.account_id, opts)
    issuer = None
    if place.create_oidc_provider:
        issuer = OidcProvider(
            f"{name}-issuer",
            OidcProviderArgs(
                issuer=settings.issuer,
                expected_arns=plan.provider_arns(settings, place),
                keeping=Keeping.LEFT_BEHIND if place.retain_oidc_provider else Keeping.DELETED,
                tags=place.tags,
            ),
            options,
        )

    identified: list[Identified] = []
    arns: dict[str, pulumi.Output[str]] = {}
    for planned in plan.roles(settings, place):
        role = ServiceAccountRole(
            f"{name}-{planned.name}",
            ServiceAccountRoleArgs(
                role_name=planned.name,
                expected_arn=planned.arn,
                description=planned.description,
                trust_policy=planned.trust_policy,
                permission_policy=planned.permission_policy,
                policy_name="pull-images",
                permissions_boundary=place.permissions_boundary,
                oidc_provider_arn=issuer.arn if issuer else None,
                settle_seconds=place.settle_seconds,
                tags=place.tags,
            ),
            waiting_for([issuer] if issuer else [], options),
        )
        arns[planned.name] = role.role_arn
        identified += [
            Identified(workload=workload, annotations={ROLE_ANNOTATION: role.role_arn}, after=role.settled)
            for workload in planned.workloads
        ]
    return CloudSide(identified=identified, outputs=PullRoleOutputs(pull_role_arns=arns))
