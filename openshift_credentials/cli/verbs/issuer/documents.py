"""``issuer documents``: the documents of an issuer for given public keys."""

import argparse
import sys
from collections.abc import Sequence
from typing import Final, assert_never

from openshift_credentials.base.errors import ExitCode, UnusableInputError, unusable_input
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.regular_file import read_regular_file
from openshift_credentials.platforms.aws.names import BUCKET_NAME
from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.systems.component_identities.rules.gcp import issuer_commands, name_problems
from openshift_credentials.systems.token_issuer.rules import issuers
from openshift_credentials.systems.token_issuer.rules.issuers import (
    IssuerCloud,
    build_json_web_key_set,
    discovery_document,
    keys_path,
)
from openshift_credentials.systems.token_issuer.rules.signing_keys import PublicKey, read_public_key

from ...output import print_json
from .clouds import add_cloud, check_cloud, pool_options, require

_KEY_FILE_LIMIT: Final = 1024 * 1024


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_cloud(parser, IssuerCloud)
    parser.add_argument("--name", required=True, help="name of the cluster's cloud resources")
    parser.add_argument("--region", default="", help="region of the bucket or of the account")
    parser.add_argument(
        "--public-key-file",
        required=True,
        action="append",
        nargs="+",
        metavar="FILE",
        help="public key, PEM; several during a rotation",
    )
    parser.add_argument(
        "--private", action="store_true", help="AWS: a private bucket behind CloudFront, which assigns the URL"
    )
    parser.add_argument("--distribution-domain", default="", help="AWS: domain of the existing distribution")
    parser.add_argument("--storage-account-name", default="", help="Azure; default: the name")
    parser.add_argument("--blob-container-name", default="", help="Azure; default: the name")
    parser.add_argument("--project", default="", help="Google Cloud: also print the commands")
    parser.add_argument("--project-number", default="", help="Google Cloud: for the commands")
    for part in ("pool", "provider"):
        parser.add_argument(f"--workload-identity-{part}", default="", help="Google Cloud; default: the name")
    parser.add_argument("--universe-domain", default="", help="Google Cloud; default: googleapis.com")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the documents."""
    cloud = IssuerCloud(check_cloud(arguments.cloud, IssuerCloud))
    url = _issuer_url(cloud, arguments)
    files: Sequence[str] = [file for files in arguments.public_key_file for file in files]
    keys = read_public_keys(files)
    published = {"issuerUrl": url, "discovery": discovery_document(cloud, url), "jwks": build_json_web_key_set(keys)}
    commands = _commands(cloud, arguments, url)
    if arguments.output == "json":
        more = {"commands": list(commands)} if commands else {}
        print_json({**published, **more})
        return ExitCode.OK
    sys.stdout.write(
        f"issuer: {url}\n\n{DISCOVERY_PATH}\n{published['discovery']}\n\n{keys_path(cloud)}\n{published['jwks']}\n"
    )
    sys.stdout.writelines(f"\n{command}" for command in commands)
    sys.stdout.write("\n" if commands else "")
    return ExitCode.OK


def read_public_keys(files: Sequence[str]) -> list[PublicKey]:
    """The keys in files; raises :class:`UnusableInputError` with one line per problem."""
    keys: list[PublicKey] = []
    problems: list[Notice] = []
    for file in files:
        try:
            keys.append(read_public_key(read_key_file(file)))
        except UnusableInputError as error:
            problems += [problem.at(file) for problem in error.problems]
    if problems:
        raise UnusableInputError(problems)
    return keys


def read_key_file(file: str) -> bytes:
    """Content of a key file; raises :class:`UnusableInputError`, without any of the content."""
    try:
        return read_regular_file(file, _KEY_FILE_LIMIT)
    except FileNotFoundError:
        raise unusable_input("the file does not exist") from None


def _issuer_url(cloud: IssuerCloud, arguments: argparse.Namespace) -> str:
    name: str = arguments.name
    match cloud:
        case IssuerCloud.AWS:
            return _aws_issuer_url(arguments)
        case IssuerCloud.AZURE:
            account: str = arguments.storage_account_name or name
            if problem := issuers.validate_storage_account_name(account):
                raise unusable_input(f"storage account {account!a} {problem}", "set --storage-account-name")
            return issuers.blob_issuer_url(account, arguments.blob_container_name or name)
        case IssuerCloud.GCP:
            if problems := name_problems(name):
                raise UnusableInputError(problems)
            return issuers.storage_issuer_url(name, arguments.universe_domain)
        case _:
            assert_never(cloud)


def _aws_issuer_url(arguments: argparse.Namespace) -> str:
    require(arguments, "region")
    url = issuers.s3_issuer_url(arguments.name, arguments.region)
    if arguments.distribution_domain:
        return issuers.cloudfront_issuer_url(arguments.distribution_domain)
    if arguments.private:
        return issuers.UNKNOWN_CLOUDFRONT_URL
    bucket = issuers.bucket_name(arguments.name)
    if problem := BUCKET_NAME.problem(bucket):
        sys.stderr.write(f"warning: bucket {bucket!a} {problem}; a stack rejects this name\n")
    return url


def _commands(cloud: IssuerCloud, arguments: argparse.Namespace, url: str) -> tuple[str, ...]:
    if cloud is not IssuerCloud.GCP or not arguments.project:
        return ()
    return issuer_commands(pool_options(arguments), url, location=arguments.region or "us")
