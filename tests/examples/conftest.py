"""The option that writes the golden graphs anew."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--refresh-golden",
        action="store_true",
        help="write tests/examples/golden anew, then look at the difference in version control",
    )


@pytest.fixture
def refresh(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--refresh-golden", default=False))
