"""What a bucket reports of its parts, and how it overwrites them.

One document of S3 is an input of two types: of a resource of its own, and of ``aws:s3/bucket``,
whose Read reports all of them and whose Update writes those that are among its inputs. Source:
hashicorp/terraform-provider-aws ``internal/service/s3/bucket.go``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.engine.fake_provider.world import Properties, World
from tests.kit import tokens

_OF_AWS: Final = {"rule": {"applyServerSideEncryptionByDefault": {"sseAlgorithm": "AES256"}}}
"""Default encryption of a bucket that has none of its own, since 2023."""

INLINE: Final[Mapping[str, str]] = {
    "policy": tokens.S3_BUCKET_POLICY,
    "lifecycleRules": tokens.S3_LIFECYCLE,
    "serverSideEncryptionConfiguration": tokens.S3_ENCRYPTION,
    "versioning": tokens.S3_VERSIONING,
    "objectLockConfiguration": tokens.S3_OBJECT_LOCK,
}
"""Inputs of a bucket, and the type that has the same document."""


def reported(world: World, bucket: str) -> Properties:
    """What Read of a bucket says of its parts."""
    found = {key: world.find(type_, bucket) for key, type_ in INLINE.items()}
    told = {key: _told(key, part) for key, part in found.items() if part}
    return {"serverSideEncryptionConfiguration": _OF_AWS, **told}


def write(world: World, bucket: str, key: str, value: Any) -> None:  # noqa: ANN401 - any JSON
    """Write one document of a bucket; whatever wrote it before, it is gone."""
    type_ = INLINE[key]
    if value in (None, "", []):
        world.remove(type_, bucket)
    else:
        world.put(type_, bucket, {"bucket": bucket, **_written(key, value)})


def _told(key: str, part: Properties) -> object:
    match key:
        case "policy":
            return part["policy"]
        case "lifecycleRules":
            return [_old_rule(rule) for rule in part.get("rules", [])]
        case "serverSideEncryptionConfiguration":
            return {"rule": _without(part["rules"][0], "blockedEncryptionTypes")}
        case "versioning":
            return {"enabled": part["versioningConfiguration"]["status"] == "Enabled"}
        case _:
            rule = {"rule": part["rule"]} if part.get("rule") else {}
            return {"objectLockEnabled": "Enabled", **rule}


def _written(key: str, value: Any) -> Properties:  # noqa: ANN401 - any JSON
    match key:
        case "policy":
            return {"policy": value}
        case "lifecycleRules":
            return {"rules": [_new_rule(rule) for rule in value]}
        case "serverSideEncryptionConfiguration":
            return {"rules": [value["rule"]]}
        case "versioning":
            return {"versioningConfiguration": {"status": _status(value.get("enabled"))}}
        case _:
            return {"objectLockEnabled": "Enabled", **_part(value, "rule")}


def _old_rule(rule: Properties) -> Properties:
    """A rule of ``aws:s3/bucketLifecycleConfiguration`` in the form of the bucket's own input."""
    abort = rule.get("abortIncompleteMultipartUpload")
    noncurrent = rule.get("noncurrentVersionExpiration")
    days = "noncurrentDays"
    return {
        **_part(rule, "id", "expiration", "transitions"),
        "enabled": rule.get("status") == "Enabled",
        "prefix": (rule.get("filter") or {}).get("prefix", ""),
        **({"abortIncompleteMultipartUploadDays": abort["daysAfterInitiation"]} if abort else {}),
        **({"noncurrentVersionExpiration": {"days": noncurrent[days]}} if noncurrent else {}),
    }


def _new_rule(rule: Properties) -> Properties:
    abort = rule.get("abortIncompleteMultipartUploadDays")
    noncurrent = rule.get("noncurrentVersionExpiration")
    after = {"daysAfterInitiation": abort}
    days = {"noncurrentDays": noncurrent["days"]} if noncurrent else {}
    return {
        **_part(rule, "id", "expiration", "transitions"),
        "status": _status(rule.get("enabled"), off="Disabled"),
        "filter": {"prefix": rule.get("prefix", "")},
        **({"abortIncompleteMultipartUpload": after} if abort else {}),
        **({"noncurrentVersionExpiration": days} if days else {}),
    }


def _part(value: Properties, *names: str) -> Mapping[str, Any]:
    return {name: value[name] for name in names if value.get(name)}


def _without(value: Properties, name: str) -> Mapping[str, Any]:
    """A part of a newer type, which the bucket's own input does not have."""
    return {key: item for key, item in value.items() if key != name}


def _status(enabled: object, off: str = "Suspended") -> str:
    return "Enabled" if enabled else off


def parts_of(world: World, bucket: str, types: Sequence[str]) -> list[tuple[str, str]]:
    """Type and ID of everything that a bucket takes with it."""
    return [
        (type_, identifier)
        for type_ in types
        for identifier, found in world.all(type_)
        if found.get("bucket") == bucket
    ]
