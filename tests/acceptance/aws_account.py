"""An account of AWS, through boto3."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, cast

from botocore.exceptions import ClientError

from tests.acceptance.account import Tagged, UnknownKindError
from tests.acceptance.run import TAG, Run, is_ours
from tests.acceptance.stacks import UNKNOWN_ISSUER

Client = Callable[[str, str], Any]
"""A client of boto3 for a service and a region."""

BUCKET, KEY, ROLE, PROVIDER = "bucket", "key", "role", "OIDC provider"
_GLOBAL: Final = "us-east-1"
_GONE: Final = {"404", "NoSuchBucket", "NotFoundException"}
_DELETION: Final = "PendingDeletion"


class AwsAccount:
    """The regions of a run, and the global services."""

    def __init__(self, client: Client, region: str, others: Collection[str]) -> None:
        self._client = client
        self._region = region
        self._regions = sorted({region, *others, _GLOBAL})

    def make_by_hand(self, run: Run) -> Mapping[str, str]:
        """A bucket and a role, as a person makes them on the console."""
        tags = [{"Key": key, "Value": value} for key, value in run.tags.items()]
        bucket, role = f"{run.name}-import", f"{run.name}-import"
        s3, iam = self._client("s3", self._region), self._client("iam", _GLOBAL)
        elsewhere = {"CreateBucketConfiguration": {"LocationConstraint": self._region}}
        s3.create_bucket(Bucket=bucket, **(elsewhere if self._region != _GLOBAL else {}))
        s3.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": tags})
        host = UNKNOWN_ISSUER.removeprefix("https://")
        trust = {
            "Effect": "Allow",
            "Action": "sts:AssumeRoleWithWebIdentity",
            "Principal": {"Federated": f"arn:aws:iam::{run.place}:oidc-provider/{host}"},
            "Condition": {"StringEquals": {f"{host}:aud": "nobody"}},
        }
        document = json.dumps({"Version": "2012-10-17", "Statement": [trust]})
        made = iam.create_role(RoleName=role, AssumeRolePolicyDocument=document, Tags=tags)
        return {"bucket": bucket, "role": made["Role"]["Arn"]}

    def empty_stores(self, run: Run) -> None:
        """Delete all versions in every bucket of the run; a lock of governance does not hold."""
        for item in self.tagged():
            if item.kind == BUCKET and item.tag == run.tag:
                self._empty(item.identifier)

    def tidy(self, run: Run) -> None:
        """Nothing to do: a stack takes over bucket and role."""

    def tagged(self) -> Collection[Tagged]:
        """What the tagging API lists, and what it does not: roles and OIDC providers."""
        found = (*self._roles(), *self._providers(), *self._of_the_regions())
        return dict.fromkeys(found)  # a global resource may be listed in several regions

    def _of_the_regions(self) -> Iterator[Tagged]:
        for region in self._regions:
            pages = self._client("resourcegroupstaggingapi", region).get_paginator("get_resources")
            for page in pages.paginate(TagFilters=[{"Key": TAG}]):
                for listed in page["ResourceTagMappingList"]:
                    yield from self._listed(listed["ResourceARN"], _tag(listed["Tags"]), region)

    def remove(self, item: Tagged) -> None:
        match item.kind:
            case "bucket":
                self._empty(item.identifier)
                self._client("s3", _GLOBAL).delete_bucket(Bucket=item.identifier)
            case "role":
                self._remove_role(item.identifier)
            case "OIDC provider":
                iam = self._client("iam", _GLOBAL)
                iam.delete_open_id_connect_provider(OpenIDConnectProviderArn=item.identifier)
            case "key":
                kms = self._client("kms", item.identifier.split(":")[3])
                key = item.identifier.rpartition("/")[2]
                for alias in kms.list_aliases(KeyId=key)["Aliases"]:
                    kms.delete_alias(AliasName=alias["AliasName"])
                kms.schedule_key_deletion(KeyId=key, PendingWindowInDays=7)
            case _:
                raise UnknownKindError(item)

    def _listed(self, arn: str, tag: str, region: str) -> Iterator[Tagged]:
        """A resource of the tagging API, which also lists what was deleted some minutes ago."""
        service = arn.split(":")[2]
        if service == "iam":
            return  # read by IAM itself
        if service == "s3":
            name = arn.rpartition(":")[2]
            if _exists(lambda: self._client("s3", _GLOBAL).head_bucket(Bucket=name)):
                yield Tagged(BUCKET, name, tag)
        elif service == "kms":
            key = self._client("kms", region).describe_key(KeyId=arn)["KeyMetadata"]
            waits = ""
            if key["KeyState"] == _DELETION:
                waits = f"AWS deletes it on {key['DeletionDate']:%Y-%m-%d}, free until then"
            yield Tagged(KEY, arn, tag, waits)
        else:
            yield Tagged(service, arn, tag)

    def _roles(self) -> Iterator[Tagged]:
        iam = self._client("iam", _GLOBAL)
        for page in iam.get_paginator("list_roles").paginate():
            for name in [each["RoleName"] for each in page["Roles"]]:
                if is_ours(name) and (tag := _tag(iam.list_role_tags(RoleName=name)["Tags"])):
                    yield Tagged(ROLE, name, tag)

    def _providers(self) -> Iterator[Tagged]:
        iam = self._client("iam", _GLOBAL)
        for listed in iam.list_open_id_connect_providers()["OpenIDConnectProviderList"]:
            arn = listed["Arn"]
            tags = iam.list_open_id_connect_provider_tags(OpenIDConnectProviderArn=arn)["Tags"]
            if tag := _tag(tags):
                yield Tagged(PROVIDER, arn, tag)

    def _remove_role(self, name: str) -> None:
        iam = self._client("iam", _GLOBAL)
        for policy in iam.list_role_policies(RoleName=name)["PolicyNames"]:
            iam.delete_role_policy(RoleName=name, PolicyName=policy)
        for policy in iam.list_attached_role_policies(RoleName=name)["AttachedPolicies"]:
            iam.detach_role_policy(RoleName=name, PolicyArn=policy["PolicyArn"])
        iam.delete_role(RoleName=name)

    def _empty(self, bucket: str) -> None:
        s3 = self._client("s3", _GLOBAL)
        with suppress(ClientError):  # a denial that keeps readers out also keeps this run out
            s3.delete_bucket_policy(Bucket=bucket)
        pages: Any = s3.get_paginator("list_object_versions").paginate(Bucket=bucket)
        for page in pages:
            versions: list[Any] = page.get("Versions", []) + page.get("DeleteMarkers", [])
            for each in versions:
                s3.delete_object(
                    Bucket=bucket,
                    Key=each["Key"],
                    VersionId=each["VersionId"],
                    BypassGovernanceRetention=True,
                )


def _tag(tags: list[Mapping[str, str]]) -> str:
    return next((each["Value"] for each in tags if each["Key"] == TAG), "")


def _exists(read: Callable[[], object]) -> bool:
    try:
        read()
    except ClientError as error:
        code = str(cast("Any", error).response.get("Error", {}).get("Code", ""))
        if code in _GONE:
            return False
        raise
    return True
