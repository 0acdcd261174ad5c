"""A picture of the engine's benchmark: seconds by number of backups, in plain SVG."""

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

WIDTH: Final = 220
HEIGHT: Final = 160
MARGIN: Final = 44
COLOURS: Final = {"ours": "#0066cc", "flat": "#8a8d90"}


class Timed(Protocol):
    """Anything that took seconds."""

    @property
    def seconds(self) -> float: ...


def plot(runs: Mapping[tuple[int, str, str], Timed]) -> str:
    """One panel per verb; runs are by number of backups, verb and program."""
    verbs = list(dict.fromkeys(verb for _, verb, _ in runs))
    width, height = len(verbs) * (WIDTH + MARGIN) + MARGIN, HEIGHT + 2 * MARGIN
    panels = "".join(
        f'<g transform="translate({MARGIN + place * (WIDTH + MARGIN)},{MARGIN})">'
        f"{''.join(_panel(runs, verb))}</g>"
        for place, verb in enumerate(verbs)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11">{panels}</svg>\n'
    )


def _panel(runs: Mapping[tuple[int, str, str], Timed], verb: str) -> Iterator[str]:
    backups = sorted({each for each, of, _ in runs if of == verb})
    top = max(run.seconds for (_, of, _), run in runs.items() if of == verb)
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#d2d2d2"/>'
    yield f'<text y="-8">{verb}: up to {top:.1f} s</text>'
    for number in backups:
        place = _x(number, backups)
        yield f'<text x="{place:.0f}" y="{HEIGHT + 16}" text-anchor="middle">{number:,}</text>'
    for line, (program, colour) in enumerate(COLOURS.items()):
        points = " ".join(
            f"{_x(number, backups):.1f},"
            f"{HEIGHT * (1 - runs[number, verb, program].seconds / top):.1f}"
            for number in backups
        )
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield f'<text x="8" y="{16 + 14 * line}" fill="{colour}">{program}</text>'


def _x(number: int, numbers: list[int]) -> float:
    return WIDTH * number / max(numbers)
