"""Steps of a run without an engine: whatever fails, everything is destroyed and listed."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Barrier
from typing import cast

from typing_extensions import override

from tests.acceptance.account import Tagged
from tests.acceptance.arguments import STACKS
from tests.acceptance.life import ACCOUNT, WITH_TOKEN, Life
from tests.acceptance.report import State
from tests.acceptance.run import Run, has_ended, holding, is_of, unfinished
from tests.acceptance.samples import options, run_of
from tests.engine.workspace import Outcome, Workspace


@dataclass(frozen=True)
class NoEngine(Workspace):
    """Notes commands, and fails those that contain a word."""

    failing: str = "no such word"
    printed: str = "error: as the test wants it"
    commands: list[str] = field(default_factory=list[str])

    @override
    def pulumi(self, *arguments: str, stdin: str | None = None) -> Outcome:
        command = " ".join(arguments)
        self.commands.append(command)
        return Outcome(int(self.failing in command), "", self.printed)


@dataclass
class Shelf:
    """An account that is a list."""

    items: list[Tagged] = field(default_factory=list[Tagged])
    broken: bool = False

    def make_by_hand(self, run: Run) -> Mapping[str, str]:
        return {"bucket": f"{run.name}-import"}

    def empty_stores(self, run: Run) -> None:
        """There are none."""

    def tidy(self, run: Run) -> None:
        """Nothing was made."""

    def tagged(self) -> Iterator[Tagged]:
        if self.broken:
            raise ConnectionError("as the test wants it")
        return iter(self.items)

    def remove(self, item: Tagged) -> None:
        self.items.remove(item)


def lived(
    tmp_path: Path,
    failing: str = "no such word",
    *,
    minutes: int = 60,
    account: Shelf | None = None,
    printed: str = "error: as the test wants it",
) -> Life:
    run = run_of(minutes=minutes)
    workspace = NoEngine(tmp_path, failing, printed)
    life = Life(workspace, account or Shelf(), run, lambda _: None)
    life.live(options(run.cloud), STACKS)
    return life


def states(life: Life, stack: str) -> list[tuple[str, State]]:
    return [(step.name, step.state) for step in life.steps if step.stack == stack]


def test_every_stack_lives_and_is_destroyed(tmp_path: Path) -> None:
    life = lived(tmp_path)
    not_run = [step.name for step in life.steps if step.state is not State.PASSED]
    assert not_run == [WITH_TOKEN]
    assert life.left == []
    names = [name for name, _ in states(life, "dev")]
    assert names[:4] == ["up", "no change", "refresh", "up --refresh"]
    assert names[-4:] == ["up --refresh after changes", WITH_TOKEN, "protection off", "destroy"]
    assert [step.stack for step in life.steps if step.name == "destroy"] == [*STACKS]
    assert "import is over" in [name for name, _ in states(life, "import")]


def test_a_stack_that_fails_is_destroyed_and_the_others_live(tmp_path: Path) -> None:
    life = lived(tmp_path, "refresh --yes --skip-preview --stack kms")
    after = states(life, "kms")
    assert after[:3] == [
        ("up", State.PASSED), ("no change", State.PASSED), ("refresh", State.FAILED),
    ]  # fmt: skip
    assert {state for _, state in after[3:-2]} == {State.NOT_RUN}
    assert after[-2:] == [("protection off", State.PASSED), ("destroy", State.PASSED)]
    assert State.FAILED not in {state for _, state in states(life, "dev")}


def test_what_cannot_be_made_for_the_import_fails_that_stack_alone(tmp_path: Path) -> None:
    class Closed(Shelf):
        @override
        def make_by_hand(self, run: Run) -> Mapping[str, str]:
            raise ConnectionError("as the test wants it")

    life = lived(tmp_path, account=Closed())
    (made, *others) = states(life, "import")
    assert made == ("made by the API of the cloud", State.FAILED)
    assert others == [("all steps", State.NOT_RUN)]
    assert State.FAILED not in {state for _, state in states(life, "dev")}


def test_steps_are_told_by_stack_and_those_of_the_account_last(tmp_path: Path) -> None:
    told = [step.stack for step in lived(tmp_path).steps]
    assert list(dict.fromkeys(told)) == [*STACKS, ACCOUNT]
    assert told.count(ACCOUNT) == 2


def test_a_stack_whose_first_update_fails_is_destroyed(tmp_path: Path) -> None:
    life = lived(tmp_path, "up --yes --skip-preview --stack issuer")
    assert states(life, "issuer")[-1] == ("destroy", State.PASSED)
    commands = cast("NoEngine", life.workspace).commands
    unprotected = commands.index("state unprotect --all --yes --stack issuer")
    assert "destroy --yes --skip-preview --stack issuer" in commands[unprotected:]


def test_after_its_time_a_run_begins_nothing(tmp_path: Path) -> None:
    life = lived(tmp_path, minutes=-1)
    assert {step.state for step in life.steps if step.stack in STACKS} == {State.NOT_RUN}


def test_what_is_left_fails_the_run_and_is_removed(tmp_path: Path) -> None:
    tag = run_of().tag
    waiting = Tagged("key", "k", tag, waits="until Sunday")
    shelf = Shelf(
        [
            Tagged("bucket", "b", tag),
            waiting,
            Tagged("bucket", "other", run_of(suffix="others").tag),
        ]
    )
    life = lived(tmp_path, account=shelf)
    assert life.steps[-1].state is State.FAILED
    assert "bucket b" in life.steps[-1].detail
    assert [item.identifier for item in shelf.items] == ["k", "other"]


def test_stacks_live_together_and_are_destroyed_once_all_stores_are_empty(tmp_path: Path) -> None:
    meeting = Barrier(len(STACKS), timeout=30)
    commands: list[str] = []

    class Meeting(NoEngine):
        @override
        def pulumi(self, *arguments: str, stdin: str | None = None) -> Outcome:
            command = " ".join(arguments)
            if command.startswith("refresh"):
                meeting.wait()
            commands.append(command)
            return Outcome(0, "", "")

    class Emptied(Shelf):
        @override
        def empty_stores(self, run: Run) -> None:
            commands.append("empty")

    run = run_of()
    life = Life(Meeting(tmp_path), Emptied(), run, lambda _: None)
    life.live(options(run.cloud), STACKS)
    assert {step.state for step in life.steps if step.name == "refresh"} == {State.PASSED}
    ends = [line for line in commands if line == "empty" or line.startswith("destroy")]
    assert ends[0] == "empty"
    assert len(ends) == 1 + len(STACKS)


def test_a_list_that_fails_leaves_the_answer_open(tmp_path: Path) -> None:
    life = lived(tmp_path, account=Shelf(broken=True))
    assert life.left is None
    assert life.steps[-1].state is State.FAILED


def test_a_killed_run_is_found_and_one_that_goes_on_is_left_alone(tmp_path: Path) -> None:
    run = run_of()
    run.write(tmp_path / run.suffix)
    ((found, directory),) = unfinished(tmp_path)
    assert found == run
    with holding(directory) as first, holding(directory) as second:
        assert (first, second) == (True, False)
    with holding(directory) as again:
        assert again


def test_a_tag_tells_run_and_end() -> None:
    run = run_of()
    assert not has_ended(run.tag)
    assert has_ended(replace(run, ends=int(time.time()) - 1).tag)
    assert not any(map(has_ended, ("", "x7k2p1", "by-hand")))
    assert is_of(run.tag, run)
    assert not is_of(run.tag, run_of(suffix="x7k2p"))


def test_a_failure_names_what_was_changed(tmp_path: Path) -> None:
    printed = f" ~  aws:iam:Role upload updated [diff: ~tags]\n{'.' * 2000}\nerror: no"
    life = lived(tmp_path, "--refresh --stack dev", printed=printed)
    (failed,) = [step for step in life.steps if step.state is State.FAILED]
    assert "aws:iam:Role upload updated [diff: ~tags]" in failed.detail
    assert failed.detail.endswith("error: no")
    assert len(failed.detail) < 1000
