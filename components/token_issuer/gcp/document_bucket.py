"""A bucket of public documents on Google Cloud."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import pulumi
from pulumi_gcp import storage

from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.systems.token_issuer.plan import Document
from openshift_credentials.systems.token_issuer.rules.documents import (
    CACHE_CONTROL,
    CONTENT_TYPE,
    Cloud,
    keys_path,
)

from ...base.adoption import Adoption

_PATHS: Final = (("discovery", DISCOVERY_PATH), ("keys", keys_path(Cloud.GCP)))
_OF_A_BUCKET: Final = ("forceDestroy", "labels", "uniformBucketLevelAccess")
_OF_AN_OBJECT: Final = ("cacheControl", "content", "contentType")
"""Inputs that stay as they are on an adopted resource."""

_EVERYBODY: Final = "allUsers"
_READER: Final = "roles/storage.objectViewer"


@dataclass(frozen=True, kw_only=True)
class DocumentBucketArgs:
    """Name, project, location and labels of the bucket, and both documents."""

    bucket: str
    project: str
    location: str
    documents: pulumi.Output[Sequence[Document]]
    protect: bool = True
    adoption: Adoption = field(default_factory=Adoption)
    labels: Mapping[str, str] = field(default_factory=dict[str, str])


class DocumentBucket(pulumi.ComponentResource):
    """A bucket, then the right of everybody to read it, then its objects.

    :attr:`published` is what must exist before the issuer is used. Cloud Storage keeps deleted and
    overwritten objects for seven days (soft delete), so the bucket has no versions.
    """

    def __init__(
        self, name: str, args: DocumentBucketArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:gcp:DocumentBucket", name, None, opts)
        self._args = args
        bucket = storage.Bucket(
            name,
            name=args.bucket,
            project=args.project,
            location=args.location,
            uniform_bucket_level_access=True,
            labels=args.labels or None,
            opts=self._options(name, f"{args.project}/{args.bucket}", keep=_OF_A_BUCKET),
        )
        reader = storage.BucketIAMMember(
            f"{name}-readers",
            bucket=bucket.name,
            role=_READER,
            member=_EVERYBODY,
            opts=self._options(f"{name}-readers", f"{args.bucket} {_READER} {_EVERYBODY}"),
        )
        self.published = [
            storage.BucketObject(
                f"{name}-{slug}",
                bucket=bucket.name,
                name=path,
                content=args.documents.apply(partial(_text, index)),
                content_type=CONTENT_TYPE,
                cache_control=CACHE_CONTROL,
                opts=pulumi.ResourceOptions.merge(
                    self._options(f"{name}-{slug}", f"{args.bucket}/{path}", keep=_OF_AN_OBJECT),
                    pulumi.ResourceOptions(depends_on=[reader]),
                ),
            )
            for index, (slug, path) in enumerate(_PATHS)
        ]
        self.bucket_name = bucket.name
        self.register_outputs({"bucket": bucket.name})

    def _options(
        self, name: str, resource_id: str, *, keep: tuple[str, ...] = ()
    ) -> pulumi.ResourceOptions:
        return pulumi.ResourceOptions.merge(
            pulumi.ResourceOptions(parent=self, protect=self._args.protect or None),
            self._args.adoption.options(name, resource_id, keep=keep),
        )


def _text(index: int, found: Sequence[Document]) -> str:
    return found[index].text
