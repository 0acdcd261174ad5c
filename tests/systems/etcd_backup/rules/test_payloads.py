import base64
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.azure.managed_identity import ManagedIdentityCredentials
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode, detect
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent, encode
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.strategies import A_GUID

STS = st.builds(payloads.aws_sts, strategies.role_arns)
STATIC = st.builds(
    payloads.aws_static,
    strategies.access_key_ids,
    strategies.secret_access_keys,
    strategies.session_tokens,
)
WORKLOAD_IDENTITY = st.builds(
    payloads.azure_workload_identity,
    strategies.guids,
    strategies.guids,
    strategies.guids,
    strategies.resource_groups,
    strategies.clouds,
)
CLIENT_SECRET = st.builds(
    payloads.azure_client_secret,
    strategies.guids,
    strategies.guids,
    strategies.guids,
    strategies.client_secrets,
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
MANAGED_IDENTITY = st.builds(
    payloads.azure_managed_identity, strategies.managed_identity_credentials
)
BUILT = st.one_of(
    st.tuples(st.just(CredentialMode.AWS_STS), STS),
    st.tuples(st.just(CredentialMode.AWS_STATIC), STATIC),
    st.tuples(st.just(CredentialMode.AZURE_WORKLOAD_IDENTITY), WORKLOAD_IDENTITY),
    st.tuples(st.just(CredentialMode.AZURE_CLIENT_SECRET), CLIENT_SECRET),
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
def test_a_client_secret_reaches_the_job_through_oadp_in_the_next_version_only(
    payload: SecretContent,
) -> None:
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
        "credentials": "[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\n"
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n"
        "aws_session_token = token\n"
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
    china = payloads.azure_workload_identity(
        subscription, tenant, client, "group", AzureCloud.CHINA
    )
    assert china == {"cloud": dotenv.replace("AzurePublicCloud", "AzureChinaCloud")}
    service_principal = payloads.azure_client_secret(subscription, tenant, client, "~s")
    assert list(service_principal) == ["credentials"]
    assert service_principal["credentials"].startswith('{\n  "subscriptionId": "')
    assert _identity().to_json().startswith(b'{\n  "authentication_endpoint": "https')
    assert json.loads(service_principal["credentials"]) == {
        "subscriptionId": subscription,
        "tenantId": tenant,
        "clientId": client,
        "clientSecret": "~s",
    }


def test_a_managed_identity_file_is_kept_byte_for_byte() -> None:
    document = "\n" + _identity().to_json().decode() + "\r\n"
    assert payloads.azure_managed_identity(document) == {"credentials": document}


@given(st.dictionaries(st.text(), st.text()), st.text(), st.text())
def test_the_plugin_copies_one_key_and_always_writes_credentials(
    others: dict[str, str], key: str, value: str
) -> None:
    copied = payloads.copy_as_plugin({**others, key: value}, key)
    assert copied == {"credentials": value, key: value}


def test_the_plugin_fails_without_its_key() -> None:
    with pytest.raises(ContractError, match="copies key 'azure', and the Secret has no such key"):
        payloads.copy_as_plugin({"cloud": ""}, "azure")


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
    (
        "tenant_id",
        MARKER,
        lambda bad: payloads.azure_client_secret(A_GUID, bad, A_GUID, "secret"),
    ),
    (
        "client_id",
        MARKER,
        lambda bad: payloads.azure_client_secret(A_GUID, A_GUID, bad, "secret"),
    ),
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
    (
        "client_secret",
        "",
        lambda bad: payloads.azure_client_secret(A_GUID, A_GUID, A_GUID, bad),
    ),
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


def _identity() -> ManagedIdentityCredentials:
    return ManagedIdentityCredentials(
        authentication_endpoint="https://login.microsoftonline.com/",
        client_id=A_GUID,
        tenant_id=A_GUID,
        client_secret=base64.b64encode(strategies.PEM).decode(),
        not_before="2026-08-01T00:00:00Z",
    )


def _encoded(*blocks: str) -> str:
    text = "".join(f"-----BEGIN {block}-----\nTUlJ\n-----END {block}-----\n" for block in blocks)
    return base64.b64encode(text.encode()).decode()


ENDPOINT = "member authentication_endpoint must be an https URL"
NOT_BASE64 = "member client_secret must be base64 of a certificate and its private key"
NOT_RFC3339 = "member not_before must be an RFC 3339 time with a time zone"
ONE_KEY = "member client_secret must contain exactly one unencrypted RSA private key; it contains "


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"authentication_endpoint": "http://login.example.com"}, ENDPOINT),
        ({"authentication_endpoint": "https://login.example.com /"}, ENDPOINT),
        ({"authentication_endpoint": "https://"}, ENDPOINT),
        ({"client_id": "x"}, "member client_id must be a GUID"),
        ({"tenant_id": "x"}, "member tenant_id must be a GUID"),
        ({"client_secret": "*"}, NOT_BASE64),
        ({"client_secret": "\u00e4"}, NOT_BASE64),
        (
            {"client_secret": "TUlJ"},
            "member client_secret must contain PEM, or PKCS#12 without a password",
        ),
        (
            {"client_secret": _encoded("PRIVATE KEY")},
            "member client_secret must contain a certificate",
        ),
        ({"client_secret": _encoded("CERTIFICATE")}, ONE_KEY + "0"),
        ({"client_secret": _encoded("CERTIFICATE", "EC PRIVATE KEY")}, ONE_KEY + "0"),
        ({"client_secret": _encoded("CERTIFICATE", "ENCRYPTED PRIVATE KEY")}, ONE_KEY + "0"),
        (
            {"client_secret": _encoded("CERTIFICATE", "PRIVATE KEY", "RSA PRIVATE KEY")},
            ONE_KEY + "2",
        ),
        ({"not_before": "2026-08-01"}, NOT_RFC3339),
        ({"not_before": "2026-08-01T00:00:00"}, NOT_RFC3339),
        ({"not_before": "2026-13-01T00:00:00Z"}, NOT_RFC3339),
        ({"not_after": "2026-07-31T23:59:59Z"}, "member not_after must not be before not_before"),
        (
            {"renew_after": "2026-10-02T00:00:00Z", "cannot_renew_after": "2026-10-01T00:00:00Z"},
            "member cannot_renew_after must not be before renew_after",
        ),
    ],
)
def test_a_managed_identity_file_that_cannot_log_in_is_refused(
    changes: dict[str, str], problem: str
) -> None:
    with pytest.raises(UnusableInputError) as caught:
        payloads.azure_managed_identity(replace(_identity(), **changes))
    assert tuple(map(str, caught.value.problems)) == (f"document: {problem}",)


@pytest.mark.parametrize(
    "changes",
    [
        {"client_secret": _encoded("CERTIFICATE", "CERTIFICATE", "RSA PRIVATE KEY")},
        {"client_secret": _encoded("EC PRIVATE KEY", "CERTIFICATE", "PRIVATE KEY")},
        {"client_secret": base64.encodebytes(strategies.PEM).decode().replace("\n", "\r\n")},
        {"not_after": "2026-08-01T00:00:00Z"},
        {"authentication_endpoint": "https://login.example.com:8443/a/b"},
    ],
)
def test_a_managed_identity_file_that_the_library_reads_is_accepted(
    changes: dict[str, str],
) -> None:
    assert payloads.azure_managed_identity(replace(_identity(), **changes))


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("", "must be JSON in UTF-8"),
        ("\udcff", "must be JSON in UTF-8"),
        ("\ufeff{}", "must be JSON in UTF-8"),
        ("[" * 100_000, "must be a JSON object"),
        ('{"a": NaN}', "must be JSON in UTF-8"),
        ("[]", "must be a JSON object"),
    ],
)
def test_a_managed_identity_file_that_is_not_a_json_object_is_refused(
    document: str, problem: str
) -> None:
    with pytest.raises(UnusableInputError) as caught:
        payloads.azure_managed_identity(document)
    assert tuple(map(str, caught.value.problems)) == (f"document: document {problem}",)


@pytest.mark.parametrize("member", ["clientSecret", "CLIENT_SECRET", "client\u017fecret"])
def test_a_managed_identity_file_in_camel_case_is_refused(member: str) -> None:
    document = _identity().to_json().decode().replace("client_secret", json.dumps(member)[1:-1])
    with pytest.raises(UnusableInputError) as caught:
        payloads.azure_managed_identity(document)
    assert tuple(map(str, caught.value.problems)) == (
        "document: member client_secret must be written in exactly this snake case",
        "document: member client_secret is required, as a string",
    )


def test_members_that_the_loader_does_not_know_are_left_alone() -> None:
    document = json.dumps({**json.loads(_identity().to_json()), "x": 1, "not_after": None})
    assert payloads.azure_managed_identity(document)


def test_the_client_secret_does_not_appear_in_the_text_of_the_object() -> None:
    assert _identity().client_secret not in repr(_identity())
