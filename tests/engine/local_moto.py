"""moto as a proxy, with what AWS does and moto does not.

moto reads a bucket's policy without the conditions of its statements: a statement that denies plain
HTTP would deny every request to the objects of the bucket. Of a distribution it forgets the access
control of an origin, and it answers with certificates that nobody gave (CloudFront API Reference,
``Origin`` and ``ViewerCertificate``).
"""

from typing import Any, Final

from moto.cloudfront.models import Origin, ViewerCertificate
from moto.iam.access_control import PermissionResult
from moto.proxy import main
from moto.s3.models import FakeBucket

_make_origin: Final = Origin.__init__
_make_certificate: Final = ViewerCertificate.__init__


def _judge_nothing(self: FakeBucket, action: str, resource: str) -> PermissionResult:  # noqa: ARG001 - moto's arguments
    return PermissionResult.NEUTRAL


def _remember_access_control(self: Origin, origin: dict[str, Any]) -> None:
    _make_origin(self, origin)
    vars(self)["origin_access_control_id"] = origin.get("OriginAccessControlId")


def _name_no_certificate(self: ViewerCertificate, config: dict[str, Any]) -> None:
    _make_certificate(self, config)
    given = {"iam_certificate_id": "IAMCertificateId", "acm_certificate_arn": "ACMCertificateArn"}
    vars(self).update({name: config.get(key) for name, key in given.items()})


if __name__ == "__main__":
    FakeBucket.get_permission = _judge_nothing
    Origin.__init__ = _remember_access_control
    ViewerCertificate.__init__ = _name_no_certificate
    main()
