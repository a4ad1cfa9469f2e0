"""A user's own types: YAML with ``entity_types`` and ``relation_types``, of which most can be left out.

A type of an id that is there already replaces it; the others stand behind those that ship with the program, so that
their codes in graphs that were built before stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate, cycle, product
from typing import cast

import yaml

from core.ontology import EntityType, Ontology, OntologyInvalidError, RelationType, read_types

MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 100
_BRACKETS = re.compile(r"[\[\]{}]")
_SECTIONS = {"entity_types", "relation_types"}
# Paul Tol's muted scheme, another than that of the types that ship with the program
_COLOURS = ("#332288", "#117733", "#44AA99", "#88CCEE", "#999933", "#CC6677", "#882255", "#AA4499")
_DASHES: tuple[tuple[int, ...], ...] = ((), (8, 6), (2, 4), (12, 4, 2, 4))
Fields = dict[str, object]


def extended(ontology: Ontology, text: str) -> Ontology:
    """``ontology`` with the types of a user's YAML ``text``. Raises OntologyInvalidError naming what is wrong."""
    document = _document(text)
    try:
        entity_types = read_types(EntityType, document["entity_types"])
        given = document["relation_types"]
        taken = {(kind.colour, kind.dash) for kind in ontology.types.values()}
        styles = (style for style in product(_DASHES, _COLOURS) if style[::-1] not in taken)
        completed = {
            key: _completed(str(key), dict(fields), style)
            for (key, fields), style in zip(given.items(), cycle(styles), strict=False)
        }
        relation_types = read_types(RelationType, completed)
    except (ValueError, TypeError, AttributeError) as error:
        raise OntologyInvalidError(detail=str(error)[:300]) from error
    return Ontology({**ontology.types, **relation_types}, {**ontology.entity_types, **entity_types})


def _document(text: str) -> dict[str, dict[str, Fields]]:
    if len(text) > MAX_CHARACTERS:
        raise OntologyInvalidError(detail=f"> {MAX_CHARACTERS:,} characters")
    opened = accumulate((1 if bracket in "[{" else -1 for bracket in _BRACKETS.findall(text)), initial=0)
    if max(opened) > MAX_DEPTH:  # the parser's time grows with the square of it
        raise OntologyInvalidError(detail=f"> {MAX_DEPTH} brackets inside one another")
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text)):
            raise OntologyInvalidError(detail="aliases (*name) are not read")  # a few lines of them make millions
        document = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise OntologyInvalidError(detail=" ".join(str(error).split())[:300]) from error
    if not isinstance(document, dict) or not document or set(document) - _SECTIONS:
        raise OntologyInvalidError(detail=f"expected the sections {', '.join(sorted(_SECTIONS))}")
    sections = {name: document.get(name) or {} for name in _SECTIONS}
    for name, section in sections.items():
        if not isinstance(section, Mapping) or not all(isinstance(fields, Mapping) for fields in section.values()):
            raise OntologyInvalidError(detail=f"{name}: expected ids with fields, as in “insures: {{label: …}}”")
    return cast(dict[str, dict[str, Fields]], sections)


def _completed(key: str, given: Fields, style: tuple[tuple[int, ...], str]) -> Fields:
    """A relation type with what was left out: read from its label, and told apart by colour and dash."""
    label = given.get("label") or key
    symmetric = bool(given.get("symmetric", False))
    named = given.get("inverse") or (label if symmetric else None)
    inverse = named or {language: f"← {_text(label, language)}" for language in ("zh", "en")}
    ends = (_counterpart(label), _counterpart(named)) if named else _counterparts(label)
    defaults: Fields = {
        "label": label,
        "inverse": inverse,
        "other_end": dict(zip(("forward", "backward"), ends, strict=True)),
        "sentence": {language: f"{{source}} {_text(label, language)} {{target}}" for language in ("zh", "en")},
        "symmetric": symmetric,
        "family": "ATTRIBUTION",
        "tier": "low",
        "colour": style[1],
        "dash": style[0],
    }
    if given.get("display_group"):
        del defaults["colour"]  # that of its group
    completed = {**defaults, **given}
    colour = completed.get("colour")
    return {**completed, "colour": colour.upper()} if isinstance(colour, str) else completed


def _counterpart(label: object) -> dict[str, str]:
    """What the other company is where only the relation has a name: a noun, so that "… of Company A" reads."""
    chinese, english = (_text(label, language) for language in ("zh", "en"))
    return {"zh": f"“{chinese}”的对方", "en": f"counterpart (“{english}”)"}


def _counterparts(label: object) -> tuple[dict[str, str], dict[str, str]]:
    """The same where only one direction has a name: the dots stand where the other company does."""
    chinese, english = (_text(label, language) for language in ("zh", "en"))
    return (
        {"zh": f"“{chinese}”的对象", "en": f"counterpart (“{english} …”)"},
        {"zh": f"“{chinese}”的一方", "en": f"counterpart (“… {english}”)"},
    )


def _text(label: object, language: str) -> str:
    """The label in one language, braces doubled: it becomes part of a pattern."""
    text = label.get(language, "") if isinstance(label, Mapping) else label
    return str(text).replace("{", "{{").replace("}", "}}")
