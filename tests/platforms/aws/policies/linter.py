"""The IAM linter (parliament), and what it cannot know of ours."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol, cast

import parliament
from parliament import statement as _of_linter

# For each action of s3:* it searches the tables of all services from their beginning.
cast("Any", _of_linter).get_privilege_info = cache(cast("Any", _of_linter).get_privilege_info)

_SSE_C = "s3:x-amz-server-side-encryption-customer-algorithm"


class Finding(Protocol):
    """One thing that the linter says."""

    issue: str
    detail: object


@cache
def findings(policy: str) -> list[str]:
    """Everything that the linter says of a policy document, except for its own blind spots."""
    analyzed: Any = parliament.analyze_policy_string(policy, include_community_auditors=True)
    statements = cast("list[Mapping[str, Any]]", json.loads(policy)["Statement"])
    return sorted(
        {
            f"{finding.issue}: {finding.detail}"
            for finding in analyzed.findings
            if not _is_blind_spot(finding, statements)
        }
    )


def _is_blind_spot(finding: Finding, statements: list[Mapping[str, Any]]) -> bool:
    """Whether the linter is wrong, each case with its reason.

    A trust policy must not have a resource, and its issuer can be any OIDC provider. TLS versions are decimals, and a
    Deny of ``s3:*`` may name a key that some actions do not have; ``aws:ViaAWSService`` is a key of all requests, and
    younger than the linter's tables. In a key policy ``*`` is the key itself, and the account delegates all of it to
    IAM. To give a copy to the owner of the second bucket manages permissions, those of the copy alone.
    """
    detail = str(finding.detail)
    match finding.issue:
        case "MALFORMED":
            return _is_trust_policy(statements) and "neither Resource nor NotResource" in detail
        case "UNKNOWN_FEDERATION_SOURCE":
            return detail in {each["Principal"]["Federated"] for each in statements}
        case "MISMATCHED_TYPE":
            return detail.startswith("Type mismatch: s3:TlsVersion requires a value of type Num")
        case "UNKNOWN_CONDITION_FOR_ACTION":
            known = any(key in detail for key in ("s3:TlsVersion", "aws:ViaAWSService", _SSE_C))
            return known and any(e["Effect"] == "Deny" for e in statements)
        case "RESOURCE_STAR":
            return _is_key_policy(statements)
        case "PERMISSIONS_MANAGEMENT_ACTIONS":
            return _is_key_policy(statements) or any(
                "s3:ObjectOwnerOverrideToBucketOwner" in each["Action"] for each in statements
            )
        case _:
            return False


def _is_trust_policy(statements: list[Mapping[str, Any]]) -> bool:
    return all(each["Action"] in ("sts:AssumeRoleWithWebIdentity", "sts:AssumeRole") for each in statements)


def _is_key_policy(statements: list[Mapping[str, Any]]) -> bool:
    return statements[0].get("Sid") in ("DelegateToIAM", "EncryptFromElsewhere1")
