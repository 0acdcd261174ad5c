"""CloudFront distribution that serves documents of a private bucket."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_aws import cloudfront

from openshift_credentials.stack.base import Keeping

from ...base.component import Adoption, child_options

CACHING_DISABLED: Final = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
"""Managed cache policy of AWS: a removed key must not stay in a cache."""

OF_A_DISTRIBUTION: Final = (
    "aliases", "anycastIpListId", "cacheTagConfig", "comment", "connectionFunctionAssociation",
    "continuousDeploymentPolicyId", "customErrorResponses", "defaultCacheBehavior",
    "defaultRootObject", "enabled", "httpVersion", "isIpv6Enabled", "loggingConfig",
    "orderedCacheBehaviors", "originGroups", "origins", "priceClass", "restrictions",
    "retainOnDelete", "staging", "tags", "viewerCertificate", "viewerMtlsConfig",
    "waitForDeployment", "webAclId",
)  # fmt: skip
"""Every input of a distribution: all of them stay as they are on an adopted one.

Source: ``pulumi_aws.cloudfront.DistributionArgs``.
"""


@dataclass(frozen=True, kw_only=True)
class DocumentDistributionArgs:
    """The bucket's host, the comment by which people find the distribution, and its tags.

    ``origin_access_identity`` is the older access method, for existing distributions.
    """

    name: str
    origin_domain: pulumi.Input[str]
    comment: str
    origin_access_identity: str | None = None
    protect: bool
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class DocumentDistribution(pulumi.ComponentResource):
    """A distribution that reads the bucket with signed requests and answers over HTTPS only.

    The engine waits until it is deployed everywhere, which takes minutes.
    """

    def __init__(self, name: str, args: DocumentDistributionArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:aws:DocumentDistribution", name, None, opts)
        self.distribution = cloudfront.Distribution(
            name,
            enabled=True,
            comment=args.comment,
            origins=[self._origin(name, args)],
            default_cache_behavior={
                "target_origin_id": args.origin_domain,
                "viewer_protocol_policy": "https-only",
                "allowed_methods": ["GET", "HEAD"],
                "cached_methods": ["GET", "HEAD"],
                "cache_policy_id": CACHING_DISABLED,
            },
            restrictions={"geo_restriction": {"restriction_type": "none"}},
            viewer_certificate={"cloudfront_default_certificate": True},
            wait_for_deployment=True,
            tags=args.tags,
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts, keeping=Keeping.PROTECTED if args.protect else Keeping.DELETED),
                args.adoption.options("distribution", keep=OF_A_DISTRIBUTION),
            ),
        )
        self.register_outputs({"domain": self.domain})

    @property
    def domain(self) -> pulumi.Output[str]:
        """Domain that CloudFront gave the distribution."""
        return self.distribution.domain_name

    def _origin(self, name: str, args: DocumentDistributionArgs) -> cloudfront.DistributionOriginArgsDict:
        origin: cloudfront.DistributionOriginArgsDict = {
            "origin_id": args.origin_domain,
            "domain_name": args.origin_domain,
        }
        if args.origin_access_identity:
            identity = f"origin-access-identity/cloudfront/{args.origin_access_identity}"
            origin["s3_origin_config"] = {"origin_access_identity": identity}
            return origin
        control = cloudfront.OriginAccessControl(
            f"{name}-access",
            name=args.name,
            description=args.comment,
            origin_access_control_origin_type="s3",
            signing_behavior="always",
            signing_protocol="sigv4",
            opts=child_options(self),
        )
        origin["origin_access_control_id"] = control.id
        return origin
