"""What a run may cost at most, and how long it may take: printed before anything is made.

Prices are list prices in US dollars, rounded up, of the dearest region that the defaults name. A
month is counted whole, although a run takes an hour, so that the ceiling also holds for a run that
nobody cleans up for a month.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from typing import Final, assert_never

from tests.acceptance.run import Cloud

MINUTES: Final = 90
"""How long a run may take; what has not begun by then is not run, and everything is destroyed."""


@dataclass(frozen=True)
class Cost:
    """``count`` units at most, each at ``price`` US dollars; ``source`` is the page."""

    what: str
    count: int
    price: Decimal
    source: str

    @property
    def dollars(self) -> Decimal:
        return self.count * self.price


_S3: Final = "aws.amazon.com/s3/pricing"
_BLOBS: Final = "azure.microsoft.com/pricing/details/storage/blobs"
_AWS: Final = (
    Cost("customer-managed KMS key, a month", 1, Decimal(1), "aws.amazon.com/kms/pricing"),
    Cost("1,000 requests to KMS", 1, Decimal("0.003"), "aws.amazon.com/kms/pricing"),
    Cost("1,000 PUT, COPY, POST and LIST requests to S3", 3, Decimal("0.006"), _S3),
    Cost("1,000 GET and other requests to S3", 5, Decimal("0.0005"), _S3),
    Cost("GB of S3 Standard, a month", 1, Decimal("0.025"), _S3),
    Cost("GB copied between regions", 1, Decimal("0.02"), _S3),
)
_AZURE: Final = (
    Cost("10,000 writes and lists of blobs", 1, Decimal("0.10"), _BLOBS),
    Cost("10,000 reads of blobs", 1, Decimal("0.01"), _BLOBS),
    Cost("GB of hot storage in two zones or regions, a month", 4, Decimal("0.03"), _BLOBS),
    Cost("GB copied between regions", 1, Decimal("0.02"), _BLOBS),
    Cost(
        "10,000 operations of a key vault", 1, Decimal("0.03"),
        "azure.microsoft.com/pricing/details/key-vault",
    ),
)  # fmt: skip


def costs_of(cloud: Cloud) -> Sequence[Cost]:
    """Everything of a run that is not free."""
    match cloud:
        case Cloud.AWS:
            return _AWS
        case Cloud.AZURE:
            return _AZURE
        case _:
            assert_never(cloud)


def ceiling(costs: Sequence[Cost]) -> Decimal:
    """The sum, rounded up to whole cents."""
    total = sum((item.dollars for item in costs), Decimal())
    return total.quantize(Decimal("0.01"), ROUND_UP)


def announcement(cloud: Cloud, minutes: int) -> str:
    """What a person agrees to."""
    costs = costs_of(cloud)
    lines = [
        f"    {item.dollars:>7.4f}  {item.count} x {item.what} ({item.source})" for item in costs
    ]
    return "\n".join(
        [
            f"At most USD {ceiling(costs)} and {minutes} minutes, then everything is destroyed:",
            *lines,
        ]
    )
