"""The models and the judge of manifests have one opinion."""

import pytest
from hypothesis import given, settings
from pydantic import ValidationError

from openshift_credentials.etcd_backup.rules.backup import validate
from openshift_credentials.etcd_backup.rules.backup.model import (
    BackupSpec,
    HCPEtcdBackup,
    S3Storage,
    SecretReference,
)
from tests.etcd_backup.rules.backup_samples import FULL_AZURE, FULL_S3, Json, backup, manifests


def build(manifest: Json) -> HCPEtcdBackup:
    metadata = manifest["metadata"]
    return HCPEtcdBackup(
        name=metadata["name"],
        namespace=metadata["namespace"],
        spec=manifest.get("spec"),  # pyright: ignore[reportArgumentType]
    )


@pytest.mark.parametrize("manifest", [backup(), FULL_S3, FULL_AZURE])
def test_a_model_gives_its_manifest_back(manifest: Json) -> None:
    model = build(manifest)

    assert model.manifest() == manifest
    assert build(model.manifest()) == model


@settings(max_examples=500, deadline=None)
@given(manifests())
def test_models_are_built_exactly_from_what_the_api_server_keeps_whole(manifest: Json) -> None:
    verdict = validate(manifest)
    spec_pruned = any(path.startswith("spec.") for path in verdict.pruned)
    try:
        build(manifest)
    except ValidationError:
        assert not verdict.accepted or spec_pruned
    else:
        assert verdict.accepted
        assert not spec_pruned


@pytest.mark.parametrize("metadata", [{"name": "A"}, {"name": ""}, {"namespace": "a.b"}])
def test_names_are_checked(metadata: Json) -> None:
    with pytest.raises(ValidationError, match=r"metadata\.name"):
        build(backup(**metadata))


def test_models_are_immutable_and_take_python_names() -> None:
    storage = S3Storage(
        bucket="my-bucket",
        region="us-east-1",
        key_prefix="p",
        credentials=SecretReference(name="c"),
    )
    with pytest.raises(ValidationError, match="frozen"):
        storage.bucket = "other"  # pyright: ignore[reportAttributeAccessIssue]
    assert storage.kms_key_arn is None


def test_an_error_says_the_rule_and_not_the_input_twice() -> None:
    with pytest.raises(ValidationError) as caught:
        BackupSpec.model_validate({"storage": {"storageType": "S3", "s3": {"bucket": "A"}}})

    assert "bucket must consist of" in str(caught.value)
    assert "input_value" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a" * 254, "Too long: may not be more than 253 characters, has 254"),
        (
            "",
            (
                'Invalid value: "": it in body should be at least 1 chars long; '
                "Invalid value: \"\": name must consist only of a-z, 0-9, '-' and '.', "
                "each part between periods with a letter or digit at both ends"
            ),
        ),
    ],
)
def test_a_text_is_refused_with_all_its_problems(name: str, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        SecretReference(name=name)

    assert [error["msg"] for error in caught.value.errors()] == [f"Value error, {message}"]
