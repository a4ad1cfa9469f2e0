"""What data leaves open: names and languages, told from the characters, and ids of passages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from core.domain.text import CHINESE_CHARACTER
from core.messages import Language
from core.names.two_languages import in_two_languages


def both_names(values: Mapping[str, object], otherwise: object) -> tuple[object, object]:
    """The Chinese and the English name; where the data gives one, it stands for both, unless both stand in it."""
    zh, en, either = (values.get(key) for key in ("name_zh", "name_en", "name"))
    if not (zh or en) and (both := in_two_languages(str(either or ""))) is not None:
        return both.zh, both.en
    if either and not zh and CHINESE_CHARACTER.search(str(either)):
        zh = either
    elif either and not en:
        en = either
    return zh or en or otherwise, en or zh or otherwise


def told_language(text: str) -> Language:
    """Chinese where there is any Chinese character."""
    return "zh" if CHINESE_CHARACTER.search(text) else "en"


def in_its_language(field_name: str, values: Mapping[str, object]) -> dict[str, object]:
    """A text of which the data does not say in what language it is, in the field of that language, if that is free."""
    text = values.get(field_name)
    if not isinstance(text, str) or not text:
        return {}
    own = f"{field_name}_{told_language(text)}"
    return {own: values.get(own) or text}


def id_of_text(values: Mapping[str, object]) -> str:
    """The id of a passage that has none: the same wherever and whenever it is read, and another for any other text."""
    said = [str(values.get(name) or "") for name in ("document_id", "url", "title", "text")]
    return f"text:{blake2b(json.dumps(said).encode(), digest_size=16).hexdigest()}"
