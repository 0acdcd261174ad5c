"""Secrets: format, findings, clouds.yaml and what a stack writes."""

import base64
import json
from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.notices import Severity
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest
from openshift_credentials.systems.cloud_credentials.rules import secrets as formats
from openshift_credentials.systems.cloud_credentials.rules.secrets import (
    CA_CERT_FILE,
    SecretCloud,
    SecretKind,
    detect,
    replaces_ca_cert_file,
    secret_findings,
)
from openshift_credentials.systems.component_identities.rules.gcp import credentials_config
from tests.kit.tables import rows_beside

# ruff: noqa: E501 - a row is a line


KEY, SECRET = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
ROLE = "arn:aws:iam::123456789012:role/r"
GUID = "11111111-2222-3333-4444-555555555555"
PATH = "/var/run/secrets/openshift/serviceaccount/token"
AZURE = {
    **dict.fromkeys(("azure_subscription_id", "azure_client_id", "azure_tenant_id"), GUID),
    "azure_client_secret": "abc8Q~",
    "azure_resource_prefix": "c-x",
    "azure_resourcegroup": "c-x-rg",
    "azure_region": "westeurope",
}
WORKLOAD = {
    "azure_client_id": GUID,
    "azure_tenant_id": GUID,
    "azure_region": "r",
    "azure_subscription_id": GUID,
    "azure_federated_token_file": PATH,
}
GCP_KEY = json.dumps({**dict.fromkeys(formats.GCP_LONG_TERM_FIELDS, "x"), "type": "service_account"})
GCP_WIF = credentials_config(1, "p", "q", "a@b")


def sts(role: str) -> dict[str, str]:
    """A component's short-term secret of AWS."""
    return {
        "credentials": f"[default]\nsts_regional_endpoints = regional\nrole_arn = {role}\n"
        f"web_identity_token_file = {PATH}"
    }


# content, name in kube-system (None: a component's), cloud, kind, pod identity
BUILT: list[tuple[Mapping[str, str], str | None, SecretCloud, SecretKind, bool]] = [
    (formats.aws_long_term(KEY, SECRET), "aws-creds", SecretCloud.AWS, SecretKind.ROOT, False),
    (formats.aws_component_long_term(KEY, SECRET), None, SecretCloud.AWS, SecretKind.LONG_TERM, False),
    (sts(ROLE), None, SecretCloud.AWS, SecretKind.SHORT_TERM, True),
    (AZURE, "azure-credentials", SecretCloud.AZURE, SecretKind.ROOT, False),
    (AZURE, None, SecretCloud.AZURE, SecretKind.LONG_TERM, False),
    (WORKLOAD, None, SecretCloud.AZURE, SecretKind.SHORT_TERM, True),
    ({formats.GCP_SERVICE_ACCOUNT: GCP_KEY}, "gcp-credentials", SecretCloud.GCP, SecretKind.ROOT, False),
    ({formats.GCP_SERVICE_ACCOUNT: GCP_KEY}, None, SecretCloud.GCP, SecretKind.LONG_TERM, False),
    ({formats.GCP_SERVICE_ACCOUNT: GCP_WIF}, None, SecretCloud.GCP, SecretKind.SHORT_TERM, False),
    ({"clouds.yaml": "clouds: {}", "cacert": "PEM"}, "openstack-credentials", SecretCloud.OPENSTACK, SecretKind.ROOT, False),
    ({"v.example.com.username": "u", "v.example.com.password": "p"}, "vsphere-creds", SecretCloud.VSPHERE, SecretKind.ROOT, False),
    ({f"{host}.{part}": "x" for host in "vw" for part in ("username", "password")}, None, SecretCloud.VSPHERE, SecretKind.LONG_TERM, False),
    ({"service_account.json": f"{GCP_KEY}\n"}, None, SecretCloud.GCP, SecretKind.LONG_TERM, False),
    ({"credentials": "[]\n"}, None, SecretCloud.NUTANIX, SecretKind.LONG_TERM, False),
    ({"credentials": "[]"}, None, SecretCloud.NUTANIX, SecretKind.LONG_TERM, False),
    ({"ibmcloud_api_key": "k", "ibm-credentials.env": "e"}, None, SecretCloud.IBM_CLOUD, SecretKind.LONG_TERM, False),
]  # fmt: skip


def manifest(content: Mapping[str, str], name: str | None = None) -> SecretManifest:
    data = {key: text.encode() for key, text in content.items()}
    return SecretManifest(name or "c", "kube-system" if name else "openshift-x", data)


@pytest.mark.parametrize(("content", "name", "cloud", "kind", "identity"), BUILT, ids=range(len(BUILT)))
def test_what_is_built_is_read_as_what_it_is(
    content: Mapping[str, str], name: str | None, cloud: SecretCloud, kind: SecretKind, identity: bool
) -> None:
    secret = manifest(content, name)
    detected = detect(secret)
    assert (detected.cloud, detected.kind, detected.pod_identity) == (cloud, kind, identity)
    assert not secret_findings(secret)


def twice(text: str) -> str:
    """What is encoded again by whoever writes it under ``data``."""
    return base64.b64encode(text.encode()).decode()


# content, code that has to be among the findings
WRONG: list[tuple[Mapping[str, str], str]] = [
    (formats.aws_long_term(twice(KEY), SECRET), "base64-in-string-data"),
    ({"aws_access_key_id": KEY}, "missing-keys"),
    ({"AWS_ACCESS_KEY_ID": KEY, "aws_secret_access_key": SECRET}, "key-case"),
    (formats.aws_long_term(f"{KEY}\n", SECRET), "white-space"),
    (formats.aws_long_term("", SECRET), "missing-keys"),
    (formats.aws_long_term("ASIAIOSFODNN7EXAMPLE", SECRET), "temporary-key"),
    ({**formats.aws_long_term(KEY, SECRET), **sts(ROLE)}, "long-and-short-term"),
    (sts("arn:aws:iam::1:user/x"), "wrong-role-arn"),
    (sts(""), "incomplete-role"),
    ({"credentials": f"{sts(ROLE)['credentials']}\naws_access_key_id = {KEY}\n"}, "long-and-short-term"),
    ({**formats.aws_long_term(KEY, SECRET), "aws_session_token": "t"}, "temporary-key"),
    ({"credentials": f"[other]\nweb_identity_token_file = {PATH}"}, "incomplete-role"),
    ({"ibm-credentials.env": "x"}, "missing-keys"),
    ({"credentials": ROLE}, "incomplete-role"),
    ({"credentials": f"[default]\nrole_name: {ROLE}\nweb_identity_token_file: {PATH}"}, "incomplete-role"),
    ({"credentials": f"[other]\nrole_arn = {ROLE}"}, "incomplete-role"),
    ({"credentials": "[default]"}, "missing-keys"),
    ({**WORKLOAD, "azure_client_secret": "x"}, "long-and-short-term"),
    ({"azure_client_id": GUID}, "missing-keys"),
    ({**AZURE, "azure_client_id": "x"}, "not-a-guid"),
    ({**AZURE, "azure_client_id": twice(GUID)}, "base64-in-string-data"),
    ({**AZURE, "azure_tenant_id": twice(GUID)}, "base64-in-string-data"),
    ({**AZURE, "azure_subscription_id": twice(GUID)}, "base64-in-string-data"),
    (formats.aws_long_term(KEY, twice(SECRET)), "base64-in-string-data"),
    ({"credentials": twice(f"[default]\nrole_arn = {ROLE}")}, "base64-in-string-data"),
    ({"credentials": twice(ROLE)}, "base64-in-string-data"),
    ({"credentials": twice("[default]\nsource_profile = other")}, "base64-in-string-data"),
    ({"clouds.yaml": twice("clouds: {}")}, "base64-in-string-data"),
    ({"service_account.json": "x"}, "unusable-key-file"),
    ({"service_account.json": "{}"}, "unusable-key-file"),
    ({"service_account.json": '{"type": "x"}'}, "unusable-key-file"),
    ({"service_account.json": '{"type": "service_account"}'}, "unusable-key-file"),
    ({"service_account.json": twice(GCP_KEY)}, "base64-in-string-data"),
    ({"clouds.conf": "x"}, "missing-keys"),
    ({"v.username": "u"}, "missing-keys"),
    ({"v.username": "", "v.password": "p"}, "missing-keys"),
    ({"v.username": "u", "v.password": " p"}, "white-space"),
    ({"ibmcloud_api_key": "x"}, "missing-keys"),
    ({"password": "x"}, "unknown-keys"),
    ({}, "unknown-keys"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "code"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_found(content: Mapping[str, str], code: str) -> None:
    secret = manifest(content)
    assert code in {each.code for each in secret_findings(secret)}


@rows_beside("kind, what")
def test_a_credentials_file_that_is_no_key_is_named(kind: str, what: str) -> None:
    secret = manifest({"service_account.json": json.dumps({"type": kind})})
    (found,) = secret_findings(secret)
    assert found.why == f"The type in service_account.json is {kind}: {what}."


@pytest.mark.parametrize("absent", formats.GCP_LONG_TERM_FIELDS[1:])
def test_a_key_file_is_useless_only_without_its_key_or_its_account(absent: str) -> None:
    members = {name: value for name, value in json.loads(GCP_KEY).items() if name != absent}
    secret = manifest({"service_account.json": json.dumps(members)})
    (found,) = secret_findings(secret)
    assert found.why == f"The key file has no {absent}."
    useless = absent in ("private_key", "client_email")
    assert found.severity is (Severity.ERROR if useless else Severity.WARNING)


def test_a_root_secret_of_another_name_and_a_token_in_it_are_found() -> None:
    wrong = manifest(formats.aws_long_term(KEY, SECRET), "aws-credentials")
    assert {each.code for each in secret_findings(wrong)} == {"not-the-root-secret"}
    token = manifest({formats.GCP_SERVICE_ACCOUNT: GCP_WIF}, "gcp-credentials")
    assert "short-term-root" in {each.code for each in secret_findings(token)}
    role = manifest(sts(ROLE), "aws-creds")
    assert [each.code for each in secret_findings(role)] == ["short-term-root"]
    identity = manifest(WORKLOAD, "azure-credentials")
    assert "short-term-root" in {each.code for each in secret_findings(identity)}


MARK = "MarkerMarkerMarker"


@given(
    st.dictionaries(
        st.sampled_from(
            [
                *formats.AZURE_LONG_TERM_KEYS,
                "aws_access_key_id",
                "aws_secret_access_key",
                "credentials",
                "service_account.json",
                "clouds.yaml",
                "v.password",
                "AWS_SECRET_ACCESS_KEY",
                MARK,
            ]
        ),
        st.sampled_from(
            [
                MARK,
                f"[default]\nrole_arn = {MARK}",
                f'{{"type": "{MARK}"}}',
                base64.b64encode(MARK.encode()).decode(),
                f" {MARK}\n",
                f"[{MARK}]\nrole_arn = x",
            ]
        ),
    )
)
def test_no_content_and_no_foreign_key_is_in_a_finding(content: dict[str, str]) -> None:
    secret = manifest(content)
    text = repr(secret_findings(secret))
    assert MARK not in text
    assert base64.b64encode(MARK.encode()).decode() not in text


@given(
    st.dictionaries(
        st.sampled_from(["auth", "region", "x", "b10", "b9"]),
        st.text("ab'\": #\n1", max_size=8) | st.booleans() | st.integers(-9, 9) | st.none(),
        max_size=4,
    )
)
def test_the_operator_replaces_another_path_of_the_certificate_and_not_its_own(cloud: dict[str, object]) -> None:
    document = {"clouds": {"openstack": {**cloud, "cacert": "/mine"}}}
    assert replaces_ca_cert_file(json.dumps(document))
    cloud["cacert"] = CA_CERT_FILE
    assert not replaces_ca_cert_file(json.dumps({"clouds": {"openstack": cloud}}))


OPENSTACK = "clouds:\n  openstack:\n    cacert: /x\n"


@pytest.mark.parametrize("more", ["    cacert: /y\n", "clouds: {}\n", "  openstack: {}\n"])
def test_a_key_that_occurs_twice_is_an_error(more: str) -> None:
    with pytest.raises(ValueError, match="mapping"):
        replaces_ca_cert_file(OPENSTACK + more)


def test_a_merge_takes_the_members_of_a_mapping_and_nothing_else() -> None:
    assert replaces_ca_cert_file("base: &base {cacert: /x}\nclouds: {openstack: {<<: *base}}\n")
    with pytest.raises(ValueError, match="mapping"):
        replaces_ca_cert_file("clouds: {openstack: {<<: 1}}\n")
