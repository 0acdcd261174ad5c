"""Verb ``diagnose``: why a backup failed, with the evidence and the way out."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.etcd_backup.diagnosis import CAUSES, Diagnosis, Evidence, diagnose
from openshift_credentials.exit_codes import ExitCode
from openshift_credentials.image_pulls.operation import CAUSES as PULL_CAUSES
from openshift_credentials.terminal import Style
from openshift_credentials.verbs.cluster_arguments import add_cluster_arguments
from openshift_credentials.verbs.stack_arguments import add_stack_arguments

LOG_LIMIT: Final = 20 * 1024 * 1024
"""Bytes of a log that are read; its end says why it ended."""

_EPILOG = """\
With --log no cluster is contacted: FILE is the log of a container, or - for standard input.

Example: openshift-credentials diagnose --stack prod
         kubectl logs -n hypershift job/NAME -c upload | openshift-credentials diagnose --log -
Exit codes: 0 nothing is wrong, 1 a cause was found, 2 something failed and no cause is known.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    add_stack_arguments(parser, required=False)
    add_cluster_arguments(parser)
    parser.add_argument("backup", nargs="?", metavar="BACKUP", help="name of one HCPEtcdBackup")
    parser.add_argument("--log", metavar="FILE", help="log of a container instead of a cluster")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Collect the evidence and print the causes."""
    evidence = list(_of_log(arguments.log) if arguments.log else _of_cluster(arguments))
    found = diagnose(evidence, (*CAUSES, *PULL_CAUSES))
    if arguments.output == "json":
        sys.stdout.write(json.dumps([_json(each) for each in found], indent=2) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(found, evidence))
    if found:
        return ExitCode.NO
    return ExitCode.UNUSABLE if evidence and not arguments.log else ExitCode.OK


def _of_log(path: str) -> Iterator[Evidence]:
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            content = sys.stdin.buffer.read(LOG_LIMIT)
        else:
            with open(path, "rb") as file:  # noqa: PTH123
                content = file.read(LOG_LIMIT)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a usable file name"
        raise UnusableInputError([f"{path}: cannot be read: {reason}; name a log"]) from None
    for number, line in enumerate(content.decode(errors="replace").splitlines(), start=1):
        yield Evidence(f"{name}, line {number}", line)


def _of_cluster(arguments: argparse.Namespace) -> Iterator[Evidence]:
    if arguments.stack is None:
        raise UnusableInputError(["--stack or --log is required; name the stack, or a log"])
    from openshift_credentials.etcd_backup.operation import places  # noqa: PLC0415
    from openshift_credentials.etcd_backup.operation.evidence import (  # noqa: PLC0415
        evidence_of,
        jobs_of,
    )
    from openshift_credentials.operation.observed import name_of, namespace_of  # noqa: PLC0415
    from openshift_credentials.verbs.stack_in_cluster import look  # noqa: PLC0415

    for seen in look(arguments):
        for backup in seen.observed.all(places.BACKUPS):
            name = name_of(backup)
            if arguments.backup in (None, name):
                jobs = jobs_of(seen.observed, namespace_of(backup), name)
                yield from evidence_of(backup, jobs, seen.observed)


def _json(found: Diagnosis) -> dict[str, object]:
    return {
        "code": found.cause.code,
        "cause": found.cause.why,
        "evidence": {"where": found.evidence.where, "text": found.evidence.quoted},
        "wayOut": found.cause.way_out,
        "setting": found.cause.setting,
    }


def _lines(found: Sequence[Diagnosis], evidence: Sequence[Evidence]) -> Iterator[str]:
    style = Style.of(sys.stdout)
    if not found:
        yield "No known cause." if evidence else "No failed backup was found."
        yield from (f"  {each.where}: {each.quoted}" for each in evidence[-10:] if each.text)
        return
    for each in found:
        yield f"{style(each.cause.code, 'bold')}: {each.cause.why}"
        yield f"    evidence  {each.evidence.where}: {each.evidence.quoted}"
        yield f"    way out   {each.cause.way_out}"
        if each.cause.setting:
            yield f"    setting   {each.cause.setting}"
