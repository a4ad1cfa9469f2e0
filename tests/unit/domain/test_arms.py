"""What an arm is called and explained by, in both languages."""

from __future__ import annotations

import pytest

from core.domain.arms import ARM_TABLE
from core.messages import LANGUAGES, Language, translate


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_arm_has_a_name_and_a_line_of_its_own_about_what_it_scores(language: Language) -> None:
    told = [(translate(arm.label, language), translate(arm.help, language)) for arm in ARM_TABLE]
    assert len({name for name, _ in told}) == len({line for _, line in told}) == len(ARM_TABLE)
    assert all(line.endswith((".", "。")) and len(line) > len(name) for name, line in told)
