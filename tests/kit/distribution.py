"""Which tests run in one process, so that what they share is made once per run."""

from typing import Final

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

UNITS: Final = {
    "API server": ("tests/cluster/",),
    "previews of all examples": (
        *("tests/examples/", "tests/policies/", "tests/benchmarks/", "tests/deployer/"),
        "tests/engine/fake_provider/",
    ),
    "types of a copy": ("tests/test_exhaustive.py",),
    "wheel": ("tests/packaging/",),
}
"""Files that run one after another, the longest units first; any other file is its own unit."""


class UnitScheduling(LoadFileScheduling):
    """Gives a process whole units, so that none of the long ones starts last."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return next((unit for unit, paths in UNITS.items() if file.startswith(paths)), file)

    def _assign_work_unit(self, node: WorkerController) -> None:
        of_the_engine = (file for file in self.workqueue if file.startswith("tests/engine/"))
        long = (*(unit for unit in UNITS if unit in self.workqueue), *of_the_engine)
        if long:
            self.workqueue.move_to_end(long[0], last=False)
        super()._assign_work_unit(node)
