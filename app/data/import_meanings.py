"""What an import leaves to a person: labels and types that are not known, and names that may be those of known
companies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import streamlit as st

from app.runtime.markdown import plain
from app.state.relabelled import relabelled
from app.state.view_state import page_language
from core.curation.importing import ImportCheck
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.own_ids import IdClash
from core.ingestion.mapping.holder_kinds import PERSON
from core.ingestion.mapping.relation_labels import MappedLabel
from core.messages import translate
from core.ontology import COMPANY, Ontology
from core.retrieval.base import Base
from core.storage.knowledge_base import KnowledgeBase

_ASKED = 10
_NAMED = 5
_HOLDERS = 200


def nothing_asked() -> dict[str, dict[Any, Any]]:
    """What was asked about of files so far: labels and types with their rows, ends with near names, rows that may be
    about several companies, rows with ids of others. What has a meaning by now is still shown, so that it can be
    changed."""
    return {"labels": {}, "types": {}, "ends": {}, "unclear": {}, "clashes": {}}


def ask_for_meanings(check: ImportCheck, given: Choices, asked: dict[str, dict[Any, Any]], base: Base) -> Choices:
    """A choice of meanings for each; ``asked`` gets what is not known."""
    asked["labels"] |= {**check.valid.told_labels, **check.valid.unknown_labels}
    asked["types"] |= check.valid.unknown_types
    asked["ends"] |= {
        end.entity.id: [each.company_id for each in end.near] for end in check.created[:_ASKED] if end.near
    }
    asked["clashes"] |= {
        (each.file, each.line): each for each in check.valid.clashes if (each.file, each.line) not in asked["clashes"]
    }
    asked["unclear"] |= dict(list(check.valid.unclear.items())[:_ASKED])
    labels = _labels(asked["labels"], given, base.ontology)
    types = _types(asked["types"], given, base.ontology) | _people(check, base.ontology)
    knowledge_base = base.knowledge_base
    meant = {name: _meant(name, near, "data.near", knowledge_base) for name, near in asked["ends"].items()}
    meant |= {name: _meant(name, ids, "data.unclear", knowledge_base) for name, ids in asked["unclear"].items()}
    update = _switch("update_known")
    return Choices(
        labels,
        types,
        create_missing=_switch("create_missing"),
        update_known=update,
        meant={name: entity_id for name, entity_id in meant.items() if entity_id},
        same_ids=_same_ids(asked["clashes"], given),
    )


def _labels(asked: dict[str, int], given: Choices, ontology: Ontology) -> dict[str, MappedLabel]:
    language, labels = page_language(), dict(given.labels)
    meanings = [MappedLabel(kind, back) for kind in ontology.types for back in (False, True)]
    meanings = [each for each in meanings if not (each.reversed and ontology[each.type].symmetric)]
    for label, count in asked.items():
        meaning = st.selectbox(
            translate("data.unknown_label", language, label=plain(label), count=count),
            meanings,
            index=meanings.index(labels[label]) if label in labels else None,
            key=relabelled(f"meaning-{label}"),
            placeholder=translate("data.not_imported", language),
            format_func=lambda each: (
                ontology[each.type]
                .sentence.text(language)
                .format(**({"source": "B", "target": "A"} if each.reversed else {"source": "A", "target": "B"}))
            ),
        )
        labels.pop(label, None)
        labels |= {label: meaning} if meaning is not None else {}
    return labels


def _types(asked: dict[str, int], given: Choices, ontology: Ontology) -> dict[str, str]:
    language, types = page_language(), dict(given.entity_types)
    for name, count in asked.items():
        kind: str | None = st.selectbox(
            translate("data.unknown_type", language, type=plain(name), count=count),
            list(ontology.entity_types),
            index=None,
            key=relabelled(f"type-{name}"),
            placeholder=translate("data.not_imported", language),
            format_func=lambda each: ontology.entity_type(each).label.text(language),
        )
        types |= {name: kind} if kind is not None else {}
    return types


def _people(check: ImportCheck, ontology: Ontology) -> dict[str, str]:
    """The types of new holders where another is said than a column or the name tells."""
    new = {end.entity.id: end.entity.type for end in check.created if end.holds}
    told = [name for name, kind in new.items() if kind == PERSON]
    shown = list(dict.fromkeys((*told, *new)))[:_HOLDERS]
    if not shown or PERSON not in ontology.entity_types:
        return {}
    people = st.multiselect(
        translate("data.people", page_language()),
        shown,
        default=told[:_HOLDERS],
        key=f"import-people-{crc32(repr(shown).encode())}",  # other names, another choice
        help=translate("data.people_help", page_language()),
    )
    said = {name: PERSON if name in people else COMPANY for name in shown}
    return {name: kind for name, kind in said.items() if kind != new[name]}


def _meant(name: str, ids: Sequence[str], question: str, base: KnowledgeBase) -> str:
    """The id of the company that is chosen; "" where none of them is meant: a new one is made, or the row left out."""
    language = page_language()
    names = {each: base.entity(each).name(language) for each in ids if each in base.node_of}
    near = translate("company.name_separator", language).join(names.values())
    none = "data.near.create" if question == "data.near" else "data.not_imported"
    chosen = st.selectbox(
        translate(question, language, name=plain(name), near=plain(near)),
        [*names, ""],
        index=len(names),
        key=relabelled(f"{question}-{name}"),
        format_func=lambda each: f"{names[each]} ({each})" if each else translate(none, language),
    )
    return chosen or ""


def _same_ids(asked: Mapping[Any, IdClash], given: Choices) -> bool | None:
    """Whether rows with ids of known companies, with which they share nothing, mean these; None where none does, and
    while what the rows tell is not changed."""
    if not asked:
        return given.same_ids
    language = page_language()
    named = [f"{each.id}: {each.name} ≠ {each.known_name}" for each in list(asked.values())[:_NAMED]]
    names = translate("company.name_separator", language).join(named) + (" …" if len(asked) > _NAMED else "")
    told = all(each.same for each in asked.values())
    chosen = st.radio(
        translate("data.id_clashes", language, count=f"{len(asked):,}", names=plain(names)),
        (True, False),
        index=0 if told else 1,
        key=relabelled("import-same_ids"),
        format_func=lambda each: translate("data.id_clashes.same" if each else "data.id_clashes.other", language),
        help=translate("data.id_clashes_help", language),
    )
    return given.same_ids if chosen == told else chosen


def _switch(name: str) -> bool:
    language = page_language()
    words = translate(f"data.{name}", language)
    return st.toggle(words, value=True, key=f"import-{name}", help=translate(f"data.{name}_help", language))
