"""What is told where a cloud refuses to create a resource because its name is taken."""

import asyncio

import pulumi
import pulumi_aws as aws
import pytest

from components.base import program as prepared
from openshift_credentials.base.notices import Notice
from openshift_credentials.live.taken_names import Refused
from tests.kit.harness import record

ERROR = "EntityAlreadyExists"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Refused]:
    """What the hook knows of each refusal; its way out is ``rename it``."""
    found: list[Refused] = []

    def way_out(refused: Refused) -> str:
        found.append(refused)
        return "rename it"

    monkeypatch.setattr(prepared, "way_out", way_out)
    return found


def refuse(operation: str, *, in_account: bool) -> tuple[list[bool], list[Notice]]:
    """Create a role that is refused, with a provider of an account or the one by default."""
    answers: list[bool] = []
    told: list[Notice] = []

    def program() -> None:
        watched = prepared._Watched()
        pulumi.runtime.register_stack_transformation(watched.transform)
        parent = pulumi.ComponentResource("test:index:Parent", "above")
        opts = pulumi.ResourceOptions(parent=parent)
        if in_account:
            opts.provider = aws.Provider("account", region="us-east-1", allowed_account_ids=["123456789012"])
        role = aws.iam.Role("one", assume_role_policy="{}", opts=opts)
        args = pulumi.ErrorHookArgs(
            "", "", "one", "aws:iam/role:Role",
            new_inputs={"name": "taken"}, failed_operation=operation, errors=[ERROR, "other"],
        )  # fmt: skip

        async def fail(_: str) -> None:
            answers.append(await watched._tell(args))

        role.urn.apply(lambda urn: asyncio.ensure_future(fail(urn)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prepared, "log_notice", told.append)
        record(program, preview=False)
    return answers, told


@pytest.mark.parametrize("in_account", [True, False])
def test_the_way_out_knows_resource_provider_and_account(seen: list[Refused], *, in_account: bool) -> None:
    answers, told = refuse("create", in_account=in_account)
    assert answers == [False]
    assert [str(notice) for notice in told] == ["aws:iam/role:Role one: rename it"]
    assert [notice.code for notice in told] == ["name-taken"]
    (refused,) = seen
    assert (refused.stack, refused.type, refused.name) == ("test", "aws:iam/role:Role", "one")
    assert (refused.inputs, refused.error) == ({"name": "taken"}, ERROR)
    assert refused.parent
    assert refused.parent.endswith("test:index:Parent::above")
    if in_account:
        assert refused.provider
        assert refused.provider.endswith("pulumi:providers:aws::account")
    else:
        assert refused.provider is None
    bound = ("123456789012", "us-east-1") if in_account else (None, None)
    assert (refused.account_id, refused.region) == bound
