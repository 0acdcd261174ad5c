"""Issuers, names, prefixes and partitions as they occur, and as they just about can."""

import string

from hypothesis import strategies as st

_LABEL = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?", fullmatch=True)
_SEGMENT = st.text(string.ascii_letters + string.digits + "._-", min_size=1, max_size=30)

REGIONS = {
    "aws": ("us-east-1", "eu-central-1", "ap-southeast-3"),
    "aws-us-gov": ("us-gov-west-1", "us-gov-east-1"),
    "aws-cn": ("cn-north-1", "cn-northwest-1"),
}
PLACES = st.sampled_from([(part, region) for part, all_ in REGIONS.items() for region in all_])
ACCOUNTS = st.from_regex(r"[0-9]{12}", fullmatch=True)
BUCKETS = st.from_regex(r"[a-z0-9]([a-z0-9-]{1,61})[a-z0-9]", fullmatch=True)
KEY_PREFIXES = st.lists(
    st.text(string.ascii_letters + string.digits + "!_.*'()-", min_size=1, max_size=20).filter(
        lambda part: part not in (".", "..")
    ),
    min_size=1,
    max_size=4,
).map("/".join)
SUBJECTS = st.builds("system:serviceaccount:{}:{}".format, _LABEL, _LABEL)


@st.composite
def issuers(draw: st.DrawFn) -> str:
    host = ".".join(draw(st.lists(_LABEL, min_size=2, max_size=4)))
    path = "".join(f"/{segment}" for segment in draw(st.lists(_SEGMENT, max_size=3)))
    return f"https://{host}{path}{draw(st.sampled_from(['', '/']))}"
