"""Every cause is found in a text as the cloud, the SDK, the operator or Kubernetes writes it."""

import json
from pathlib import Path
from typing import Final

from hypothesis import given, strategies as st

from openshift_credentials.live.cause import Evidence, diagnose
from openshift_credentials.systems.etcd_backup.live.evidence import CAUSES

_STS: Final = (
    "operation error S3: PutObject, get identity: get credentials: failed to refresh cached "
    "credentials, failed to retrieve credentials, operation error STS: AssumeRoleWithWebIdentity, "
    "https response error StatusCode: {}, RequestID: 5a0c3f6e, "
)
_S3: Final = (
    "failed to upload snapshot: operation error S3: PutObject, https response error StatusCode: "
    "{}, RequestID: 7J2, HostID: x, api error "
)
_ENTRA: Final = (
    "DefaultAzureCredential authentication failed. POST "
    "https://login.microsoftonline.com/t/oauth2/v2.0/token RESPONSE 401: "
)
_ROLE: Final = "User: arn:aws:sts::123456789012:assumed-role/etcd-backup/x is not authorized to perform: "

TEXTS: Final = json.loads(Path(__file__).with_name("texts.json").read_text())


def test_every_cause_has_a_text_and_is_found_in_it() -> None:
    assert set(TEXTS) == {cause.code for cause in CAUSES}, "a text per cause, and a cause per text"
    for code, text in TEXTS.items():
        found = diagnose([Evidence("log", text)], CAUSES)
        assert [each.cause.code for each in found] == [code], text


def test_a_general_cause_is_reported_only_where_nothing_better_was_found() -> None:
    general = Evidence("Job", TEXTS["job-failed"])
    special = Evidence("pod", TEXTS["aws-trust-denied"])

    assert [each.cause.code for each in diagnose([general], CAUSES)] == ["job-failed"]
    both = diagnose([general, special], CAUSES)
    assert [each.cause.code for each in both] == ["aws-trust-denied"]


def test_every_cause_says_why_and_names_a_way_out() -> None:
    for cause in CAUSES:
        assert cause.why, cause.code
        assert cause.way_out, cause.code


@given(st.text(st.characters(categories=["L", "N"], codec="ascii"), min_size=20, max_size=40))
def test_evidence_never_quotes_a_secret(secret: str) -> None:
    for text in (
        f'AZURE_CLIENT_SECRET="{secret}" AADSTS7000215',
        f"clientSecret: {secret}",
        f"aws_secret_access_key = {secret}",
        f"password={secret}&x=1",
        f"token eyJhbGciOiJSUzI1NiJ9.{secret}.{secret}",
        f"-----BEGIN PRIVATE KEY-----\n{secret}\n-----END PRIVATE KEY-----",
    ):
        assert secret not in Evidence("log", text).quote, text


def test_evidence_is_one_short_line_that_steers_no_terminal() -> None:
    quoted = Evidence("log", "a\x1b[31m\nb" + "c" * 1000).quote

    assert len(quoted) == 300
    assert "\x1b" not in quoted
    assert "\n" not in quoted
