"""Quantities in the form that Kubernetes writes."""

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.kubernetes.quantities import QUANTITY, canonical_quantity

DECIMAL = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15, "E": 10**18}
BINARY = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "Pi": 2**50, "Ei": 2**60}


def size(quantity: str) -> int:
    digits = quantity.rstrip("kKMGTPEi")
    return int(digits) * (DECIMAL | BINARY)[quantity[len(digits) :]]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("1024Mi", "1Gi"),
        ("1048576Ki", "1Gi"),
        ("1536Mi", "1536Mi"),
        ("2Gi", "2Gi"),
        ("1000M", "1G"),
        ("1500M", "1500M"),
        ("1000", "1k"),
        ("1024", "1024"),
        ("1000000k", "1G"),
        ("100k", "100k"),
        ("1024Gi", "1Ti"),
        ("1000Mi", "1000Mi"),
    ],
)
def test_a_quantity_is_written_as_kubernetes_writes_it(given: str, written: str) -> None:
    assert QUANTITY.problem(given) is None
    assert canonical_quantity(given) == written


@given(st.integers(1, 10**12 - 1), st.sampled_from(["", "k", "M", "G", "T", "Ki", "Mi", "Gi"]))
def test_the_size_stays_and_the_form_is_final(number: int, unit: str) -> None:
    written = canonical_quantity(f"{number}{unit}")

    assert size(written) == size(f"{number}{unit}")
    assert canonical_quantity(written) == written
