"""AWS on this machine, for a real provider: moto, as the proxy of whoever is told so.

The proxy serves every host name of AWS, so that nothing has to name an endpoint. It listens on the
loopback address alone, and whatever it does not know it answers itself.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import boto3
import moto
from botocore.config import Config
from botocore.exceptions import ClientError

from tests.kit.places import REPOSITORY

SECONDS: Final = 60
REGIONS: Final = (
    "us-east-1", "us-east-2", "us-west-2", "eu-central-1", "eu-west-1", "us-gov-west-1",
)  # fmt: skip
"""Regions of the examples, in which everything is looked for."""
_AUTHORITY: Final = Path(moto.__file__).parent / "moto_proxy" / "ca.crt"
_LISTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "buckets": ("s3", "list_buckets", "Buckets", "Name"),
    "roles": ("iam", "list_roles", "Roles", "RoleName"),
    "users": ("iam", "list_users", "Users", "UserName"),
    "policies": ("iam", "list_policies", "Policies", "Arn"),
    "OIDC providers": (
        "iam", "list_open_id_connect_providers", "OpenIDConnectProviderList", "Arn",
    ),
    "distributions": ("cloudfront", "list_distributions", "DistributionList.Items", "Id"),
    "access controls": (
        "cloudfront", "list_origin_access_controls", "OriginAccessControlList.Items", "Id",
    ),
    "key aliases": ("kms", "list_aliases", "Aliases", "AliasName"),
}  # fmt: skip
"""What is looked for: client, operation, path in its answer, and name."""
_OF_A_BUCKET: Final = (
    "bucket_encryption", "bucket_lifecycle_configuration", "bucket_logging",
    "bucket_ownership_controls", "bucket_policy", "bucket_tagging", "bucket_versioning",
    "public_access_block",
)  # fmt: skip
_OF_AWS: Final = ("alias/aws/", "arn:aws:iam::aws:")
"""Beginnings of names of what AWS itself has in every account."""
_GLOBAL: Final = ("s3", "iam", "cloudfront")


class LocalAws:
    """A running proxy, and who is signed in: somebody of the account of the examples."""

    def __init__(self, port: int) -> None:
        self._proxy = f"http://127.0.0.1:{port}"
        self._session: Mapping[str, str] = {
            "AccessKeyId": "testing",
            "SecretAccessKey": "testing",
            "SessionToken": "testing",
        }

    @property
    def environment(self) -> Mapping[str, str]:
        """What brings a process here, as whoever is signed in."""
        return {
            "AWS_ACCESS_KEY_ID": self._session["AccessKeyId"],
            "AWS_SECRET_ACCESS_KEY": self._session["SecretAccessKey"],
            "AWS_SESSION_TOKEN": self._session["SessionToken"],
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CA_BUNDLE": str(_AUTHORITY),
            "HTTPS_PROXY": self._proxy,
            "NO_PROXY": "127.0.0.1,localhost",
        }

    def assume(self, role_arn: str) -> None:
        """Sign in with a role, in the account of the role; nobody has to make it."""
        answer = self.client("sts").assume_role(RoleArn=role_arn, RoleSessionName="tests")
        self._session = answer["Credentials"]

    def client(self, service: str, region: str = "us-east-1") -> Any:  # noqa: ANN401 - boto3 has no types
        """A client of AWS that talks to the proxy."""
        make = cast("Any", boto3.client)  # pyright: ignore[reportUnknownMemberType]
        return make(
            service,
            region_name=region,
            aws_access_key_id=self._session["AccessKeyId"],
            aws_secret_access_key=self._session["SecretAccessKey"],
            aws_session_token=self._session["SessionToken"],
            verify=str(_AUTHORITY),
            config=Config(proxies={"https": self._proxy}),
        )

    def found(self) -> Mapping[str, list[str]]:
        """Names of what exists, by kind; kinds of which there is nothing are left out."""
        names: dict[str, list[str]] = {}
        for kind, (service, operation, path, name) in _LISTS.items():
            for region in REGIONS[:1] if service in _GLOBAL else REGIONS:
                found: Any = getattr(self.client(service, region), operation)()
                for part in path.split("."):
                    found = found.get(part, [])
                listed = [each[name] for each in found]
                names.setdefault(kind, []).extend(each for each in listed if not each.startswith(_OF_AWS))
        names["keys"] = list(self._keys())
        return {kind: sorted({*listed}) for kind, listed in names.items() if listed}

    def properties(self) -> Mapping[str, Any]:
        """What AWS says of each bucket, role and OIDC provider, to compare it."""
        s3, iam = self.client("s3"), self.client("iam")
        told: dict[str, Any] = {}
        for bucket in self.found().get("buckets", ()):
            for what in _OF_A_BUCKET:
                told[f"{bucket} {what}"] = _answer(getattr(s3, f"get_{what}"), bucket)
            for each in s3.list_objects_v2(Bucket=bucket).get("Contents", ()):
                found = s3.get_object(Bucket=bucket, Key=each["Key"])
                told[f"{bucket}/{each['Key']}"] = (found["Body"].read(), found["Metadata"])
        for role in self.found().get("roles", ()):
            told[role] = _said(iam.get_role(RoleName=role))
            for policy in iam.list_role_policies(RoleName=role)["PolicyNames"]:
                text = iam.get_role_policy(RoleName=role, PolicyName=policy)
                told[f"{role} {policy}"] = _said(text)
        for arn in self.found().get("OIDC providers", ()):
            told[arn] = _said(iam.get_open_id_connect_provider(OpenIDConnectProviderArn=arn))
        return told

    def _keys(self) -> Iterator[str]:
        """Keys that are not about to be deleted, and that AWS does not manage."""
        for region in REGIONS:
            client = self.client("kms", region)
            for each in client.list_keys()["Keys"]:
                described = client.describe_key(KeyId=each["KeyId"])["KeyMetadata"]
                if described["KeyState"] == "Enabled" and described["KeyManager"] == "CUSTOMER":
                    yield each["KeyId"]


def _answer(ask: Callable[..., Any], bucket: str) -> Any:  # noqa: ANN401 - boto3 has no types
    """What AWS says of a part of a bucket, or why it has none."""
    try:
        return _said(ask(Bucket=bucket))
    except ClientError as error:
        return str(error)


def _said(answer: Any) -> Any:  # noqa: ANN401 - boto3 has no types
    """An answer without what differs from call to call."""
    return {key: value for key, value in answer.items() if key != "ResponseMetadata"}


@contextmanager
def local_aws() -> Generator[LocalAws]:
    """Run the proxy in a process of its own, with the account of the examples."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    command = [sys.executable, "-m", "tests.engine.local_moto", "-H", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env={**os.environ, "MOTO_PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _await(port, process)
        yield LocalAws(port)
    finally:
        process.terminate()
        process.wait()


def _await(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, "moto's proxy has ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("moto's proxy does not listen")
