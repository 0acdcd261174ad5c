"""What a user sees, whole, in golden/. To write the files anew after a wanted change:

    UPDATE_GOLDEN=1 .venv/bin/python -m pytest tests/preview/test_golden.py

and read the difference before committing it.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from openshift_credentials.errors import ContractError
from openshift_credentials.preview.digest import Preview, failed
from openshift_credentials.preview.markdown import to_markdown
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from openshift_credentials.preview.text import draw
from openshift_credentials.terminal import Style
from tests.preview.stacks import PROGRAM, preview_of

GOLDEN = Path(__file__).parent / "golden"
REFRESH = "UPDATE_GOLDEN=1 .venv/bin/python -m pytest tests/preview/test_golden.py"


def assert_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text)
    assert path.is_file(), f"write it with: {REFRESH}"
    assert text == path.read_text(), f"if the change is wanted: {REFRESH}"


FORMS: dict[str, Callable[[Preview], str]] = {
    "txt": lambda preview: draw(preview, Style(), diff=False),
    "diff.txt": lambda preview: draw(preview, Style(), diff=True),
    "md": to_markdown,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("stack", ["dev", "aro"])
def test_a_stack_looks_as_it_did(stack: str, form: str) -> None:
    assert_golden(f"{stack}.{form}", FORMS[form](preview_of(stack)))


def test_a_failure_looks_as_it_did() -> None:
    arn = "etcdBackup.credentials.credentialsFile=arn:aws:iam::123456789012:role/etcd-backup"
    stack = read_stack(PROGRAM, "dev", None, ["etcdBackup.credentials.mode=aws-static", arn])
    with pytest.raises(ContractError) as caught:
        run_program(stack)

    assert_golden("dev.wrong-mode.md", to_markdown(failed(stack, caught.value)))
