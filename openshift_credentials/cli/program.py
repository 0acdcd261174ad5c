"""Command line: finds the verb and implements the conventions that all verbs share.

Results go to standard output, everything else to standard error. With ``-o json``, an error without
a result is printed as ``{"errors": [...]}``. A verb is a module of ``cli/verbs`` with
``configure(parser)`` and ``run(arguments)``; the program imports only the module of the verb that
the user names.
"""

import argparse
import importlib
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, cast

from openshift_credentials import __version__
from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.exit_codes import ExitCode

PROGRAM: Final = "python -m openshift_credentials"

VERBS: Final = {
    "init": "write the first stack file from answers, the cluster and the cloud",
    "preview": "preview a stack offline, without an account, a cluster or the Pulumi CLI",
    "explain": "explain what the identities of a stack can do, and who can assume them",
    "preflight": "check the cluster for anything that would make an update or a backup fail",
    "verify": "check whether the cluster matches the predictions of a stack",
    "status": "list backups with age, reason and snapshot",
    "diagnose": "find out why a backup failed",
    "detect": "show which credential mode the operator detects in a Secret",
    "azure-identities": "check, rotate and map identities of control planes on Azure",
    "image-pulls": "check kubelet credential provider files and simulate image pulls",
    "cco": "show mode, permissions, requests and Secrets of the Cloud Credential Operator",
    "issuer": "print and check a token issuer and the identities that trust it",
    "bundle": "write the files that openshift-install needs: manifests and signing key",
    "validate": "check whether the API server accepts HCPEtcdBackup objects",
    "job": "print the Job that the operator creates for a backup and its Secret",
    "fleet": "render, check and watch the stacks of many management clusters",
}


class Verb(Protocol):
    """The interface of a module of ``openshift_credentials.cli.verbs``."""

    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], ExitCode]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code; user errors are printed, never raised.

    ``argv`` are the arguments after the name of the program, by default those of the process.
    """
    output_is_closed = _prepare_streams()
    try:
        code = int(_run(sys.argv[1:] if argv is None else argv))
    except (ContractError, UnusableInputError) as error:
        for problem in error.reported:
            print_error(problem)
        return ExitCode.UNUSABLE if isinstance(error, UnusableInputError) else ExitCode.NO
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _abandon_output()  # the reader has closed the pipe: `... | head`
        return ExitCode.OK
    except OSError as error:
        _abandon_output()
        print_error(f"{error.filename or 'standard output'}: {error.strerror}")
        return ExitCode.UNUSABLE
    if output_is_closed:
        print_error("standard output: is closed, so the result cannot be written; open it")
        return ExitCode.UNUSABLE
    return code


def _prepare_streams() -> bool:
    """Make every stream and encoding usable; return whether standard output is closed.

    Python has ``None`` for a stream that is closed at the start (``>&-``). A terminal or a pipe in
    ASCII, or a file name that is not UTF-8, must not cause an encoding error.
    """
    streams: Any = sys
    output_is_closed = streams.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(streams, name)
        if stream is None:
            setattr(streams, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for the process
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return output_is_closed


def _abandon_output() -> None:
    """Prevent an error message of Python when it flushes and closes standard output at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_error(text: str) -> None:
    """Write one problem to standard error."""
    sys.stderr.write(f"error: {text}\n")


def _run(argv: Sequence[str]) -> ExitCode:
    first = argv[0] if argv else None
    parser = _parser(with_arguments_of=first if first in VERBS else None)
    arguments = parser.parse_args(argv)
    run = cast("Callable[[argparse.Namespace], ExitCode]", arguments.run)
    try:
        result = run(arguments)
    except (ContractError, UnusableInputError) as error:
        if getattr(arguments, "output", None) == "json" and not error.has_result:
            errors = [problem.document for problem in error.reported]
            sys.stdout.write(json.dumps({"errors": errors}, indent=2) + "\n")
        raise
    sys.stdout.flush()
    return result


def _module_of(verb: str) -> str:
    return f"openshift_credentials.cli.verbs.{verb.replace('-', '_')}"


def _parser(with_arguments_of: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Cloud credentials of OpenShift clusters and hosted control planes, "
        "previewed, checked and explained.",
        epilog=f"Example: {PROGRAM} preview --stack dev\n"
        "Exit codes: 0 yes, 1 no, 2 unusable input or configuration.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"openshift-credentials {__version__}"
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    for name, summary in VERBS.items():
        verb_parser = verbs.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if name == with_arguments_of:
            verb = cast("Verb", importlib.import_module(_module_of(name)))
            verb.configure(verb_parser)
            verb_parser.set_defaults(run=verb.run)
    return parser
