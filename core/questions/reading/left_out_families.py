"""A family name behind “except” leaves out all who bear it: suppliers except LG are not LG Display either."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.domain.name_forms import written_names
from core.domain.plan import (
    And,
    Companies,
    Controlled,
    Controllers,
    Count,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Plan,
    Related,
    SetPlan,
    Top,
    YesNo,
)
from core.domain.records import Entity
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.names.word_breaks import word_breaks
from core.retrieval.base import Base

_MOST_OF_A_NAME = 100
_GROUP = re.compile(r"\s*(?:集团|\bgroup)$")
"""Behind a family name: 除了LG集团."""
_WORD = re.compile("[a-z0-9]+")
_Families = Mapping[str, tuple[str, ...]]


def without_families(base: Base, question: str, names: Sequence[NameMatch], plan: Plan) -> Plan:
    """The plan that leaves out, with a company that is named in short, the others whose name begins so.

    ``names``: the names of the question, with what each stands for.
    """
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo):
        return plan
    short = {
        each.entity_ids[0]: question[each.start : each.end]
        for each in names
        if len(each.entity_ids) == 1 and not is_full_name(base, question[each.start : each.end], each.entity_ids[0])
    }
    families = {meant: (meant, *others_called(base, name, meant)) for meant, name in short.items()}
    asked = _without(answer.set, families)
    return plan if asked == answer.set else plan.model_copy(update={"answer": answer.model_copy(update={"set": asked})})


def is_full_name(base: Base, name: str, entity_id: str) -> bool:
    """Whether an entity is called so in full."""
    entity = base.knowledge_base.entity(entity_id)
    return fold_characters(name) in map(fold_characters, (entity.name_zh, entity.name_en))


def others_called(base: Base, name: str, meant: str) -> list[str]:
    """Other companies of which a name begins with this one as a whole word: no Gilead (吉利德) for 吉利."""
    called = _GROUP.sub("", fold_characters(name))
    begun = [each.company_id for each in base.names.beginning_with(called, _MOST_OF_A_NAME)]
    own = base.knowledge_base.entity(meant)
    others = [base.knowledge_base.entity(each) for each in begun if each != meant]
    return [
        each.id
        for each in others
        if any(_begins(fold_characters(written), called) for written in written_names(each))
        and _share_a_word(own, each)
    ]


def _begins(spelled: str, name: str) -> bool:
    return spelled != name and spelled.startswith(name) and len(name) in word_breaks(spelled)


def _share_a_word(one: Entity, other: Entity) -> bool:
    """Whether their English names hold the same word, which Geely and Gilead do not; so where one has none."""
    words, others = (set(_WORD.findall(fold_characters(each.name_en))) for each in (one, other))
    return not words or not others or not words.isdisjoint(others)


def _without(asked: SetPlan, families: _Families) -> SetPlan:
    match asked:
        case Related(of=of) | Like(of=of) | Controllers(of=of) | Controlled(of=of):
            return asked.model_copy(update={"of": _without(of, families)})
        case And(args=args) | Or(args=args):
            return asked.model_copy(update={"args": tuple(_without(each, families) for each in args)})
        case Filter(arg=arg) | Top(arg=arg):
            return asked.model_copy(update={"arg": _without(arg, families)})
        case Minus(arg=arg, without=without):
            left_out = tuple(_whole(each, families) for each in without)
            return asked.model_copy(update={"arg": _without(arg, families), "without": left_out})
    return asked


def _whole(left_out: SetPlan, families: _Families) -> SetPlan:
    if not isinstance(left_out, Entities):
        return _without(left_out, families)
    ids = [each for one in left_out.ids for each in families.get(one, (one,))]
    return Entities(ids=tuple(dict.fromkeys(ids)))
