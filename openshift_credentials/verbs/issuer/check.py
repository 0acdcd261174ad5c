"""``issuer check``."""

import argparse

from openshift_credentials.exit_codes import ExitCode


def configure(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> ExitCode:
    return ExitCode.OK
