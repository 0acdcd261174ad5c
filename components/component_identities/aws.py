"""Identities of all components on AWS."""

from functools import partial

import pulumi
import pulumi_aws as aws

from components.adoption import Adoption
from components.component_identities.aws_role import ComponentRole, ComponentRoleArgs
from components.component_identities.made import Made
from components.token_issuer.place import Place
from openshift_credentials.component_identities.plan import planned_roles
from openshift_credentials.component_identities.rules.aws_plan import (
    ComponentRole as PlannedRole,
)
from openshift_credentials.component_identities.rules.secret_manifests import (
    TOKEN_PATH,
    aws_secret,
    aws_secret_text,
)
from openshift_credentials.component_identities.settings import (
    AwsIdentities,
    ComponentIdentitiesSettings,
)
from openshift_credentials.credentials_requests.go_marshal import marshal


def component_roles(
    name: str,
    settings: ComponentIdentitiesSettings,
    place: AwsIdentities,
    issuer: Place | None,
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> list[Made]:
    """Make a role for each request in the account that the settings name, and in no other."""
    provider = aws.Provider(
        f"{name}-aws", region=place.region, allowed_account_ids=[place.account_id], opts=opts
    )
    options = pulumi.ResourceOptions(parent=opts.parent, providers=[provider])
    made: list[Made] = []
    for index, planned in enumerate(planned_roles(settings, place).identities):
        role = ComponentRole(
            f"{name}-{planned.secret.namespace}-{planned.secret.name}",
            ComponentRoleArgs(
                role_name=planned.role_name,
                description=planned.description,
                trust_policy=_trust(settings, place, issuer, planned, index),
                permission_policy=marshal(planned.permission_policy),
                permissions_boundary=place.permissions_boundary,
                adoption=adoption,
                tags={**settings.tags, **planned.tags},
            ),
            options,
        )
        made.append(_made(planned, role))
    return made


def _trust(
    settings: ComponentIdentitiesSettings,
    place: AwsIdentities,
    issuer: Place | None,
    planned: PlannedRole,
    index: int,
) -> pulumi.Input[str]:
    """The trust policy; it follows the issuer where only CloudFront knows that."""
    if issuer is None or settings.issuer_url:
        return marshal(planned.trust_policy)

    def of_issuer(url: str) -> str:
        return marshal(planned_roles(settings, place, url).identities[index].trust_policy)

    return issuer.issuer_url.apply(of_issuer)


def _made(planned: PlannedRole, role: ComponentRole) -> Made:
    secret = planned.secret
    return Made(
        request=planned.request,
        secret=secret,
        data=role.role.arn.apply(lambda arn: {"credentials": aws_secret_text(arn)}),
        manifest=role.role.arn.apply(
            partial(aws_secret, namespace=secret.namespace, secret=secret.name)
        ),
        olm_fields=role.role.arn.apply(
            lambda arn: {"stsIAMRoleARN": arn, "cloudTokenPath": TOKEN_PATH}
        ),
        needed_first=(role.role, role.policy),
    )
