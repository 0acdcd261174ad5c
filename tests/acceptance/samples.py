"""Runs and reports for tests."""

import time

from tests.acceptance.report import Provider, Report, State, Step
from tests.acceptance.run import Against, Cloud, Run
from tests.acceptance.stacks import Options

ACCOUNT = "123456789012"
SUBSCRIPTION = "11111111-2222-3333-4444-555555555555"


def run_of(
    cloud: Cloud = Cloud.AWS,
    against: Against = Against.STAND_IN,
    suffix: str = "x7k2p1",
    minutes: int = 60,
) -> Run:
    """A run that ends in some minutes, or has ended before now."""
    place = ACCOUNT if cloud is Cloud.AWS else SUBSCRIPTION
    return Run(suffix, int(time.time()) + 60 * minutes, cloud, against, place)


def options(cloud: Cloud, *, key: str = "", oidc_issuer: str = "") -> Options:
    regions = ("us-east-1", "us-west-2") if cloud is Cloud.AWS else ("westeurope", "northeurope")
    tenant = "66666666-7777-8888-9999-000000000000"
    return Options(
        region=regions[0], second_region=regions[1], tenant=tenant, key=key, oidc_issuer=oidc_issuer
    )


def step(state: State, detail: str = "") -> Step:
    return Step(stack="dev", name="up", state=state, seconds=12.4, detail=detail)


def report(*steps: Step, run: Run | None = None, left: list[str] | None) -> Report:
    provider = Provider(name="aws", sdk="7.51.1", answered_by="stand-in of this repository")
    return Report(
        run=run or run_of(),
        date="2026-11-22",
        engine="Pulumi v3.260.0",
        providers=(provider,),
        steps=steps,
        left=left,
    )
