"""A bucket of public documents on Google Cloud."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_gcp import storage

from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.systems.token_issuer.rules.documents import (
    CACHE_CONTROL,
    CONTENT_TYPE,
    IssuerCloud,
    keys_path,
)

from ...base.adoption import Adoption

_OF_A_BUCKET: Final = ("labels", "uniformBucketLevelAccess")
"""Inputs that stay as they are on an adopted bucket."""

_EVERYBODY: Final = "allUsers"
_READER: Final = "roles/storage.objectViewer"


@dataclass(frozen=True, kw_only=True)
class DocumentBucketArgs:
    """Name, project, location and labels of the bucket, and the texts of both documents."""

    bucket: str
    project: str
    location: str
    discovery: pulumi.Input[str]
    keys: pulumi.Input[str]
    protect: bool = True
    adoption: Adoption = field(default_factory=Adoption)
    labels: Mapping[str, str] = field(default_factory=dict[str, str])


class DocumentBucket(pulumi.ComponentResource):
    """A bucket, then the right of everybody to read it, then its objects.

    :attr:`published` is what must exist before the issuer is used. Cloud Storage keeps deleted and
    overwritten objects for seven days (soft delete), so the bucket has no versions.

    The provider cannot import an object: those of an issuer that is kept as it is are only read,
    and a repair uploads them over what is there.
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
            opts=self._options(name, args.bucket, keep=_OF_A_BUCKET),
        )
        reader = storage.BucketIAMMember(
            f"{name}-readers",
            bucket=bucket.name,
            role=_READER,
            member=_EVERYBODY,
            opts=self._options(f"{name}-readers", f"{args.bucket} {_READER} {_EVERYBODY}"),
        )
        self.published = [
            self._object(f"{name}-{slug}", bucket, path, text, after=reader)
            for slug, path, text in (
                ("discovery", DISCOVERY_PATH, args.discovery),
                ("keys", keys_path(IssuerCloud.GCP), args.keys),
            )
        ]
        self.bucket_name = bucket.name
        self.register_outputs({"bucket": bucket.name})

    def _object(
        self,
        name: str,
        bucket: storage.Bucket,
        path: str,
        text: pulumi.Input[str],
        *,
        after: pulumi.Resource,
    ) -> storage.BucketObject:
        """Upload a text; a new one is uploaded over the old one, so that readers always find one.

        Other inputs replace the object. To delete the old one last would delete the new one.
        """
        if self._args.adoption.imports and self._args.adoption.keeps:
            return storage.BucketObject.get(
                name,
                f"{self._args.bucket}-{path}",
                bucket=bucket.name,
                name=path,
                opts=pulumi.ResourceOptions(parent=self, depends_on=[after]),
            )
        return storage.BucketObject(
            name,
            bucket=bucket.name,
            name=path,
            content=text,
            content_type=CONTENT_TYPE,
            cache_control=CACHE_CONTROL,
            opts=pulumi.ResourceOptions(
                parent=self,
                depends_on=[after],
                protect=self._args.protect or None,
                delete_before_replace=True,
            ),
        )

    def _options(
        self, name: str, resource_id: str, *, keep: tuple[str, ...] = ()
    ) -> pulumi.ResourceOptions:
        return pulumi.ResourceOptions.merge(
            pulumi.ResourceOptions(parent=self, protect=self._args.protect or None),
            self._args.adoption.options(name, resource_id, keep=keep),
        )
