"""IAM's OIDC provider for the issuer of the management cluster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import pulumi
from pulumi_aws import iam

from openshift_credentials.platforms.aws.arns import OIDC_CLIENT_IDS, assert_same_provider
from openshift_credentials.stack.base import Keeping

from ..base.component import Adoption, child_options
from ..base.engine import runs_on_an_engine
from ..base.errors import stopping_the_program


@dataclass(frozen=True, kw_only=True)
class OidcProviderArgs:
    """The issuer, verbatim, and the ARNs that the trust policy names for it.

    ``expected_arns`` is ``None`` if the cloud assigns the issuer, so that nothing can be compared.
    """

    issuer: pulumi.Input[str]
    expected_arns: Sequence[str] | None
    keeping: Keeping
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class OidcProvider(pulumi.ComponentResource):
    """The provider that makes AWS trust tokens of the issuer.

    It has the same audiences as with OpenShift's tools, so that other roles of the cluster can use
    it; they stop working when it is deleted. AWS determines the thumbprint. The update stops if the
    trust policy contains an ARN that differs from the one that AWS returned.
    """

    arn: pulumi.Output[str]

    def __init__(self, name: str, args: OidcProviderArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:aws:OidcProvider", name, None, opts)
        self.provider = iam.OpenIdConnectProvider(
            name,
            url=args.issuer,
            client_id_lists=list(OIDC_CLIENT_IDS),
            tags=args.tags or None,
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts, keeping=args.keeping),
                args.adoption.options(
                    name,
                    args.expected_arns[0] if args.expected_arns else None,
                    keep=("clientIdLists", "thumbprintLists", "tags"),
                ),
            ),
        )
        self.arn = self.provider.arn
        if args.expected_arns is not None:
            self.arn = self.arn.apply(partial(_same_as_expected, tuple(args.expected_arns)))
        self.register_outputs({"arn": self.arn})


def _same_as_expected(expected_arns: tuple[str, ...], arn: str | None) -> str:
    if arn is None and not runs_on_an_engine():
        return expected_arns[0]
    with stopping_the_program():
        return assert_same_provider(expected_arns, str(arn))
