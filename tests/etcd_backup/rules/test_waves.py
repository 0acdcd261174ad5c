from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.etcd_backup.rules.waves import predecessor, wave

counts = st.integers(0, 300)
limits = st.integers(1, 40)


def chain(index: int, concurrency: int) -> set[int]:
    """Everything that ends before the backup at ``index`` starts, by following the edges."""
    before: set[int] = set()
    at = predecessor(index, concurrency)
    while at is not None:
        assert at not in before
        before.add(at)
        at = predecessor(at, concurrency)
    return before


@given(counts, limits)
def test_among_more_than_so_many_two_are_on_one_path(count: int, concurrency: int) -> None:
    heads = {min({index, *chain(index, concurrency)}) for index in range(count)}
    assert len(heads) == min(count, concurrency)


@given(counts, limits)
def test_every_backup_is_in_one_wave_of_at_most_so_many(count: int, concurrency: int) -> None:
    sizes: dict[int, int] = {}
    for index in range(count):
        sizes[wave(index, concurrency)] = sizes.get(wave(index, concurrency), 0) + 1
    assert sum(sizes.values()) == count
    assert all(size <= concurrency for size in sizes.values())
    assert sorted(sizes) == list(range(len(sizes)))
    assert all(sizes[number] == concurrency for number in range(len(sizes) - 1))


@given(counts, limits)
def test_a_backup_starts_after_one_of_the_wave_before(count: int, concurrency: int) -> None:
    for index in range(count):
        before = predecessor(index, concurrency)
        if before is None:
            assert wave(index, concurrency) == 0
        else:
            assert wave(before, concurrency) == wave(index, concurrency) - 1


@given(counts, limits)
def test_no_two_wait_for_the_same_one(count: int, concurrency: int) -> None:
    before = [predecessor(index, concurrency) for index in range(count)]
    known = [each for each in before if each is not None]
    assert len(set(known)) == len(known) == max(0, count - concurrency)
