"""A picture of the engine's benchmark: seconds by number of backups, as bars in plain SVG."""

from collections.abc import Iterator, Mapping
from typing import Final

WIDTH: Final = 200
HEIGHT: Final = 150
GAP: Final = 24
TOP: Final = 44
BAR: Final = 26
COLOURS: Final = {"ours": "#0066cc", "flat": "#8a8d90"}
LABELS: Final = {"ours": "this program", "flat": "flat program"}


def plot(seconds: Mapping[tuple[int, str, str], float]) -> str:
    """One panel per command; seconds are by number of backups, command and program."""
    verbs = list(dict.fromkeys(verb for _, verb, _ in seconds))
    width, height = len(verbs) * (WIDTH + GAP) + GAP, TOP + HEIGHT + 2 * GAP
    panels = "".join(
        f'<g transform="translate({GAP + place * (WIDTH + GAP)},{TOP})">'
        f"{''.join(_panel(seconds, verb))}</g>\n"
        for place, verb in enumerate(verbs)
    )
    legend = "".join(
        f'<rect x="{GAP + 110 * place}" y="8" width="10" height="10" fill="{colour}"/>'
        f'<text x="{GAP + 110 * place + 15}" y="17">{LABELS[program]}</text>'
        for place, (program, colour) in enumerate(COLOURS.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="10">\n'
        "<title>Seconds of each command by number of backups</title>\n"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n{legend}\n{panels}</svg>\n'
    )


def _panel(seconds: Mapping[tuple[int, str, str], float], verb: str) -> Iterator[str]:
    numbers = sorted({number for number, of, _ in seconds if of == verb})
    longest = max(each for (_, of, _), each in seconds.items() if of == verb)
    yield f'<text y="-6" font-weight="bold">{verb}</text>'
    yield f'<line y1="{HEIGHT}" x2="{WIDTH}" y2="{HEIGHT}" stroke="#6a6e73"/>'
    for place, number in enumerate(numbers):
        middle = WIDTH * (place + 0.5) / len(numbers)
        yield _text(middle, HEIGHT + 14, f"{number:,}")
        for left, (program, colour) in zip(
            (middle - BAR - 1, middle + 1), COLOURS.items(), strict=True
        ):
            value = seconds[number, verb, program]
            length = (HEIGHT - 14) * value / longest
            yield (
                f'<rect x="{left:.1f}" y="{HEIGHT - length:.1f}" width="{BAR}" '
                f'height="{length:.1f}" fill="{colour}"/>'
            )
            yield _text(left + BAR / 2, HEIGHT - length - 3, f"{value:.1f}")
    yield _text(WIDTH / 2, HEIGHT + 28, "backups; seconds above the bars")


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{text}</text>'
