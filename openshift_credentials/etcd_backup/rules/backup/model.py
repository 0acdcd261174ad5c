"""The spec of an HCPEtcdBackup as immutable objects, for programs that write one.

Every text has the rules of the custom resource definition, from the same schema that judges
manifests; a model that exists is accepted by the API server.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from openshift_credentials.etcd_backup.rules.backup import schema, validate
from openshift_credentials.kubernetes.admission.nodes import Text
from openshift_credentials.kubernetes.admission.structural import rule_problems, shape_problems


@dataclass(frozen=True, slots=True)
class _Follows:
    """The rules of a text of the schema, for pydantic."""

    node: Text

    def __call__(self, text: str) -> str:
        problems = [*shape_problems(text, self.node, "it"), *rule_problems(text, self.node, "it")]
        if problems:
            raise ValueError("; ".join(problem.message for problem in problems))
        return text


class _Model(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        hide_input_in_errors=True,
    )


class SecretReference(_Model):
    """Name of a Secret in the operator's namespace."""

    name: Annotated[str, AfterValidator(_Follows(schema.SECRET_NAME))]


class S3Storage(_Model):
    """``spec.storage.s3``."""

    bucket: Annotated[str, AfterValidator(_Follows(schema.BUCKET))]
    region: Annotated[str, AfterValidator(_Follows(schema.REGION))]
    key_prefix: Annotated[str, AfterValidator(_Follows(schema.S3_KEY_PREFIX))]
    credentials: SecretReference
    kms_key_arn: Annotated[str, AfterValidator(_Follows(schema.KMS_KEY_ARN))] | None = Field(
        default=None, alias="kmsKeyARN"
    )


class AzureBlobStorage(_Model):
    """``spec.storage.azureBlob``."""

    container: Annotated[str, AfterValidator(_Follows(schema.CONTAINER))]
    storage_account: Annotated[str, AfterValidator(_Follows(schema.STORAGE_ACCOUNT))]
    key_prefix: Annotated[str, AfterValidator(_Follows(schema.AZURE_KEY_PREFIX))]
    credentials: SecretReference
    encryption_key_url: (
        Annotated[str, AfterValidator(_Follows(schema.ENCRYPTION_KEY_URL))] | None
    ) = Field(default=None, alias="encryptionKeyURL")


class Storage(_Model):
    """``spec.storage``: exactly the member that belongs to the type."""

    storage_type: Literal["S3", "AzureBlob"]
    s3: S3Storage | None = None
    azure_blob: AzureBlobStorage | None = None

    @model_validator(mode="after")
    def _one_member(self) -> Self:
        for storage_type, member in (("S3", self.s3), ("AzureBlob", self.azure_blob)):
            if (self.storage_type == storage_type) != (member is not None):
                raise ValueError(
                    f"the member of storage type {storage_type} is required with that type, "
                    "and must be absent with any other"
                )
        return self


class BackupSpec(_Model):
    """``spec``."""

    storage: Storage


class HCPEtcdBackup(_Model):
    """One HCPEtcdBackup; ``manifest`` is what is sent to the API server."""

    name: str
    namespace: str
    spec: BackupSpec

    @model_validator(mode="after")
    def _accepted(self) -> Self:
        errors = validate(self.manifest()).errors
        if errors:
            raise ValueError("; ".join(str(error) for error in errors))
        return self

    def manifest(self) -> dict[str, object]:
        """The object as JSON values, without fields that are not set."""
        return {
            "apiVersion": schema.BACKUPS.api_version,
            "kind": schema.BACKUPS.kind,
            "metadata": {"name": self.name, "namespace": self.namespace},
            "spec": self.spec.model_dump(by_alias=True, exclude_none=True),
        }
