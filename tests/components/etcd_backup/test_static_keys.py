import base64
from collections.abc import Mapping
from typing import Any

import pytest

from openshift_credentials.stack.secret_texts import SEALED
from tests.components.aws.stacks import run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.nonempty import nonempty
from tests.kit.recorded import UNKNOWN, Recorded

MARKER = "MarkerMarkerMarkerMarkerMarkerMarkerMark"
KEYS = {"mode": "aws-static", "accessKeyId": "AKIAIOSFODNN7EXAMPLE", "secretAccessKey": MARKER}
FILE = f"[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = {MARKER}\n"
CREDENTIALS = ["openshift-credentials:etcdBackup"]


def static(credentials: Mapping[str, Any], *, preview: bool) -> Recorded:
    return run(credentials=credentials, preview=preview, secret_keys=CREDENTIALS)


@FRAMES
@pytest.mark.parametrize("credentials", [KEYS, {"mode": "aws-static", "credentialsFile": FILE}], ids=["keys", "file"])
def test_the_secret_holds_the_file_and_is_secret(preview: bool, credentials: dict[str, str]) -> None:
    recorded = static(credentials, preview=preview)

    secret = recorded.only(tokens.SECRET)
    assert secret.is_secret("data")
    assert base64.b64decode(secret.inputs["data"]["credentials"]).decode() == FILE


@FRAMES
def test_a_secret_is_nowhere_but_in_the_secret(preview: bool) -> None:
    recorded = static(KEYS, preview=preview)

    for resource in nonempty(recorded.resources):
        if resource.type != tokens.SECRET:
            assert MARKER not in repr(resource.inputs)
        assert MARKER not in repr(resource.outputs)
        assert MARKER not in resource.urn
    assert MARKER not in "".join(recorded.warnings)


@pytest.mark.parametrize("sealed", ["accessKeyId", "secretAccessKey"])
def test_what_is_encrypted_makes_the_mode_a_prediction(sealed: str) -> None:
    recorded = static({**KEYS, sealed: SEALED}, preview=True)

    outputs = recorded.only(tokens.CREDENTIAL_SECRET).outputs
    assert outputs["detectedMode"] == UNKNOWN
    assert outputs["predictedMode"] == "aws-static"
    assert recorded.only(tokens.SECRET).is_secret("data")
    assert MARKER not in repr(recorded.only(tokens.SECRET).inputs)


def test_keys_in_plain_text_are_refused_with_the_commands_that_encrypt_them() -> None:
    refused = str(run(credentials=KEYS, preview=True, stops=True).error).splitlines()

    assert len(refused) == 2, "key ID and key are both secret"
    for problem in refused:
        assert "is secret, and not encrypted in the stack file" in problem
        assert "pulumi config set --secret --path 'openshift-credentials:etcdBackup." in problem
        assert MARKER not in problem


@FRAMES
def test_a_role_arn_in_place_of_keys_stops_the_program_before_the_secret(preview: bool) -> None:
    arn = "arn:aws:iam::123456789012:role/etcd-backup"
    stopped = run(
        credentials={"mode": "aws-static", "credentialsFile": arn}, preview=preview, secret_keys=CREDENTIALS, stops=True
    )

    assert "would use credential mode aws-sts, not aws-static" in str(stopped.error)
    assert arn not in str(stopped.error)
    assert stopped.types & {tokens.SECRET, tokens.CREDENTIAL_SECRET} == set()
