"""``bundle``: the files of an installation, ``manifests/`` and ``tls/``."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from openshift_credentials.base.errors import ExitCode, UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import is_object, text_member

from ..output import add_output, print_answer
from ..stack_arguments import add_stack_arguments, read_named_stack, stack_outputs

if TYPE_CHECKING:
    from openshift_credentials.preview.stack_files import StackConfiguration
    from openshift_credentials.systems.component_identities.plan.bundle import Bundle
    from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
    from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings

_EPILOG: Final = """\
Examples:
  openshift-credentials bundle --stack mycluster --out installation
  openshift-credentials bundle --stack mycluster --offline --out review
Set credentialsMode: Manual in install-config.yaml, run 'openshift-install create manifests', then
copy both folders into the installation directory.
Exit codes: 0 the files are written or match; 1 --check found a difference; 2 the stack
has no bundle, or the folder cannot be written to.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add_stack_arguments(parser)
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--out", type=Path, metavar="DIR", help="write both folders into this folder")
    place.add_argument(
        "--check", type=Path, metavar="DIR", help="compare this folder with the files that would be written"
    )
    parser.add_argument(
        "--offline",
        action="store_true",
        help="use only the settings, for review: values that the cloud assigns are omitted",
    )
    add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> ExitCode:
    from openshift_credentials.stack.load import load_settings  # noqa: PLC0415
    from openshift_credentials.stack.system import settings_in  # noqa: PLC0415
    from openshift_credentials.systems.component_identities.plan.bundle import leftover_files, write  # noqa: PLC0415
    from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings  # noqa: PLC0415
    from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings  # noqa: PLC0415

    stack = read_named_stack(arguments)
    deployments = load_settings(stack.config, stack.secrets, directory=stack.program)
    issuer = settings_in(deployments, TokenIssuerSettings)
    identities = settings_in(deployments, ComponentIdentitiesSettings)
    if issuer is None or identities is None:
        branches = {"tokenIssuer": issuer, "componentIdentities": identities}
        missing = [key for key, settings in branches.items() if settings is None]
        raise UnusableInputError(
            [input_problem(f"stack {stack.stack} has no {key}, so it has no bundle", "add it") for key in missing]
        )
    if not identities.is_bundled:
        reason = (
            "componentIdentities.secretsIn is cluster: the stack writes the Secrets itself; set "
            "it to bundle for a cluster that does not exist yet"
        )
        raise unusable_input(reason)
    files = _offline(issuer, identities) if arguments.offline else _build(stack, issuer)
    if arguments.check:
        return _compare(files, arguments.check, arguments.output)
    written = write(files, arguments.out)
    leftover = list(leftover_files(arguments.out, written))
    paths = {"files": list(map(str, written)), "leftover": list(map(str, leftover))}
    print_answer(arguments.output, paths, map(str, written))
    for path in leftover:
        sys.stderr.write(f"warning: {path} is not part of this bundle, and openshift-install would apply it too\n")
    if files.signing_key is None:
        sys.stderr.write("warning: the signing key is not known, so tls/ is not written\n")
    return ExitCode.OK


def _compare(files: "Bundle", folder: Path, output: str) -> ExitCode:
    """Print differences of a folder from the files that would be written, without their content."""
    from openshift_credentials.systems.component_identities.plan.bundle import differences  # noqa: PLC0415

    found = list(differences(files, folder))
    matches = f"{folder} matches the files that would be written"
    print_answer(output, {"matches": not found, "differences": found}, found or [matches])
    return ExitCode.NO if found else ExitCode.OK


def _offline(issuer: "TokenIssuerSettings", identities: "ComponentIdentitiesSettings") -> "Bundle":
    from openshift_credentials.systems.component_identities.plan.bundle import bundle, secrets_to_write  # noqa: PLC0415
    from openshift_credentials.systems.token_issuer.plan import signing_key_of_settings  # noqa: PLC0415
    from openshift_credentials.systems.token_issuer.rules.issuers import UNKNOWN_CLOUDFRONT_URL  # noqa: PLC0415

    key = signing_key_of_settings(issuer.signer)
    return bundle(
        issuer.issuer_url or UNKNOWN_CLOUDFRONT_URL,
        issuer.azure.tenant_id if issuer.azure else None,
        secrets_to_write(identities),
        key.private_pem if key else None,
    )


def _build(stack: "StackConfiguration", issuer: "TokenIssuerSettings") -> "Bundle":
    from openshift_credentials.systems.component_identities.plan.bundle import bundle  # noqa: PLC0415

    outputs = stack_outputs(stack)
    url, secrets = text_member(outputs, "issuerUrl"), outputs.get("componentManifests")
    if not url or not is_object(secrets):
        raise unusable_input(
            f"stack {stack.stack} does not have these outputs yet", "run 'pulumi up' first, or use --offline"
        )
    return bundle(
        url,
        issuer.azure.tenant_id if issuer.azure else None,
        {name: str(text) for name, text in secrets.items()},
        text_member(outputs, "signingKey") or None,
    )
