"""moto as a proxy, without the one judgement in which it is not like AWS.

moto reads a bucket's policy without the conditions of its statements. A statement that denies plain
HTTP would deny every request to the objects of the bucket.
"""

from moto.iam.access_control import PermissionResult
from moto.proxy import main
from moto.s3.models import FakeBucket


def _judge_nothing(self: FakeBucket, action: str, resource: str) -> PermissionResult:  # noqa: ARG001 - moto's arguments
    return PermissionResult.NEUTRAL


if __name__ == "__main__":
    FakeBucket.get_permission = _judge_nothing
    main()
