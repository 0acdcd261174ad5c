"""Text rules of image pulls."""

import re
from typing import Final

from openshift_credentials.base.text_rule import TextRule

from ..rules.gates import COMPARED
from ..rules.locations import pattern_problem


def _pattern(value: str) -> str | None:
    problem = pattern_problem(value, COMPARED)
    return f"{problem}; a kubelet would not start with it" if problem else None


IMAGE_PATTERN: Final = TextRule(
    "a registry, with '*' for whole labels of its host or parts of them, and an optional path",
    re.compile(r"[^\s/][^\s]*"),
    "registry.example.com",
    also=_pattern,
)
REPOSITORY: Final = TextRule(
    "a repository with its registry, without tag or digest",
    re.compile(r"[a-z0-9.-]+(:[0-9]+)?/[a-z0-9._/-]*[a-z0-9]"),
    "123456789012.dkr.ecr.eu-west-1.amazonaws.com/team/app",
    maximum=512,
)
GROUP: Final = TextRule(
    "1 to 32 lower-case letters, digits and hyphens, starting and ending with a letter or digit",
    re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"),
    "team-a",
    maximum=32,
)
IDENTITY_PREFIX: Final = TextRule(
    "1 to 24 letters, digits and hyphens, starting with a letter or digit",
    re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*"),
    "prod-pull",
    maximum=24,
)
