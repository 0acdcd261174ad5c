"""Names as Kubernetes and Azure allow them."""

from hypothesis import strategies as st

namespaces = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", fullmatch=True)
service_accounts = st.from_regex(
    r"[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?){0,9}", fullmatch=True
)
accounts = st.from_regex(r"[a-z0-9]{3,24}", fullmatch=True)
containers = st.from_regex(r"[a-z0-9]+(-[a-z0-9]+){0,6}", fullmatch=True).filter(lambda name: 3 <= len(name) <= 63)
groups = st.from_regex(r"[a-zA-Z0-9_().-]{0,40}[a-zA-Z0-9_()-]", fullmatch=True)
guids = st.uuids().map(str)
