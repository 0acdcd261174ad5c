"""The ARNs of rights: as narrow as the inputs of a resource say, and as wide as they do not."""

import pytest

from openshift_credentials.deployer.aws import TARGETS
from openshift_credentials.deployer.registered import Registered
from openshift_credentials.platforms import resource_types

ACCOUNT = {"region": "us-east-1", "allowedAccountIds": ["123456789012"]}
ROLE = "arn:aws:iam::123456789012:role"
MADE = Registered(type=resource_types.IAM_ROLE, name="", inputs={"name": "made", "path": "/ops/"}, provider=ACCOUNT)


@pytest.mark.parametrize(
    ("inputs", "sources", "arn"),
    [
        ({"role": "theirs"}, (), f"{ROLE}/theirs"),
        ({"role": f"{ROLE}/ops/theirs"}, (), f"{ROLE}/ops/theirs"),
        ({}, (), f"{ROLE}/*"),
        ({"role": ""}, (), f"{ROLE}/*"),
        ({"role": {"unknown": True}}, (), f"{ROLE}/*"),
        ({"role": "made"}, (MADE,), f"{ROLE}/ops/made"),
    ],
)
def test_a_policy_is_written_to_its_role(inputs: dict[str, object], sources: tuple[Registered, ...], arn: str) -> None:
    policy = Registered(
        type="aws:iam/rolePolicy:RolePolicy", name="", inputs=inputs, provider=ACCOUNT, depends_on={"role": sources}
    )
    assert TARGETS["its_role"](policy) == (arn,)


@pytest.mark.parametrize(
    ("provider", "arn"),
    [
        ({}, "arn:aws:iam::*:user/theirs"),
        ({"region": "cn-north-1"}, "arn:aws-cn:iam::*:user/theirs"),
        (ACCOUNT, "arn:aws:iam::123456789012:user/theirs"),
    ],
)
def test_a_key_belongs_to_its_user_in_the_account_of_the_provider(provider: dict[str, object], arn: str) -> None:
    key = Registered(type="aws:iam/accessKey:AccessKey", name="", inputs={"user": "theirs"}, provider=provider)
    assert TARGETS["its_user"](key) == (arn,)
