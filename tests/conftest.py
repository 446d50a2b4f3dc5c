"""Options and fixtures that all tests share."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fuzz-factor", type=int, default=1, help="how many times longer tests marked `fuzz` play (make fuzz: 50)"
    )


@pytest.fixture(scope="session")
def fuzz_factor(request: pytest.FixtureRequest) -> int:
    """What a test marked `fuzz` multiplies its number of steps with."""
    return request.config.getoption("--fuzz-factor")
