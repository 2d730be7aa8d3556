"""The kingdoms of tests/rules/*.toml and tests/checks/*.toml are planned as their passages say."""

import pytest

from tests.rules.cases import CASES


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_is_planned_so(case):
    case.check()
