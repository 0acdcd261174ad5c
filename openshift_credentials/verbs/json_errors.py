"""Errors of a verb as JSON, where its results would be."""

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager

from openshift_credentials.errors import ContractError, UnusableInputError


@contextmanager
def errors_as_json(output: str) -> Generator[None]:
    """With ``-o json``, print ``{"errors": [...]}`` for an error that leaves no result.

    The error goes on to the command line, which writes it to standard error for people.
    """
    try:
        yield
    except (ContractError, UnusableInputError) as error:
        if output == "json":
            errors = [problem.document for problem in error.reported]
            sys.stdout.write(json.dumps({"errors": errors}, indent=2) + "\n")
        raise
