"""moto as a proxy, with what AWS does and moto does not.

moto reads a bucket's policy without the conditions of its statements: a statement that denies plain
HTTP would deny every request to the objects of the bucket. Of a bucket it forgets the tags that it is created
with and the kinds of encryption that it blocks. It forgets the period of a key's
rotation, and of a distribution who reads an origin; of a role it forgets what an update does not
name, and of a user the permissions boundary, and its tags with its earlier name or path; it answers
with certificates and forwarded values that nobody gave.
Source: API references of S3 (``CreateBucketConfiguration``, ``BlockedEncryptionTypes``), CloudFront
(``Origin``, ``ViewerCertificate``, ``DefaultCacheBehavior``),
KMS (``GetKeyRotationStatus``) and IAM (``UpdateRole``, ``UpdateUser``,
``PutUserPermissionsBoundary``).
"""

import json
from typing import Any, Final

import xmltodict
from moto.cloudfront.models import DefaultCacheBehaviour, Origin, ViewerCertificate
from moto.core.responses import ActionResult, EmptyResult
from moto.iam.access_control import PermissionResult
from moto.iam.models import IAMBackend
from moto.iam.responses import IamResponse
from moto.kms.responses import KmsResponse
from moto.proxy import main
from moto.s3.exceptions import ServerSideEncryptionConfigurationNotFoundError
from moto.s3.models import FakeBucket
from moto.s3.responses import S3Response

_make_origin: Final = Origin.__init__
_make_certificate: Final = ViewerCertificate.__init__
_make_behaviour: Final = DefaultCacheBehaviour.__init__
_enable_rotation: Final = KmsResponse.enable_key_rotation
_tell_rotation: Final = KmsResponse.get_key_rotation_status
_make_user: Final = IamResponse.create_user
_update_user: Final = IAMBackend.update_user
_put_bucket: Final = S3Response._bucket_response_put  # pyright: ignore[reportPrivateUsage]
_PERIODS: Final[dict[str, int]] = {}
"""Days of rotation, by the ID of the key."""


def _judge_nothing(self: FakeBucket, action: str, resource: str) -> PermissionResult:  # noqa: ARG001 - moto's arguments
    return PermissionResult.NEUTRAL


def _put_bucket_with_tags(self: S3Response, request: object, bucket_name: str, querystring: dict[str, Any]) -> Any:  # noqa: ANN401
    answer: Any = _put_bucket(self, request, bucket_name, querystring)
    if b"<CreateBucketConfiguration" in self.body:
        parsed: Any = xmltodict.parse(self.body, force_list=("Tag",))
        given: dict[str, list[dict[str, str]]] = parsed["CreateBucketConfiguration"].get("Tags") or {}
        if tags := given.get("Tag"):
            self.backend.put_bucket_tagging(bucket_name, {tag["Key"]: tag["Value"] for tag in tags})
    return answer


def _tell_blocked_encryption(self: S3Response) -> Any:  # noqa: ANN401
    found = self.backend.get_bucket_encryption(self.bucket_name)
    if not found:
        raise ServerSideEncryptionConfigurationNotFoundError(bucket_name=self.bucket_name)
    rule = {**found["Rule"], "BucketKeyEnabled": found["Rule"].get("BucketKeyEnabled") == "true"}
    if blocked := rule.pop("BlockedEncryptionTypes", None):
        kinds = blocked["EncryptionType"]
        rule["BlockedEncryptionTypes"] = {"EncryptionType": [kinds] if isinstance(kinds, str) else kinds}
    self.data["Action"] = "GetBucketEncryption"
    return self.serialized(ActionResult({"ServerSideEncryptionConfiguration": {"Rules": [rule]}}))


def _remember_readers(self: Origin, origin: dict[str, Any]) -> None:
    _make_origin(self, origin)
    vars(self)["origin_access_control_id"] = origin.get("OriginAccessControlId")
    vars(self)["s3_origin_config"] = origin.get("S3OriginConfig")


def _name_no_certificate(self: ViewerCertificate, config: dict[str, Any]) -> None:
    _make_certificate(self, config)
    given = {"iam_certificate_id": "IAMCertificateId", "acm_certificate_arn": "ACMCertificateArn"}
    vars(self).update({name: config.get(key) for name, key in given.items()})


def _forward_as_given(self: DefaultCacheBehaviour, config: dict[str, Any]) -> None:
    _make_behaviour(self, config)
    if "ForwardedValues" not in config:
        vars(self)["forwarded_values"] = None


def _update_what_is_named(self: IamResponse) -> ActionResult:
    name = self._get_param("RoleName")
    role = self.backend.get_role(name)
    description = self._get_param("Description", role.description)
    seconds = self._get_param("MaxSessionDuration", role.max_session_duration)
    self.backend.update_role(name, description, seconds)
    return EmptyResult()


def _make_bounded_user(self: IamResponse) -> ActionResult:
    answer = _make_user(self)
    if self._get_param("PermissionsBoundary"):
        _bound_user(self)
    return answer


def _bound_user(self: IamResponse) -> ActionResult:
    user = self.backend.get_user(self._get_param("UserName"))
    arn = self._get_param("PermissionsBoundary")
    kind = "PermissionsBoundaryPolicy"
    boundary = {"PermissionsBoundaryType": kind, "PermissionsBoundaryArn": arn} if arn else None
    vars(user)["permissions_boundary"] = boundary
    return EmptyResult()


def _update_user_with_tags(
    self: IAMBackend, user_name: str, new_path: str | None = None, new_user_name: str | None = None
) -> None:
    user = self.get_user(user_name)
    tags = self.tagger.list_tags_for_resource(user.arn)["Tags"]
    self.tagger.delete_all_tags_for_resource(user.arn)
    _update_user(self, user_name, new_path, new_user_name)
    self.tagger.tag_resource(user.arn, tags)


def _remember_period(self: KmsResponse) -> str:
    _PERIODS[_key(self)] = json.loads(self.body).get("RotationPeriodInDays", 365)
    return _enable_rotation(self)


def _tell_period(self: KmsResponse) -> str:
    told = json.loads(_tell_rotation(self))
    return json.dumps({**told, "RotationPeriodInDays": _PERIODS.get(_key(self), 365)})


def _key(response: KmsResponse) -> str:
    return str(json.loads(response.body)["KeyId"]).rpartition("/")[2]


if __name__ == "__main__":
    FakeBucket.get_permission = _judge_nothing
    S3Response._bucket_response_put = _put_bucket_with_tags  # pyright: ignore[reportPrivateUsage]
    S3Response.get_bucket_encryption = _tell_blocked_encryption
    IamResponse.update_role = _update_what_is_named
    IamResponse.create_user = _make_bounded_user
    IAMBackend.update_user = _update_user_with_tags
    setattr(IamResponse, "put_user_permissions_boundary", _bound_user)  # noqa: B010 - moto has none
    setattr(IamResponse, "delete_user_permissions_boundary", _bound_user)  # noqa: B010
    Origin.__init__ = _remember_readers
    ViewerCertificate.__init__ = _name_no_certificate
    DefaultCacheBehaviour.__init__ = _forward_as_given
    KmsResponse.enable_key_rotation = _remember_period
    KmsResponse.get_key_rotation_status = _tell_period
    main()
