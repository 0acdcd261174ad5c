"""Verb ``preview`` at a terminal, and with streams that do not work."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import REPOSITORY, call

pytestmark = pytest.mark.usefixtures("in_the_repository")


def test_a_reader_that_goes_early_is_no_error() -> None:
    process = subprocess.run(  # noqa: S602 - a pipe as a user writes it
        f"{sys.executable} -m openshift_credentials preview --stack dev --diff | head -n 1",
        shell=True,
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )

    assert process.stdout.startswith("Previewing stack dev")
    assert process.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is not here")
def test_output_that_cannot_be_written_is_reported() -> None:
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "openshift_credentials", "explain", "--stack", "dev"],
            cwd=REPOSITORY,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert process.returncode == 2
    assert process.stderr.startswith("error: standard output: ")
    assert process.stderr.count("\n") == 1


def at_a_terminal(**environment: str) -> str:
    primary, secondary = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "openshift_credentials", "explain", "--stack", "dev"],
        cwd=REPOSITORY,
        stdout=secondary,
        stderr=subprocess.DEVNULL,
        env={**{n: v for n, v in os.environ.items() if n != "NO_COLOR"}, **environment},
    ) as process:
        os.close(secondary)
        written = b""
        try:
            while part := os.read(primary, 4096):
                written += part
        except OSError:  # Linux: the other end is closed
            pass
        process.wait()
    os.close(primary)
    return written.decode().replace("\r\n", "\n")


def test_colours_are_for_terminals_that_want_them() -> None:
    plain = call("explain", "--stack", "dev").results

    assert "\x1b[" not in plain
    assert "\x1b[" in at_a_terminal(TERM="xterm")
    for environment in ({"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert at_a_terminal(COLUMNS="400", **environment).split() == plain.split()


@pytest.mark.parametrize("verb", ["preview", "explain"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_encoding_without_lines_and_umlauts_is_enough(copy: Path, verb: str, encoding: str) -> None:
    text = (copy / "Pulumi.dev.yaml").read_text()
    changed = text.replace("        bucket:", "        tags: {team: Zürich}\n        bucket:")
    (copy / "Pulumi.dev.yaml").write_text(changed)

    outcome = call(verb, "-s", "dev", "-C", str(copy), encoding=encoding)

    assert outcome.code == 0
    assert "Traceback" not in outcome.others
    assert "\\u25" not in outcome.results
    assert outcome.results.isascii() or encoding != "ascii"


@pytest.mark.parametrize("descriptors", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_stream_that_is_closed_makes_no_traceback(descriptors: str) -> None:
    process = subprocess.run(  # noqa: S602 - a redirection as a user writes it
        f"{sys.executable} -m openshift_credentials explain --stack dev {descriptors}",
        shell=True,
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )

    assert process.returncode == (2 if ">&-" in descriptors.split() else 0)
    assert "Traceback" not in process.stderr
    assert ("standard output: is closed" in process.stderr) == (descriptors == ">&-")
