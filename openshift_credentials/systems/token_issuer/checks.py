"""Rules between the settings of a token issuer."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms import gcp as gcp_rules
from openshift_credentials.platforms.aws import names as aws_rules
from openshift_credentials.platforms.azure import names as azure_rules
from openshift_credentials.platforms.azure.names import cloud_problem
from openshift_credentials.stack.clouds import one_cloud, tags_fit_the_cloud
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.stack.tree import Tree

from .rules.issuers import bucket_name, get_partition
from .rules.signing_keys import read_public_key, read_signing_key
from .settings import KeyStorage, TokenIssuerSettings

_CLOUDFRONT_PARTITIONS: Final = ("aws", "aws-cn")


def branch_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Notice]:
    tree = Tree(root, secret_keys)
    yield from one_cloud(tree, "tokenIssuer", "set the cloud that serves the issuer")
    yield from tags_fit_the_cloud(tree, "tokenIssuer")
    yield from check_one_provider(tree)
    yield from check_cloudfront(tree)
    yield from check_storage_account_name(tree)
    yield from check_pool_names(tree)
    yield from check_keys(tree)


def check_one_provider(tree: Tree) -> Iterator[Notice]:
    """The backups of the stack do not create the issuer's provider again."""
    path = "etcdBackup.credentials.createOidcProvider"
    if tree.value(path) is True and tree.value("tokenIssuer.aws") is not None:
        yield invalid(path, "would create the provider that tokenIssuer creates", "remove it")


def check_cloudfront(tree: Tree) -> Iterator[Notice]:
    region = tree.text("tokenIssuer.aws.region", aws_rules.AWS_REGION)
    private = tree.value("tokenIssuer.aws.private") is True
    partition = get_partition(region) if region else "aws"
    if private and (partition not in _CLOUDFRONT_PARTITIONS or "-iso" in (region or "")):
        yield invalid(
            "tokenIssuer.aws.private",
            f"needs CloudFront, which is not available in region {region}",
            "remove it: the bucket is then public, and contains only public keys",
        )
    for key in ("distributionDomain", "originAccessIdentity"):
        if tree.value(f"tokenIssuer.aws.{key}") is not None and not private:
            yield invalid(
                f"tokenIssuer.aws.{key}",
                "can only be set for a private bucket",
                "set tokenIssuer.aws.private to true, or remove it",
            )


def check_storage_account_name(tree: Tree) -> Iterator[Notice]:
    name = tree.text("tokenIssuer.name")
    azure = tree.value("tokenIssuer.azure")
    if not isinstance(azure, Mapping) or name is None:
        return
    if "storageAccount" not in azure and (problem := azure_rules.STORAGE_ACCOUNT.problem(name)):
        yield invalid(
            "tokenIssuer.azure.storageAccount",
            f"is required, because the name is not valid for a storage account: it {problem}",
            'for example "myclusteroidc"',
            value=name,
        )


def check_pool_names(tree: Tree) -> Iterator[Notice]:
    name = tree.text("tokenIssuer.name")
    gcp = as_object(tree.value("tokenIssuer.gcp"))
    if not gcp or name is None:
        return
    for key, what in (("pool", "a workload identity pool"), ("provider", "a provider of a pool")):
        if key not in gcp and (problem := gcp_rules.POOL_ID.problem(name)):
            yield invalid(
                f"tokenIssuer.gcp.{key}",
                f"is required, because the name is not valid for {what}: it {problem}",
                f'for example "{gcp_rules.POOL_ID.example}"',
                value=name,
            )
    bucket = bucket_name(name)
    has_bucket = gcp.get("keyStorage") != KeyStorage.POOL_JWK_FILE
    if has_bucket and (problem := gcp_rules.BUCKET_NAME.problem(bucket)):
        yield invalid(
            "tokenIssuer.name",
            f"is not valid for the bucket {bucket}, which {problem}",
            "choose another name, or set tokenIssuer.gcp.keyStorage to pool-jwk-file",
            value=name,
        )


def check_keys(tree: Tree) -> Iterator[Notice]:
    names: list[str] = []
    ids: dict[str, str] = {}
    for index, item in enumerate(tree.items("tokenIssuer.keys")):
        path = f"tokenIssuer.keys[{index}]"
        key = as_object(item)
        names.append(str(key.get("name")))
        yield from _key_problems(path, key, ids)
    if twice := {name for name in names if names.count(name) > 1}:
        yield invalid("tokenIssuer.keys", f"contain the name {min(twice)} twice", "use a different name for each key")
    signing = tree.text("tokenIssuer.signingKey")
    known = names or ["initial"]
    if signing is not None and signing not in known:
        yield invalid(
            "tokenIssuer.signingKey",
            "is not the name of a key in tokenIssuer.keys",
            f"use one of {', '.join(known)}",
            value=signing,
        )


def _key_problems(path: str, key: Mapping[str, object], ids: dict[str, str]) -> Iterator[Notice]:
    private, public = key.get("privateKey"), key.get("publicKey")
    if private is not None and public is not None:
        yield invalid(
            path, "has a public and a private key", "keep only the private key, which contains the public one"
        )
    for field, value in (("privateKey", private), ("publicKey", public)):
        if not isinstance(value, str) or value == SEALED:
            continue
        try:
            is_private, content = field == "privateKey", value.encode()
            key_read = read_signing_key(content).public if is_private else read_public_key(content)
            kid = key_read.kid
        except UnusableInputError as error:
            problem = error.problems[0]
            yield invalid(f"{path}.{field}", problem.why, problem.way_out)
            continue
        if kid in ids:
            yield invalid(f"{path}.{field}", f"is the key of {ids[kid]}", "give each key once")
        ids[kid] = path


_DISTRIBUTION_ID: Final = re.compile(r"[A-Z0-9]{13,14}")


def problems(settings: TokenIssuerSettings) -> Iterator[Notice]:
    generated = [key.name for key in settings.keys if not (key.public_key or key.private_key)]
    if settings.existing and generated:
        yield invalid(
            "tokenIssuer.keys",
            f"would generate key {generated[0]}, but an existing issuer already has its key",
            "set its publicKey, from serviceaccount-signer.public, or its privateKey",
        )
    yield from _check_distribution(settings)
    azure = settings.azure
    if azure and (problem := cloud_problem(azure.cloud, azure.location)):
        yield invalid(
            "tokenIssuer.azure.cloud",
            f"cannot be used, because {problem}",
            "set the cloud of the location",
            value=azure.cloud.value,
        )


def assert_promises(_: TokenIssuerSettings) -> None:
    """The keys are checked above; a stack promises nothing else about its issuer."""


def _check_distribution(settings: TokenIssuerSettings) -> Iterator[Notice]:
    if not (settings.existing and settings.aws and settings.aws.private):
        return
    given = settings.existing_ids.get("distribution", "")
    if not _DISTRIBUTION_ID.fullmatch(given):
        yield invalid(
            "tokenIssuer.existingIds.distribution",
            "must be 13 or 14 capital letters and digits"
            if given
            else "is required: the ID of a CloudFront distribution cannot be derived from a name",
            "set its ID, which 'aws cloudfront list-distributions' shows",
        )
    if not settings.aws.origin_access_identity:
        yield invalid(
            "tokenIssuer.aws.originAccessIdentity",
            "is required: ccoctl restricts the bucket to an origin access identity",
            "set its ID, which 'aws cloudfront list-cloud-front-origin-access-identities' shows",
        )
