"""The life of every stack of a run, step by step; whatever fails, everything is destroyed.

All stacks live at the same time: most of a run is waiting.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any, Final

import yaml

from tests.acceptance.account import Account, Tagged, left_of, sweep
from tests.acceptance.report import State, Step
from tests.acceptance.run import Run
from tests.acceptance.stacks import IMPORTS, AcceptanceStack, Options, Setting, stacks_of
from tests.engine.stacks import Stack
from tests.engine.workspace import Workspace
from tests.kit.trees import PROJECT

WITH_TOKEN: Final = "upload and refused read with the role's token"
ACCOUNT: Final = "account"
"""In the place of a stack, for steps of no stack."""
_TAIL: Final = 600
"""Characters of what a failed command printed that the report keeps."""
_UP: Final = ("up", "--yes", "--skip-preview")
_UNCHANGED: Final = (*_UP, "--expect-no-changes")


class StepError(Exception):
    """A step did not end as it has to."""


@dataclass
class Life:
    """``token_job`` uploads and reads with the role's own token; ``None`` without a cluster."""

    workspace: Workspace
    account: Account
    run: Run
    say: Callable[[str], None]
    token_job: Callable[[], None] | None = None
    steps: list[Step] = field(default_factory=list[Step])
    left: list[Tagged] | None = None
    """What had the tag of the run at its end; ``None`` until it could be listed."""
    _made: Mapping[str, str] = field(default_factory=dict[str, str])
    _begun: list[AcceptanceStack] = field(default_factory=list[AcceptanceStack])
    _failed: set[str] = field(default_factory=set[str])
    _alone: Lock = field(default_factory=Lock)
    """The first stack of a backend writes what all others read."""

    def live(self, options: Options, chosen: Collection[str]) -> None:
        """Every step of the chosen stacks, then the end of all of them, also of failed ones."""
        if "import" in chosen:
            self._step("import", "made by the API of the cloud", self._make)
        stacks = [x for x in stacks_of(self.run, options, self._made) if x.name in chosen]
        _together(self._live, stacks)
        _together(self._release, self._begun)
        self._step(ACCOUNT, "stores are empty", self._empty, always=True)
        _together(self._end, self._begun)
        order = [*(stack.name for stack in stacks), ACCOUNT]
        self.steps.sort(key=lambda step: order.index(step.stack))
        self._step(ACCOUNT, "nothing is left by tag", self._leave, always=True)

    def _live(self, stack: AcceptanceStack) -> None:
        if stack.needs:
            self._skip(stack.name, "all steps", stack.needs)
            return
        step = partial(self._step, stack.name)
        step("up", partial(self._begin, stack))
        if stack.imports:
            step("import is over", partial(self._change, stack, (IMPORTS, "")))
        step("no change", partial(self._succeed, stack, *_UNCHANGED))
        step("refresh", partial(self._succeed, stack, "refresh", "--yes", "--skip-preview"))
        step("up --refresh", partial(self._succeed, stack, *_UNCHANGED, "--refresh"))
        for path, value in stack.changes:
            step(f"{path}: {value}", partial(self._change, stack, (path, value)))
        if stack.changes:
            step(
                "up --refresh after changes",
                partial(self._succeed, stack, *_UNCHANGED, "--refresh"),
            )
        if stack.name != "dev":
            return
        if self.token_job:
            step(WITH_TOKEN, self.token_job)
        else:
            self._skip(stack.name, WITH_TOKEN, "no cluster was given")

    def _begin(self, stack: AcceptanceStack) -> None:
        config = stack_config(stack)
        file = self.workspace.directory / f"Pulumi.{stack.name}.yaml"
        file.write_text(yaml.safe_dump({"config": config}))
        self._begun.append(stack)
        with self._alone:
            self._succeed(stack, "stack", "init", "--no-select")
        self._succeed(stack, *_UP)

    def _change(self, stack: AcceptanceStack, *settings: Setting) -> None:
        Stack(self.workspace, stack.name).configure(*settings)
        self._succeed(stack, *_UP)

    def _release(self, stack: AcceptanceStack) -> None:
        self._step(stack.name, "protection off", partial(self._unprotect, stack), always=True)

    def _unprotect(self, stack: AcceptanceStack) -> None:
        try:
            self._change(stack, *stack.ending)
        except StepError:  # a stack that cannot be updated is destroyed all the same
            self._succeed(stack, "state", "unprotect", "--all", "--yes")

    def _empty(self) -> None:
        self.account.empty_stores(self.run)

    def _end(self, stack: AcceptanceStack) -> None:
        end = partial(destroy, self.workspace, stack.name)
        self._step(stack.name, "destroy", end, always=True)

    def _make(self) -> None:
        self._made = self.account.make_by_hand(self.run)

    def _leave(self) -> None:
        self.account.tidy(self.run)
        found = left_of(self.account, self.run)
        self.left = found
        if kept := [str(item) for item in found if not item.waits]:
            for line in sweep(self.account, self.run):
                self.say(line)
            raise StepError(f"left, and then removed: {', '.join(kept)}")

    def _succeed(self, stack: AcceptanceStack, *arguments: str) -> None:
        outcome = self.workspace.pulumi(*arguments, "--stack", stack.name)
        if outcome.code != 0:
            raise _failure(arguments, outcome.text)

    def _step(
        self, stack: str, name: str, action: Callable[[], object], *, always: bool = False
    ) -> None:
        """Do it and note how it ended; once one has failed, the others of its stack are not run."""
        if not always and (reason := self._why_not(stack)):
            self._skip(stack, name, reason)
            return
        began = time.monotonic()
        state, detail = State.PASSED, ""
        try:
            action()
        except Exception as error:  # noqa: BLE001 - whatever it is, the stacks must be destroyed
            state, detail = State.FAILED, f"{type(error).__name__}: {error}"
            self._failed.add(stack)
        seconds = time.monotonic() - began
        self._note(Step(stack=stack, name=name, state=state, seconds=seconds, detail=detail))

    def _skip(self, stack: str, name: str, reason: str) -> None:
        self._note(Step(stack=stack, name=name, state=State.NOT_RUN, detail=reason))

    def _why_not(self, stack: str) -> str:
        if stack in self._failed:
            return "an earlier step failed"
        return "" if self.run.seconds_left > 0 else "the time of the run is over"

    def _note(self, step: Step) -> None:
        self.steps.append(step)
        self.say(f"{step.state:<8} {step.stack:<11} {step.name} {step.detail}".rstrip())


def _together(act: Callable[[AcceptanceStack], None], stacks: Sequence[AcceptanceStack]) -> None:
    """Do something with all stacks at once."""
    with ThreadPoolExecutor(max(1, len(stacks))) as pool:
        list(pool.map(act, stacks))


def stack_config(stack: AcceptanceStack) -> Mapping[str, Any]:
    """The branches of the stack file."""
    config = {f"{PROJECT}:{branch}": value for branch, value in stack.config.items()}
    if stack.imports:
        backup = f"{PROJECT}:etcdBackup"
        config[backup] = {**config[backup], "imports": dict(stack.imports)}
    return config


def destroy(workspace: Workspace, stack: str) -> None:
    """Destroy a stack whose store may go, and forget it."""
    for arguments in (("destroy", "--yes", "--skip-preview"), ("stack", "rm", "--yes")):
        outcome = workspace.pulumi(*arguments, "--stack", stack)
        if outcome.code != 0:
            raise _failure(arguments, outcome.text)


def _failure(arguments: Sequence[str], text: str) -> StepError:
    """The command, what it changed, and the end of what it printed."""
    changed = [line.strip() for line in text.splitlines() if "[diff: " in line]
    return StepError("\n".join([f"{' '.join(arguments)}:", *changed, text.strip()[-_TAIL:]]))
