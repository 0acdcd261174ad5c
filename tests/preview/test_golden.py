"""What a user sees, whole, in golden/."""

from collections.abc import Callable
from pathlib import Path

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.terminal import Style
from openshift_credentials.preview.formats import draw, to_markdown
from openshift_credentials.preview.run import Preview, preview_of_error, run_program
from openshift_credentials.preview.stack_files import read_stack
from tests.kit.golden import Golden
from tests.kit.places import REPOSITORY
from tests.kit.previews import preview_of

FOLDER = Path(__file__).parent / "golden"

FORMS: dict[str, Callable[[Preview], str]] = {
    "txt": lambda preview: draw(preview, Style(), diff=False),
    "diff.txt": lambda preview: draw(preview, Style(), diff=True),
    "md": to_markdown,
}


@pytest.mark.parametrize(
    ("stack", "form"), [("dev", "txt"), ("dev", "md"), ("aro", "txt"), ("aro", "diff.txt"), ("aro", "md")]
)
def test_a_stack_looks_as_it_did(stack: str, form: str, golden: Golden) -> None:
    golden(FOLDER / f"{stack}.{form}", FORMS[form](preview_of(stack)))


def test_a_failure_looks_as_it_did(golden: Golden) -> None:
    arn = "etcdBackup.credentials.credentialsFile=arn:aws:iam::123456789012:role/etcd-backup"
    stack = read_stack(REPOSITORY, "dev", None, ["etcdBackup.credentials.mode=aws-static", arn])
    with pytest.raises(ContractError) as caught:
        run_program(stack)

    golden(FOLDER / "dev.wrong-mode.md", to_markdown(preview_of_error(stack, caught.value)))
