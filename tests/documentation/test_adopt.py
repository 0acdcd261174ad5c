"""docs/how-to/adopt.md: the logical names and parents of its import commands are the program's."""

import re
import shlex

from tests.kit.harness import record, run_main
from tests.kit.places import REPOSITORY
from tests.kit.trees import AWS, AZURE, changed, config

PAGE = (REPOSITORY / "docs" / "how-to" / "adopt.md").read_text()
ROW = re.compile(r"^\| [^|]+ \| `([^`]+:[^`]+:[^`]+)` \| `([^`]+)` \| [^|]+ \|$", re.MULTILINE)


def test_each_resource_has_the_type_and_the_name_that_the_page_states() -> None:
    own_group = changed(AZURE, storage__azureBlob__existingResourceGroup=False)
    found = {
        (each.type, each.name)
        for tree in (AWS, own_group)
        for each in record(run_main, preview=True, config=config(tree)).resources
    }
    rows = ROW.findall(PAGE)
    assert len(rows) == 7
    assert set(rows) <= found


def test_the_command_of_the_page_has_the_urns_of_the_stack() -> None:
    (line,) = (each for each in PAGE.splitlines() if each.startswith("pulumi import "))
    *flags, type_, name, _ = shlex.split(line)
    parent = flags[flags.index("--parent") + 1].removeprefix("parent=")
    provider = flags[flags.index("--provider") + 1].removeprefix("provider=")
    recorded = record(run_main, preview=True, config=config(AWS))
    bucket = recorded.named(type_, name)

    def without_stack(urn: str) -> str:
        return "::".join(urn.split("::")[2:])

    assert without_stack(bucket.request.parent) == without_stack(parent)
    assert without_stack(bucket.request.provider.rpartition("::")[0]) == without_stack(provider)
