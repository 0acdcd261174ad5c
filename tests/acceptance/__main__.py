"""Runs the acceptance of one cloud, or cleans up: ``python -m tests.acceptance --cloud aws``."""

import argparse
import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

from botocore.exceptions import BotoCoreError, ClientError

from tests.acceptance.account import sweep
from tests.acceptance.against import account_of, new_workspace, open_workspace, providers_of
from tests.acceptance.arguments import options_of, parser, place_of, problem_of
from tests.acceptance.clean import clean_runs
from tests.acceptance.costs import announcement
from tests.acceptance.life import Life
from tests.acceptance.report import Report
from tests.acceptance.run import Against, Run, finish, holding
from tests.acceptance.stacks import Options
from tests.acceptance.token_job import TokenJob


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: passed and nothing left; 1: something failed or is left; 2: nothing was run."""
    asked = parser().parse_args(arguments)
    if problem := problem_of(asked):
        return _refuse(problem)
    if asked.kubeconfig:
        os.environ["KUBECONFIG"] = str(asked.kubeconfig.resolve())  # that of the engine too
    try:
        return _prove_or_clean(asked)
    except (BotoCoreError, ClientError, ConnectionError) as error:
        return _refuse(f"the account does not answer: {type(error).__name__}: {error}")
    except KeyboardInterrupt:
        clean = f"make acceptance-clean CLOUD={asked.cloud}"
        sys.stderr.write(f"error: interrupted; '{clean}' removes what there is\n")
        return 1


def _prove_or_clean(asked: argparse.Namespace) -> int:
    options = options_of(asked)
    run = Run.begin(asked.cloud, asked.against, place_of(asked), asked.minutes)
    _say(f"Run {run.suffix} against: {run.against} ({run.against.meaning}), account {run.place}")
    if asked.clean:
        return 0 if _clean(asked, run, options) else 1
    _say(announcement(run.cloud, asked.minutes))
    if not asked.yes and not _agreed():
        return _refuse("nobody agreed to it; --yes agrees")
    if not _clean(asked, run, options):
        return _refuse("what an earlier run has left could not be removed; see above")
    report = _run(asked, run, options)
    document, page = report.write(asked.directory)
    _say(f"{'passed' if report.passed else 'FAILED'}: see {page} and {document}")
    return 0 if report.passed else 1


def _run(asked: argparse.Namespace, run: Run, options: Options) -> Report:
    root = asked.directory / run.suffix
    run.write(root)
    with holding(root):
        workspace = new_workspace(root, run.against)
        with account_of(run, workspace, options, asked.provider) as account:
            life = Life(workspace, account, run, _say)
            with _cluster(asked, life, options):
                life.live(options, asked.stacks)
            left = None if life.left is None else [str(x) for x in life.left if not x.waits]
            report = Report(
                run=run,
                date=datetime.now(UTC).date().isoformat(),
                engine=f"Pulumi {workspace.succeed('version').output.strip()}",
                providers=tuple(providers_of(run, workspace, asked.provider)),
                steps=tuple(life.steps),
                left=left,
                waiting=[str(item) for item in life.left or () if item.waits],
            )
    if report.left == []:
        finish(root)
    return report


@contextmanager
def _cluster(asked: argparse.Namespace, life: Life, options: Options) -> Generator[None]:
    """The namespace and the Job of the run, where a cluster is given."""
    job = _job(asked, life.run, options)
    if job is None:
        yield
        return
    job.prepare()
    outputs = partial(life.workspace.json, "stack", "output", "--json", "--stack", "dev")
    life.token_job = lambda: job.upload_and_read(outputs())
    try:
        yield
    finally:
        job.remove()


def _job(asked: argparse.Namespace, run: Run, options: Options) -> TokenJob | None:
    if not asked.kubeconfig:
        return None
    from kubernetes import client, config  # noqa: PLC0415 - a run without a cluster needs none

    cast("Any", config).load_kube_config(str(asked.kubeconfig))
    return TokenJob(run, options, cast("Any", client).CoreV1Api(), client.BatchV1Api())


def _clean(asked: argparse.Namespace, run: Run, options: Options) -> bool:
    def leave_cluster(killed: Run) -> None:
        if job := _job(asked, killed, options):
            job.remove()

    clean = clean_runs(asked.directory, run, options, _say, leave_cluster)
    if run.against is Against.ACCOUNT:
        with account_of(run, open_workspace(asked.directory, run.against), options, None) as found:
            for line in sweep(found):
                _say(f"of an ended run: {line}")
    return clean


def _agreed() -> bool:
    if not sys.stdin.isatty():
        return False
    return input("Do it? Type 'yes': ").strip() == "yes"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _refuse(problem: str) -> int:
    sys.stderr.write(f"error: {problem}\n")
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
