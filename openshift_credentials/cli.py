"""Command line: finds the verb, keeps the conventions that all verbs share.

Results go to standard output, everything else to standard error. A verb is a module of
``openshift_credentials.verbs`` with ``configure(parser)`` and ``run(arguments)``; only the module
of the verb that was asked for is imported.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, Protocol, cast

from openshift_credentials import __version__
from openshift_credentials.errors import ContractError, UnusableInputError
from openshift_credentials.exit_codes import ExitCode

PROGRAM: Final = "python -m openshift_credentials"

VERBS: Final = {
    "job": "print the Job that the operator will make of a backup and its Secret",
    "detect": "say which credential mode the operator picks for a Secret",
    "preview": "preview a stack offline: no account, no cluster, no Pulumi CLI",
    "validate": "say whether the API server would take HCPEtcdBackup objects, and what it misses",
    "preflight": "say what in the cluster would make an update or a backup fail",
    "verify": "say whether the cluster has what a stack promised",
    "status": "list backups with age, reason and snapshot",
    "diagnose": "say why a backup failed, and the way out",
    "image-pulls": "check kubelet credential provider files, and walk a pod's image pull",
    "explain": "say what the identity of a stack can do, and who can become it",
}


class Verb(Protocol):
    """What a module of ``openshift_credentials.verbs`` offers."""

    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], ExitCode]


def main(argv: Sequence[str]) -> int:
    """Run one verb and return the exit code; user errors are printed, never raised."""
    try:
        return int(_run(argv))
    except UnusableInputError as error:
        for problem in error.problems:
            print_error(problem)
        return ExitCode.UNUSABLE
    except ContractError as error:
        print_error(str(error))
        return ExitCode.NO
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _abandon_output()  # the reader has gone: `... | head`
        return ExitCode.OK
    except OSError as error:
        _abandon_output()
        print_error(f"{error.filename or 'standard output'}: {error.strerror}")
        return ExitCode.UNUSABLE


def _abandon_output() -> None:
    """Keep Python from complaining when it flushes and closes standard output at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_error(text: str) -> None:
    """Write one problem to standard error."""
    sys.stderr.write(f"error: {text}\n")


def _run(argv: Sequence[str]) -> ExitCode:
    first = argv[0] if argv else None
    parser = _parser(with_arguments_of=first if first in VERBS else None)
    arguments = parser.parse_args(argv)
    run = cast("Callable[[argparse.Namespace], ExitCode]", arguments.run)
    result = run(arguments)
    sys.stdout.flush()
    return result


def _module_of(verb: str) -> str:
    return f"openshift_credentials.verbs.{verb.replace('-', '_')}"


def _parser(with_arguments_of: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="etcd snapshots of hosted control planes, previewed and explained.",
        epilog=f"Example: {PROGRAM} preview --stack dev\n"
        "Exit codes: 0 yes, 1 no, 2 unusable input or configuration.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"openshift_credentials {__version__}"
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
