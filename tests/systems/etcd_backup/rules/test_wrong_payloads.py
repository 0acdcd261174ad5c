"""Values that no credential Secret takes."""

from collections.abc import Callable
from functools import partial

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.azure.names import AzureCloud
from openshift_credentials.systems.etcd_backup.rules import payloads
from tests.systems.etcd_backup.rules.strategies import A_GUID

MARKER = "planted-marker"


STATIC = partial(payloads.aws_static, access_key_id="A" * 20, secret_access_key="s" * 40)
IDS = {"subscription_id": A_GUID, "tenant_id": A_GUID, "client_id": A_GUID}
WORKLOAD = partial(payloads.azure_workload_identity, **IDS, resource_group="group")
CLIENT_SECRET = partial(payloads.azure_client_secret, **IDS, client_secret="secret")

BAD_FIELDS: list[tuple[str, str, Callable[..., object]]] = [
    ("role_arn", MARKER, payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:role/{MARKER}\n", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:user/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:sts::123456789012:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam:us-east-1:123456789012:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::12345678901:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:gcp:iam::123456789012:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:role/{'a' * 65}{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:role/{'a' * 511}/{MARKER}", payloads.aws_sts),
    ("access_key_id", f"{MARKER}-0123456789", STATIC),
    ("access_key_id", "A" * 15, STATIC),
    ("access_key_id", "A" * 129, STATIC),
    ("secret_access_key", f"{MARKER} #9876", STATIC),
    ("secret_access_key", "s" * 15, STATIC),
    ("secret_access_key", "s" * 129, STATIC),
    ("session_token", f"{MARKER}\n", STATIC),
    ("session_token", "", STATIC),
    ("session_token", "t" * 16_385, STATIC),
    ("subscription_id", MARKER, WORKLOAD),
    ("tenant_id", MARKER, WORKLOAD),
    ("client_id", f"{A_GUID}\n", WORKLOAD),
    ("resource_group", f"{MARKER}\nAZURE_CLIENT_ID=", WORKLOAD),
    ("cloud_name", f"{MARKER}", WORKLOAD),
    ("subscription_id", MARKER, CLIENT_SECRET),
    ("tenant_id", MARKER, CLIENT_SECRET),
    ("client_id", MARKER, CLIENT_SECRET),
    ("client_secret", f"{MARKER}\n", CLIENT_SECRET),
    ("client_secret", f"{MARKER}\r", CLIENT_SECRET),
    ("client_secret", "", CLIENT_SECRET),
]


@pytest.mark.parametrize(("field", "bad", "build"), BAD_FIELDS)
def test_a_bad_value_is_refused_by_field_name_and_never_shown(
    field: str, bad: str, build: Callable[..., object]
) -> None:
    with pytest.raises(UnusableInputError) as caught:
        build(**{field: bad})
    assert [str(problem).split(":")[0] for problem in caught.value.problems] == [field]
    assert MARKER not in str(caught.value)
    assert " must be " in f" {caught.value}"


def test_all_bad_fields_are_named_at_once() -> None:
    with pytest.raises(UnusableInputError) as caught:
        payloads.azure_workload_identity("a", "b", "c", "", "d")
    assert [str(problem).split(":")[0] for problem in caught.value.problems] == [
        "subscription_id",
        "tenant_id",
        "client_id",
        "resource_group",
        "cloud_name",
    ]
    assert str(caught.value.problems[-1]) == f"cloud_name: must be one of {', '.join(AzureCloud)}"
