"""A bucket of public documents: public by its policy, or read by one CloudFront distribution."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_aws import s3

from openshift_credentials.systems.token_issuer.rules.bucket_policies import PublicAccessBlock
from openshift_credentials.systems.token_issuer.rules.documents import CACHE_CONTROL, CONTENT_TYPE

from ...aws.bucket_region import in_its_region
from ...base.adoption import Adoption

_OF_AN_ACCESS_BLOCK: Final = (
    "blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets",
)  # fmt: skip
_OF_AN_OBJECT: Final = (
    "cacheControl", "content", "contentDisposition", "contentEncoding", "contentLanguage",
    "contentType", "metadata", "objectLockLegalHoldStatus", "objectLockMode",
    "objectLockRetainUntilDate", "sourceHash", "tags", "websiteRedirect",
)  # fmt: skip
"""Inputs of an object that stay as they are on an adopted one.

The provider keeps the others if the program has none of them (hashicorp/terraform-provider-aws
``internal/service/s3/object.go``: computed).
"""


@dataclass(frozen=True, kw_only=True)
class DocumentBucketArgs:
    """Name, region, access block and tags of the bucket."""

    bucket: str
    region: str
    access: PublicAccessBlock
    protect: bool
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class DocumentBucket(pulumi.ComponentResource):
    """A bucket with its access block and versions, then its policy, then its objects.

    An overwritten document can be restored from its versions. A bucket that is kept as it is gets
    none.

    S3 rejects a public policy while the access block forbids it. :attr:`settled` is the end of the
    chain; S3 returns 409 for concurrent changes of one bucket. Protection is that of the bucket and
    of everything in it: without its documents the bucket is no issuer.
    """

    def __init__(
        self, name: str, args: DocumentBucketArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:DocumentBucket", name, None, opts)
        self._name, self._args = name, args
        self.bucket = s3.Bucket(
            name,
            bucket=args.bucket,
            tags=args.tags,
            opts=self._options(name, args.bucket, keep=("tags",)),
        )
        self.bucket_name = in_its_region(self.bucket, args.bucket, args.region)
        self.settled = self.bucket
        self.settled = s3.BucketPublicAccessBlock(
            f"{name}-public-access",
            bucket=self.bucket_name,
            block_public_acls=args.access.block_public_acls,
            block_public_policy=args.access.block_public_policy,
            ignore_public_acls=args.access.ignore_public_acls,
            restrict_public_buckets=args.access.restrict_public_buckets,
            opts=self._options(f"{name}-public-access", args.bucket, keep=_OF_AN_ACCESS_BLOCK),
        )
        if not (args.adoption.imports and args.adoption.keeps):
            # S3 knows no versioning that could be imported of a bucket that never had it.
            self.settled = s3.BucketVersioning(
                f"{name}-versioning",
                bucket=self.bucket_name,
                versioning_configuration={"status": "Enabled"},
                opts=pulumi.ResourceOptions(
                    parent=self, depends_on=[self.settled], protect=args.protect or None
                ),
            )
        self.register_outputs({"bucket": self.bucket_name})

    def let_read(self, policy: pulumi.Input[str]) -> None:
        """Set the bucket's policy."""
        self.settled = s3.BucketPolicy(
            f"{self._name}-policy",
            bucket=self.bucket_name,
            policy=policy,
            opts=self._options(f"{self._name}-policy", self._args.bucket, keep=("policy",)),
        )

    def publish(self, slug: str, key: str, content: pulumi.Output[str]) -> None:
        """Upload a document; its hash shows changes, including manual ones."""
        name = f"{self._name}-{slug}"
        self.settled = s3.BucketObjectv2(
            name,
            bucket=self.bucket_name,
            key=key,
            content=content,
            content_type=CONTENT_TYPE,
            cache_control=CACHE_CONTROL,
            source_hash=content.apply(_digest),
            tags=self._args.tags,
            opts=self._options(name, f"{self._args.bucket}/{key}", keep=_OF_AN_OBJECT),
        )

    def _options(
        self, name: str, resource_id: str, *, keep: tuple[str, ...]
    ) -> pulumi.ResourceOptions:
        """Options of anything of the bucket, which a destroy takes first if it is not protected."""
        after = [self.settled] if hasattr(self, "settled") else []
        return pulumi.ResourceOptions.merge(
            pulumi.ResourceOptions(
                parent=self, depends_on=after, protect=self._args.protect or None
            ),
            self._args.adoption.options(name, resource_id, keep=keep),
        )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
