"""ARN of an IAM role, taken apart."""

import re
from dataclasses import dataclass
from typing import Final

ROLE_ARN_SHAPE: Final = "arn:PARTITION:iam::ACCOUNT:role/NAME, the account with 12 digits"

_ROLE_ARN: Final = re.compile(
    r"arn:(?P<partition>aws(?:-[a-z]+)*):iam::(?P<account>[0-9]{12}):role"
    r"(?P<path>/(?:[!-.0-~]+/)*)(?P<name>[A-Za-z0-9+=,.@_-]{1,64})"
)
_PATH_LIMIT: Final = 512


@dataclass(frozen=True, slots=True)
class RoleArn:
    """The parts of a role's ARN; ``path`` starts and ends with a slash."""

    partition: str
    account: str
    path: str
    name: str


def parse_role_arn(text: str) -> RoleArn | None:
    """The parts, or ``None`` if ``text`` is anything but one well-formed ARN of an IAM role.

    Source: "IAM identifiers" and "IAM and STS quotas" of the IAM User Guide: path of at most 512
    printable ASCII characters between slashes, name of at most 64.
    """
    match = _ROLE_ARN.fullmatch(text)
    if match is None or len(match["path"]) > _PATH_LIMIT:
        return None
    return RoleArn(match["partition"], match["account"], match["path"], match["name"])
