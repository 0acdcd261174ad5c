"""The content of each mode as the builders write it, and values that they refuse."""

import json
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.platforms.azure.names import AzureCloud
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, CredentialMode, detect
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent, encode
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.samples import CLIENT_SECRET as CLIENT_SECRET_FILE, managed_identity
from tests.systems.etcd_backup.rules.strategies import A_GUID

STS = st.builds(payloads.aws_sts, strategies.role_arns)


STATIC = st.builds(
    payloads.aws_static, strategies.access_key_ids, strategies.secret_access_keys, strategies.session_tokens
)


WORKLOAD_IDENTITY = st.builds(
    payloads.azure_workload_identity,
    strategies.guids,
    strategies.guids,
    strategies.guids,
    strategies.resource_groups,
    strategies.clouds,
)


def client_secret_dotenv(
    subscription: str, tenant: str, client: str, client_secret: str, group: str, cloud: str
) -> SecretContent:
    """The dotenv of Velero with a client secret, as OADP's plugin copies it (version next)."""
    identity = payloads.azure_workload_identity(subscription, tenant, client, group, cloud)
    dotenv = identity["cloud"] + f"AZURE_CLIENT_SECRET={client_secret}\n"
    return payloads.copy_as_plugin({"cloud": dotenv})


CLIENT_SECRET_DOTENV = st.builds(
    client_secret_dotenv,
    strategies.guids,
    strategies.guids,
    strategies.guids,
    strategies.client_secrets,
    strategies.resource_groups,
    strategies.clouds,
)


MANAGED_IDENTITY = strategies.managed_identity_credentials.map(
    lambda identity: {"credentials": identity.to_json().decode()}
)


BUILT = st.one_of(
    st.tuples(st.just(CredentialMode.AWS_STS), STS),
    st.tuples(st.just(CredentialMode.AWS_STATIC), STATIC),
    st.tuples(st.just(CredentialMode.AZURE_WORKLOAD_IDENTITY), WORKLOAD_IDENTITY),
    st.tuples(st.just(CredentialMode.AZURE_CLIENT_SECRET), CLIENT_SECRET_FILE),
    st.tuples(st.just(CredentialMode.AZURE_MANAGED_IDENTITY), MANAGED_IDENTITY),
)


VERSIONS = st.sampled_from(ContractVersion)


NOT_THROUGH_OADP = (
    r"^mode azure-client-secret cannot be reached through OADP: the plugin's copy has key 'cloud', "
    r"and the operator \(contract (2026-08|next)\) then detects azure-managed-identity; "
    r"create the Secret in the operator's namespace instead$"
)


@given(BUILT, VERSIONS)
def test_the_operator_detects_the_mode_of_the_builder(
    built: tuple[CredentialMode, SecretContent], version: ContractVersion
) -> None:
    mode, payload = built
    assert detect(mode.storage_type, encode(payload), version).mode is mode


@given(BUILT, VERSIONS)
def test_the_operator_detects_the_mode_of_the_builder_after_the_copy_too(
    built: tuple[CredentialMode, SecretContent], version: ContractVersion
) -> None:
    mode, payload = built
    if mode is CredentialMode.AZURE_CLIENT_SECRET:
        with pytest.raises(ContractError, match=NOT_THROUGH_OADP):
            payloads.for_oadp(mode, payload, version=version)
        return
    source = payloads.for_oadp(mode, payload, version=version)
    assert list(source) == ["cloud"]
    copied = payloads.copy_as_plugin(source, "cloud")
    assert detect(mode.storage_type, encode(copied), version).mode is mode


@given(CLIENT_SECRET_DOTENV)
def test_a_client_secret_reaches_the_job_through_oadp_in_the_next_version_only(payload: SecretContent) -> None:
    mode = CredentialMode.AZURE_CLIENT_SECRET
    source = payloads.for_oadp(mode, payload, version=ContractVersion.NEXT)
    copied = payloads.copy_as_plugin(source)
    assert detect("AzureBlob", encode(copied), ContractVersion.NEXT).mode is mode
    assert payload == copied
    with pytest.raises(ContractError, match="then detects azure-workload-identity"):
        payloads.for_oadp(mode, payload, version=ContractVersion.CURRENT)


def test_each_payload_has_its_documented_form() -> None:
    arn = "arn:aws:iam::123456789012:role/etcd-backup"
    assert payloads.aws_sts(arn) == {"credentials": arn}
    key, secret = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    assert payloads.aws_static(key, secret, "token") == {
        "credentials": "[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = "
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\naws_session_token = token\n"
    }
    assert "session" not in payloads.aws_static(key, secret)["credentials"]
    subscription, tenant, client = (A_GUID.replace("1", digit) for digit in "567")
    dotenv = (
        f"AZURE_SUBSCRIPTION_ID={subscription}\nAZURE_TENANT_ID={tenant}\n"
        f"AZURE_CLIENT_ID={client}\nAZURE_RESOURCE_GROUP=group\n"
        "AZURE_CLOUD_NAME=AzurePublicCloud\n"
    )
    identity = payloads.azure_workload_identity(subscription, tenant, client, "group")
    assert identity == {"cloud": dotenv}
    china = payloads.azure_workload_identity(subscription, tenant, client, "group", AzureCloud.CHINA)
    assert china == {"cloud": dotenv.replace("AzurePublicCloud", "AzureChinaCloud")}
    service_principal = payloads.azure_client_secret(subscription, tenant, client, "~s")
    assert list(service_principal) == ["credentials"]
    assert service_principal["credentials"].startswith('{\n  "subscriptionId": "')
    assert managed_identity().to_json().startswith(b'{\n  "authentication_endpoint": "https')
    assert json.loads(service_principal["credentials"]) == {
        "subscriptionId": subscription,
        "tenantId": tenant,
        "clientId": client,
        "clientSecret": "~s",
    }


@given(st.dictionaries(st.text(), st.text()), st.text(), st.text())
def test_the_plugin_copies_one_key_and_always_writes_credentials(others: dict[str, str], key: str, value: str) -> None:
    copied = payloads.copy_as_plugin({**others, key: value}, key)
    assert copied == {"credentials": value, key: value}


def test_the_plugin_fails_without_its_key() -> None:
    with pytest.raises(ContractError, match="copies key 'azure', and the Secret has no such key"):
        payloads.copy_as_plugin({"cloud": ""}, "azure")


# Values that no credential Secret takes.

MARKER = "planted-marker"


WRONG_STATIC = partial(payloads.aws_static, access_key_id="A" * 20, secret_access_key="s" * 40)
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
    ("access_key_id", f"{MARKER}-0123456789", WRONG_STATIC),
    ("access_key_id", "A" * 15, WRONG_STATIC),
    ("access_key_id", "A" * 129, WRONG_STATIC),
    ("secret_access_key", f"{MARKER} #9876", WRONG_STATIC),
    ("secret_access_key", "s" * 15, WRONG_STATIC),
    ("secret_access_key", "s" * 129, WRONG_STATIC),
    ("session_token", f"{MARKER}\n", WRONG_STATIC),
    ("session_token", "", WRONG_STATIC),
    ("session_token", "t" * 16_385, WRONG_STATIC),
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
