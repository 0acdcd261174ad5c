"""Values that no credential Secret takes."""

from collections.abc import Callable

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.systems.etcd_backup.rules import payloads
from tests.systems.etcd_backup.rules.strategies import A_GUID

MARKER = "planted-marker"


BAD_FIELDS: list[tuple[str, str, Callable[[str], object]]] = [
    ("role_arn", MARKER, payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:role/{MARKER}\n", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:user/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:sts::123456789012:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam:us-east-1:123456789012:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::12345678901:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:gcp:iam::123456789012:role/{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:role/{'a' * 65}{MARKER}", payloads.aws_sts),
    ("role_arn", f"arn:aws:iam::123456789012:role/{'a' * 511}/{MARKER}", payloads.aws_sts),
    ("access_key_id", f"{MARKER}-0123456789", lambda bad: payloads.aws_static(bad, "s" * 40)),
    ("access_key_id", "A" * 15, lambda bad: payloads.aws_static(bad, "s" * 40)),
    ("access_key_id", "A" * 129, lambda bad: payloads.aws_static(bad, "s" * 40)),
    ("secret_access_key", f"{MARKER} #9876", lambda bad: payloads.aws_static("A" * 20, bad)),
    ("secret_access_key", "s" * 15, lambda bad: payloads.aws_static("A" * 20, bad)),
    ("secret_access_key", "s" * 129, lambda bad: payloads.aws_static("A" * 20, bad)),
    ("session_token", f"{MARKER}\n", lambda bad: payloads.aws_static("A" * 20, "s" * 40, bad)),
    ("session_token", "", lambda bad: payloads.aws_static("A" * 20, "s" * 40, bad)),
    ("session_token", "t" * 16_385, lambda bad: payloads.aws_static("A" * 20, "s" * 40, bad)),
    (
        "subscription_id",
        MARKER,
        lambda bad: payloads.azure_workload_identity(bad, A_GUID, A_GUID, "group"),
    ),
    (
        "tenant_id",
        MARKER,
        lambda bad: payloads.azure_workload_identity(A_GUID, bad, A_GUID, "group"),
    ),
    (
        "client_id",
        f"{A_GUID}\n",
        lambda bad: payloads.azure_workload_identity(A_GUID, A_GUID, bad, "group"),
    ),
    (
        "resource_group",
        f"{MARKER}\nAZURE_CLIENT_ID=",
        lambda bad: payloads.azure_workload_identity(A_GUID, A_GUID, A_GUID, bad),
    ),
    (
        "cloud_name",
        f"{MARKER}",
        lambda bad: payloads.azure_workload_identity(A_GUID, A_GUID, A_GUID, "group", bad),
    ),
    (
        "subscription_id",
        MARKER,
        lambda bad: payloads.azure_client_secret(bad, A_GUID, A_GUID, "secret"),
    ),
    ("tenant_id", MARKER, lambda bad: payloads.azure_client_secret(A_GUID, bad, A_GUID, "secret")),
    ("client_id", MARKER, lambda bad: payloads.azure_client_secret(A_GUID, A_GUID, bad, "secret")),
    (
        "client_secret",
        f"{MARKER}\n",
        lambda bad: payloads.azure_client_secret(A_GUID, A_GUID, A_GUID, bad),
    ),
    (
        "client_secret",
        f"{MARKER}\r",
        lambda bad: payloads.azure_client_secret(A_GUID, A_GUID, A_GUID, bad),
    ),
    ("client_secret", "", lambda bad: payloads.azure_client_secret(A_GUID, A_GUID, A_GUID, bad)),
]


@pytest.mark.parametrize(("field", "bad", "build"), BAD_FIELDS)
def test_a_bad_value_is_refused_by_field_name_and_never_shown(
    field: str, bad: str, build: Callable[[str], object]
) -> None:
    with pytest.raises(UnusableInputError) as caught:
        build(bad)
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
