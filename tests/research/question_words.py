"""What generated questions say: the words of relations and conditions, and the sentences they are put into."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

from babel import Locale

from core.domain.plan import RelationEnd
from core.messages import Language
from core.ontology import Ontology
from core.runtime.package_files import parse_yaml

Way = tuple[str, RelationEnd]
Slots = Mapping[str, str]
Forms = Mapping[str, list[str]]
_FILE = Path(__file__).with_name("question_wordings.yaml")
_ARTICLE = re.compile(r"\ba (?=[aeiou])")
_SLOPPY = 0.1
_NAMED = {"CN": "中国", "HK": "香港", "MO": "澳门", "TW": "台湾"}
_FIRMS = {"en": ["companies", "firms"], "zh": ["公司", "企业"]}
_OWN = {"en": ["everything"], "zh": ["内容"]}


class Words:
    """Draws words. The types of an own ontology are said by their labels."""

    def __init__(self, ontology: Ontology, random: Random) -> None:
        self._known: dict[str, Any] = parse_yaml(_FILE.read_text(encoding="utf-8"))
        self._ontology = ontology
        self._random = random

    def ways(self, kind: str) -> list[Way]:
        """The ends of a relation type that are asked for."""
        if kind in self._known["relations"]:
            return [(kind, end) for end in self._known["relations"][kind]]
        return [(kind, "either")] if self._ontology[kind].symmetric else [(kind, "forward"), (kind, "backward")]

    def relation(self, way: Way, language: Language, x: str, number: str = "", *, y: str = "") -> dict[str, str]:
        """The words of a relation with the name ``x`` in them, as slots that end in ``number``."""
        forms = self._forms(way, language)
        drawn = {form: self._random.choice(texts) for form, texts in forms.items()}
        slots = {form: text.replace("{x}", x) for form, text in drawn.items()}
        if "rel" in drawn and not (language == "en" and drawn["rel"].startswith("{x}")):
            slots["rel_plain"] = slots["rel"]
        if y and "rel" in drawn:
            both, either = (f"both {x} and {y}", f"{x} or {y}") if language == "en" else (f"{x}和{y}", f"{x}或{y}")
            slots["rel_both"] = drawn["rel"].replace("{x}", both)
            slots["rel_or"] = drawn["rel"].replace("{x}", either)
            slots["rel_y"] = drawn["rel"].replace("{x}", y)
        own = way[0] not in self._known["relations"]
        firms = self._random.choice((_OWN if own else _FIRMS)[language])
        firm = "thing" if own else "company"
        return {f"{form}{number}": text for form, text in slots.items()} | (
            {} if number else {"x": x, "firms": firms, "firm": firm if language == "en" else firms}
        )

    def said(self, shape: str, language: Language, slots: Slots) -> str | None:
        """A sentence for a shape of plan, or None where none can be said with these slots."""
        return self.filled(self._known["templates"][shape][language], language, slots)

    def filled(self, sentences: list[str], language: Language, slots: Slots) -> str | None:
        """One of the sentences whose slots are all there."""
        sentences = [each for each in sentences if _needs(each) <= set(slots)]
        if not sentences:
            return None
        said: str = _ARTICLE.sub("an ", self._random.choice(sentences).format(**slots))
        return said.lower().rstrip("?.") if language == "en" and self._random.random() < _SLOPPY else said

    def land(self, code: str, language: Language) -> dict[str, str]:
        """A country or a region as a condition."""
        region = self._known["regions"].get(code)
        if region:
            land, adjective = region["land"][language], region["adj"]
        else:
            land = self.territory(code, language)
            if land in ("United States", "United Kingdom", "Netherlands"):
                land = f"the {land}"
            adjective = self._known["adjectives"].get(code, "")
        if language == "zh":
            return {"land": land, "pre": land, "de": f"{land}的"}
        post = self._random.choice([f"from {land}", f"based in {land}", f"located in {land}"])
        return {"land": land, "post": post} | ({"pre": adjective, "adj": adjective} if adjective else {})

    def territory(self, code: str, language: Language) -> str:
        """The everyday name of a country."""
        land: str = Locale(language).territories[code]
        return _NAMED.get(code, land) if language == "zh" else land

    @property
    def regions(self) -> list[str]:
        """Codes of the regions that are asked for."""
        return list(self._known["regions"])

    def invented(self, language: Language) -> list[str]:
        """Names that nobody bears."""
        return list(self._known["invented"][language])

    def _forms(self, way: Way, language: Language) -> Forms:
        ends = self._known["relations"].get(way[0])
        if ends:
            forms: Forms = ends[way[1]][language]
            return forms
        kind, forward = self._ontology[way[0]], way[1] == "forward"
        other = kind.other_end_is(language, forward=forward)
        reads = kind.reads(language, forward=not forward)
        if language == "zh":
            return {"one": [other], "many": [other], "rel": [f"{reads}{{x}}"], "nor": [f"不{reads}{{x}}"]}
        nor = reads.replace("is ", "is not ", 1) if reads.startswith("is ") else f"never {reads}"
        return {
            "one": [other],
            "many": [f"{other[:-1]}ies" if other.endswith("y") else f"{other}s"],
            "rel": [f"{reads} {{x}}"],
            "nor": [f"{nor} {{x}}"],
            "who": [f"what {reads} {{x}}"],
        }


def _needs(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}
