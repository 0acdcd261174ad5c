"""Cron expressions drawn by Hypothesis."""

from hypothesis import strategies as st

from tests.platforms.kubernetes.cron_oracle import BOUNDS

NAMES = {3: ["jan", "FEB", "Dec"], 4: ["sun", "MON", "Sat"]}


def numbers(position: int) -> st.SearchStrategy[str]:
    low, high = BOUNDS[position]
    near = st.integers(max(0, low - 1), high + 2).map(str)
    return near | st.sampled_from(NAMES.get(position, ["5"])) | st.just("05")


@st.composite
def items(draw: st.DrawFn, position: int) -> str:
    base = draw(
        st.sampled_from(["*", "*", "?"])
        | numbers(position)
        | st.tuples(numbers(position), numbers(position)).map("-".join)
    )
    step = draw(st.just("") | st.just("") | st.integers(0, 70).map("/{}".format))
    return f"{base}{step}"


@st.composite
def expressions(draw: st.DrawFn) -> str:
    fields = [
        draw(st.just("*") | st.lists(items(position), min_size=1, max_size=2).map(",".join)) for position in range(5)
    ]
    return " ".join(fields)
