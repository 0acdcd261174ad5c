"""Every cause is found in a text as the cloud, the SDK, the operator or Kubernetes writes it."""

import json
from pathlib import Path
from typing import Final

from hypothesis import given, strategies as st

from openshift_credentials.live.cause import Evidence, diagnose
from openshift_credentials.systems.etcd_backup.live.evidence import CAUSES

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
