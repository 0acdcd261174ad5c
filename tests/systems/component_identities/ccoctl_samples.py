"""The recorded cases of ccoctl, and the requests that each of them read."""

from openshift_credentials.platforms.credentials_requests import Requests, load_requests
from tests.cco_samples import Row, request_folder, sample


def cases(file: str, command: str) -> list[Row]:
    return [case for case in sample(f"cases-{file}") if case["command"] == command]


def loaded(case: Row) -> Requests:
    tech_preview = case["args"].get("enable-tech-preview", False)
    return load_requests(request_folder(case["given"]["request_dir"]), tech_preview=tech_preview)


def with_requests(file: str, command: str) -> list[Row]:
    return [case for case in cases(file, command) if case["given"].get("request_dir")]
