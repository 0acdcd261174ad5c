"""What a run has in an account of AWS: buckets, roles and OIDC providers by name, keys by tag."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from botocore.exceptions import ClientError
from typing_extensions import override

from tests.acceptance.run import TAG, Account, Item, Run

BUCKET, ROLE, PROVIDER, KEY = "bucket", "role", "OIDC provider", "key"
_DELETION: Final = "PendingDeletion"


class AwsAccount(Account):
    """``client`` makes a client of boto3 for a service, in the region of the run."""

    def __init__(self, run: Run, client: Callable[[str], Any]) -> None:
        self._run = run
        self._s3, self._iam, self._kms = client("s3"), client("iam"), client("kms")
        self._tags = client("resourcegroupstaggingapi")

    @override
    def own(self) -> list[Item]:
        return [*self._buckets(), *self._roles(), *self._providers(), *self._keys()]

    @override
    def empty(self) -> None:
        for bucket in self._buckets():
            self._empty(bucket.name)

    @override
    def remove(self, item: Item) -> None:
        match item.kind:
            case "bucket":
                self._empty(item.name)
                self._s3.delete_bucket(Bucket=item.name)
            case "role":
                for policy in self._iam.list_role_policies(RoleName=item.name)["PolicyNames"]:
                    self._iam.delete_role_policy(RoleName=item.name, PolicyName=policy)
                self._iam.delete_role(RoleName=item.name)
            case "OIDC provider":
                self._iam.delete_open_id_connect_provider(OpenIDConnectProviderArn=item.name)
            case _:
                for alias in self._kms.list_aliases(KeyId=item.name)["Aliases"]:
                    self._kms.delete_alias(AliasName=alias["AliasName"])
                self._kms.schedule_key_deletion(KeyId=item.name, PendingWindowInDays=7)

    def _buckets(self) -> Iterator[Item]:
        for page in self._s3.get_paginator("list_buckets").paginate():
            for bucket in page["Buckets"]:
                if self._run.owns(bucket["Name"]):
                    yield Item(BUCKET, bucket["Name"])

    def _roles(self) -> Iterator[Item]:
        for page in self._iam.get_paginator("list_roles").paginate():
            for role in page["Roles"]:
                if self._run.owns(role["RoleName"]):
                    yield Item(ROLE, role["RoleName"])

    def _providers(self) -> Iterator[Item]:
        """Those of issuers in a bucket of the run."""
        for provider in self._iam.list_open_id_connect_providers()["OpenIDConnectProviderList"]:
            if self._run.owns(provider["Arn"].partition("/")[2]):
                yield Item(PROVIDER, provider["Arn"])

    def _keys(self) -> Iterator[Item]:
        """Keys with exactly the tag of the run; one that waits for its deletion is gone."""
        asked = {"TagFilters": [{"Key": TAG, "Values": [self._run.prefix]}]}
        pages = self._tags.get_paginator("get_resources")
        for page in pages.paginate(ResourceTypeFilters=["kms:key"], **asked):
            for found in page["ResourceTagMappingList"]:
                key = self._kms.describe_key(KeyId=found["ResourceARN"])["KeyMetadata"]
                if key["KeyState"] != _DELETION:
                    yield Item(KEY, key["KeyId"])

    def _empty(self, bucket: str) -> None:
        with suppress(ClientError):  # a denial that keeps readers out also keeps this run out
            self._s3.delete_bucket_policy(Bucket=bucket)
        for page in self._s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
            for each in [*page.get("Versions", []), *page.get("DeleteMarkers", [])]:
                self._s3.delete_object(Bucket=bucket, Key=each["Key"], VersionId=each["VersionId"])
