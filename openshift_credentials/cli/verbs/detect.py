"""Verb ``detect``: the credential mode that the operator detects in Secrets."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from openshift_credentials.base.errors import ExitCode, UnusableInputError, unusable_argument, unusable_input
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.terminal import Style
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OADP_NAMESPACE, DEFAULT_OPERATOR_NAMESPACE
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest, read_secret
from openshift_credentials.platforms.manifests import ManifestDocument, printable, read_documents
from openshift_credentials.systems.etcd_backup.rules.modes import (
    CLOUD_KEY,
    ContractVersion,
    CredentialMode,
    StorageType,
)
from openshift_credentials.systems.etcd_backup.rules.names import DEFAULT_SECRET
from openshift_credentials.systems.etcd_backup.rules.payloads import copy_as_plugin

from ..argument_parser import PROGRAM
from ..detect_answers import DetectAnswer, answer, render_json, render_text
from ..output import add_output, print_notes

_EPILOG: Final = f"""\
Without --storage-type and --expect, a Secret is judged for the storage type with which it has no
error, and for both if that is none or each of them. A Secret for OADP has only the key 'cloud', and
the operator reads the copy of OADP's plugin in its own namespace: --as-copied judges that copy, and
so does a Secret in namespace openshift-adp, or named cloud-credentials, that fits no mode otherwise.
docs/findings.md lists all findings.

Example: {PROGRAM} detect --explain credentials.yaml
         {PROGRAM} detect --as-copied --expect azure-workload-identity cloud-credentials.yaml
         kubectl get secret -n hypershift -o yaml | {PROGRAM} detect --storage-type S3 -
Exit codes: 0 all Secrets could be read, with or without findings; 1 with --expect: a Secret has
another mode; 2 something cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    parser.epilog = _EPILOG
    parser.add_argument("files", metavar="FILE", nargs="+", help="manifests in YAML or JSON; - is standard input")
    parser.add_argument(
        "--storage-type",
        choices=tuple(StorageType),
        help="storage type of the backup (default: the only one that fits the Secret, or both)",
    )
    parser.add_argument(
        "--expect",
        choices=tuple(CredentialMode),
        metavar="MODE",
        help="end with code 1 unless every Secret has this mode: %(choices)s",
    )
    parser.add_argument(
        "--as-copied",
        action="store_true",
        help="judge the copy that OADP's plugin makes of the Secret for the operator",
    )
    parser.add_argument(
        "--key", metavar="KEY", help="with --as-copied: the key that the BackupStorageLocation names (default: cloud)"
    )
    parser.add_argument(
        "--contract",
        choices=tuple(ContractVersion),
        default=ContractVersion.CURRENT,
        type=str,
        help="version of the operator's rules (default: %(default)s)",
    )
    parser.add_argument(
        "--explain", action="store_true", help="show each step of the decision, without content of the Secret"
    )
    add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Detect the mode of every Secret that can be read, then report the rest."""
    version = ContractVersion(arguments.contract)
    expected = CredentialMode(arguments.expect) if arguments.expect else None
    chosen = _storage_type_of_arguments(arguments, expected)
    documents, problems = read_documents(arguments.files, sys.stdin.buffer)
    key = (arguments.key or CLOUD_KEY) if arguments.as_copied else None
    secrets = _read_secrets(documents, problems, key)
    types = [chosen] if chosen else list(StorageType)

    def answer_all(secret: SecretManifest) -> Sequence[DetectAnswer]:
        return _fitting([answer(secret, one, version, explained=arguments.explain) for one in types])

    answers: list[DetectAnswer] = []
    for secret in secrets:
        found = answer_all(secret)
        if _is_source_of_oadp(secret) and not any(map(_fits, found)):
            found = answer_all(replace(secret, data=copy_as_plugin(secret.data)))
            print_notes([f"{found[0].name}: is a source of OADP, whose copy for the operator is judged"])
        answers += found
    if arguments.output == "json":
        sys.stdout.write(render_json(answers, problems))
    else:
        sys.stdout.write(render_text(answers, Style.of(sys.stdout).width))
    sys.stdout.flush()
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK if not list(_mismatches(answers, expected)) else ExitCode.NO


def _storage_type_of_arguments(arguments: argparse.Namespace, expected: CredentialMode | None) -> StorageType | None:
    """The storage type of the arguments; a mode is one of a single storage type."""
    if arguments.key is not None and not arguments.as_copied:
        raise unusable_argument("--key requires --as-copied; add it, or remove --key")
    chosen = StorageType(arguments.storage_type) if arguments.storage_type else None
    if expected is None:
        return chosen
    if chosen not in (None, expected.storage_type):
        raise unusable_argument(
            f"--expect {expected}: is a mode of {expected.storage_type}, not of {chosen}; remove --storage-type"
        )
    return expected.storage_type


def _fitting(answers: Sequence[DetectAnswer]) -> Sequence[DetectAnswer]:
    """The only answer without an error, or all answers."""
    fitting = [item for item in answers if _fits(item)]
    return fitting if len(fitting) == 1 else answers


def _fits(item: DetectAnswer) -> bool:
    return all(found.severity is not Severity.ERROR for found in item.findings)


def _is_source_of_oadp(secret: SecretManifest) -> bool:
    """Whether OADP's plugin copies from it: the operator never reads it itself."""
    is_named = secret.namespace == DEFAULT_OADP_NAMESPACE or secret.name == DEFAULT_SECRET
    is_elsewhere = secret.namespace != DEFAULT_OPERATOR_NAMESPACE
    return is_named and is_elsewhere and set(secret.data) == {CLOUD_KEY}


def _mismatches(answers: Sequence[DetectAnswer], expected: CredentialMode | None) -> Iterator[DetectAnswer]:
    """Answers with another mode, each reported on standard error."""
    for item in answers:
        if expected is not None and item.detection.mode is not expected:
            text = f"{item.name}: the mode is {item.detection.mode}, {expected} was expected"
            sys.stderr.write(f"{text}\n")
            yield item


def _read_secrets(
    documents: list[ManifestDocument], problems: list[Notice], copied_key: str | None
) -> list[SecretManifest]:
    """The Secrets among the documents, or their copies by the plugin, which takes one key.

    Other objects, and Secrets without the key, are added to ``problems``.
    """
    secrets: list[SecretManifest] = []
    for document in documents:
        try:
            secret = read_secret(document.content)
            secrets.append(_copy_of(secret, copied_key) if copied_key else secret)
        except UnusableInputError as error:
            problems += document.problems_of(error)
    return secrets


def _copy_of(secret: SecretManifest, key: str) -> SecretManifest:
    """The copy; the plugin fails for a Secret without the key."""
    if key not in secret.data:
        way_out = "set the key that the BackupStorageLocation names with --key"
        text = f"has no key '{printable(key)}', so OADP's plugin copies nothing; {way_out}"
        raise unusable_input(text)
    return replace(secret, data=copy_as_plugin(secret.data, key))
