"""IAM's OIDC provider for the issuer of the management cluster."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import iam

from components.adoption import Adoption
from components.errors import stopping_the_program
from openshift_credentials.aws.arns import OIDC_CLIENT_IDS, assert_same_provider


@dataclass(frozen=True, kw_only=True)
class OidcProviderArgs:
    """The issuer, verbatim, and the ARNs that the trust policy names for it.

    ``expected_arns`` is ``None`` where only the cloud knows the issuer: nothing can be compared.
    """

    issuer: pulumi.Input[str]
    expected_arns: tuple[str, ...] | None
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class OidcProvider(pulumi.ComponentResource):
    """The provider that makes AWS believe tokens of the issuer.

    It has the audiences that OpenShift's own tools give it, so that other roles of the cluster
    can use it. The thumbprint is left to AWS, which finds it by itself.
    """

    provider: iam.OpenIdConnectProvider

    def __init__(
        self, name: str, args: OidcProviderArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:OidcProvider", name, None, opts)
        self._expected_arns = args.expected_arns
        self.provider = iam.OpenIdConnectProvider(
            name,
            url=args.issuer,
            client_id_lists=list(OIDC_CLIENT_IDS),
            tags=args.tags or None,
            opts=pulumi.ResourceOptions.merge(
                pulumi.ResourceOptions(parent=self),
                args.adoption.options(
                    name,
                    args.expected_arns[0] if args.expected_arns else None,
                    keep=("clientIdLists", "thumbprintLists", "tags"),
                ),
            ),
        )
        self.register_outputs({"arn": self.arn})

    @property
    def arn(self) -> pulumi.Output[str]:
        """ARN of the provider; the update stops where the trust policy names another one."""
        if self._expected_arns is None:
            return self.provider.arn
        return self.provider.arn.apply(self._same_as_expected)

    def _same_as_expected(self, arn: str) -> str:
        with stopping_the_program():
            return assert_same_provider(self._expected_arns or (), arn)
