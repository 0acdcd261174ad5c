"""Which backups run at once: waves of at most so many, chained place by place.

Place ``i`` of a wave starts when place ``i`` of the wave before has ended, so that one slow backup
holds up one place and not the whole wave.
"""


def wave(index: int, concurrency: int) -> int:
    """The wave of the backup at ``index``, counted from 0."""
    return index // concurrency


def predecessor(index: int, concurrency: int) -> int | None:
    """The backup that has to end before the one at ``index`` starts; none in the first wave.

    The backups fall into ``concurrency`` chains, hence among any ``concurrency + 1`` there are
    two of one chain, which never run at once. Entries added at the end change nothing before
    them.
    """
    return index - concurrency if index >= concurrency else None
