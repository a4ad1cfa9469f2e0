"""What people call an entity: its name, an alias or a short form, where only it is called so."""

from __future__ import annotations

import re
from collections import defaultdict
from random import Random

from core.domain.records import Entity
from core.messages import Language
from core.names.normalise import is_legal_form, normalise_name
from core.storage.knowledge_base import KnowledgeBase

_CHINESE_FORM = re.compile(r"(?:股份有限公司|有限责任公司|有限公司|股份公司|集团公司)$")
_OTHER_NAME = 0.35
_SHORTEST = 2


class Names:
    """The names of all entities of a knowledge base, and who else bears them."""

    def __init__(self, base: KnowledgeBase) -> None:
        self._bearers: dict[str, set[str]] = defaultdict(set)
        for entity in base.all_entities():
            names = [entity.name_zh, entity.name_en, *entity.aliases, *entity.tickers]
            for name in (*names, *map(short_form, names)):
                self._bearers[normalise_name(name)].add(entity.id)

    def known(self, name: str) -> bool:
        """Whether anything is called so."""
        return normalise_name(name) in self._bearers

    def draw(self, entity: Entity, language: Language, random: Random) -> str | None:
        """A name that means this entity alone; mostly the one that is shown. None where there is none."""
        shown = entity.name_zh if language == "zh" else entity.name_en
        others = [*map(short_form, (shown, *entity.aliases)), *entity.aliases]
        fitting = sorted({name for name in others if _script(name) == _script(shown) and name != shown})
        unique = [name for name in fitting if self._only(name, entity.id)]
        if unique and random.random() < _OTHER_NAME:
            return random.choice(unique)
        return shown if self._only(shown, entity.id) else next(iter(unique), None)

    def _only(self, name: str, entity_id: str) -> bool:
        return len(name) >= _SHORTEST and self._bearers[normalise_name(name)] == {entity_id}


def short_form(name: str) -> str:
    """A name without its legal form."""
    words = _CHINESE_FORM.sub("", name).split()
    while len(words) > 1 and is_legal_form(words[-1].strip(".,").casefold()):
        words.pop()
    return " ".join(words).rstrip(",") or name


def _script(text: str) -> str:
    """What most people who ask in a language can type."""
    if any("\u4e00" <= character <= "\u9fff" for character in text):
        return "Chinese"
    return "Latin" if all(character < "\u0250" or not character.isalpha() for character in text) else "other"
