"""The level is called the same wherever people read of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import core.messages
from core.messages import translate
from core.runtime.package_files import parse_yaml

_FOLDER = Path(core.messages.__file__).parent
_MESSAGES = {
    f"{file.stem}: {key}": text
    for file in sorted(_FOLDER.glob("*.yaml"))
    if file.stem != "prompts"
    for key, text in parse_yaml(file.read_text(encoding="utf-8")).items()
}
_OTHER_NAMES = {
    "en": r"business closeness|relevance level|minimum (?:level|relevance|closeness)|closeness level",
    "zh": r"业务(?:接近|密切|亲近|相近|相似|关联)度|(?:最低|相关)(?:等级|级别|相关度)|密切程度",
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_message_calls_it_otherwise(language: str) -> None:
    assert len(_MESSAGES) > 500
    called = {key: text[language] for key, text in _MESSAGES.items() if isinstance(text, dict) and language in text}
    assert not {key: text for key, text in called.items() if re.search(_OTHER_NAMES[language], text, re.IGNORECASE)}
    own = "business overlap" if language == "en" else "业务重合度"
    assert sum(own in text.casefold() for text in called.values()) >= 8


def test_a_line_explains_it() -> None:
    text = (_FOLDER / "pages.yaml").read_text(encoding="utf-8")
    assert "Business overlap grades the kind of relation" in text
    assert "业务重合度按关系种类分" in text
    assert "counts as high" in translate("level.explained", "en") and "算高" in translate("level.explained", "zh")
    assert translate("tuning.minimum", "zh") == "最低业务重合度"
