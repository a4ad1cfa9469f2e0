"""Meanings of superlatives and whole questions."""

from __future__ import annotations

from typing import Literal

from core.domain.plan import (
    All,
    Companies,
    Compare,
    Count,
    CountOf,
    DateOf,
    Entities,
    Minus,
    Or,
    Path,
    Plan,
    Related,
    SetPlan,
    ValueOf,
    YesNo,
)
from core.questions.parsing.meanings import (
    LIKE,
    THEY,
    AnyCondition,
    Args,
    Condition,
    Conditions,
    FilterCondition,
    Phrase,
    RelationNoun,
    RelationVerb,
    TopCondition,
    entities,
)
from core.questions.phrases.fitting import has_relation, ids_of, named_in, names_them
from core.questions.phrases.having_phrases import HavingPhrases

Which = Literal["most", "least"]
NEWEST = frozenset(("newest", "most recent", "最新"))
"""Of relations these words say when they began, of companies when they were founded."""
_OTHER: dict[Which, Which] = {"least": "most", "most": "least"}
_OF_THEM = ("哪家", "哪一家", "哪几家", "哪个", "哪几个", "哪些")
SHORTEST = "shortest"
"""In the place of a word for a path: the shortest one."""


class Phrases(HavingPhrases):
    """As ``HavingPhrases``, with superlatives and answers."""

    def by_founding(self, which: Which) -> TopCondition:
        """Oldest, youngest."""
        return TopCondition(ValueOf(attribute="founded"), which)

    def aged(self, word: str, noun: RelationNoun, which: Which) -> RelationNoun | None:
        """Oldest supplier: by its founding; the newest partner, the oldest joint venture: by when it became one."""
        lasts = noun.type != LIKE and self.ontology[noun.type].happens_once
        since = noun.deed or lasts or (word in NEWEST and noun.type != LIKE)
        return self.noun_under(noun, self.by_date(which) if since else self.by_founding(which))

    def but_does_not(self, args: Args, done: RelationVerb, not_done: RelationVerb) -> Conditions | None:
        """Whom Nvidia invested in but does not supply: both are said of whom Nvidia does it to."""
        first, second = self.objects(done, args), self.denied(self.objects(not_done, args))
        return None if first is None or second is None else (*first, *second)

    def of_neither(self, noun: RelationNoun, one: Args, other: Args) -> Conditions | None:
        """既不是特斯拉也不是宝马供应商: supplier of neither."""
        found = [self.noun_set(noun, each) for each in (one, other)]
        members = [None if each is None else self.member(each) for each in found]
        return self.neither(members[0], members[1])

    def by_neither(self, verb: RelationVerb, one: Args, other: Args) -> Conditions | None:
        """既不是腾讯也不是阿里投资: neither invests in them."""
        return self.neither(self.objects(verb, one), self.objects(verb, other))

    def under_age(self, word: str, found: Phrase, which: Which) -> Phrase | None:
        """The same of a set."""
        newest = word in NEWEST and found.base is not None
        return self.dated_top(found, self.by_date(which)) if newest else self.under(found, (self.by_founding(which),))

    def event_top(self, found: Phrase, verb: RelationVerb, pred: Conditions | None, which: Which) -> Phrase | None:
        """The last company Alibaba bought: of verbs that may say a purchase or a supply, the one that happens once."""
        if found.base is not None or verb.type == LIKE or not self.ontology[verb.type].happens_once:
            return None
        return self.dated_top(self.under(found, pred), self.by_date(which))

    def told_by_founding(self, found: Phrase) -> Phrase | None:
        """The youngest AI company by founding date: as it is told anyway."""
        last = found.conditions[-1] if found.conditions else None
        told = isinstance(last, TopCondition) and last.by == ValueOf(attribute="founded")
        return found if told else None

    def by_date(self, which: Which) -> TopCondition:
        """First, latest: by when the relation began."""
        return TopCondition(DateOf(), which)

    def dated_top(self, found: Phrase | None, top: TopCondition) -> Phrase | None:
        """The first of a set of a relation."""
        if found is None:
            return None
        plan = found.plan()
        return found.under(top) if plan is not None and has_relation(plan) else None

    def most(self, found: Phrase, noun: RelationNoun, which: Which) -> Phrase | None:
        """With the most customers."""
        plan = None if noun.type == LIKE else found.plan()
        if plan is None or not self.fitting_set(noun.type, noun.end, plan):
            return None
        told = all(isinstance(each, FilterCondition | AnyCondition) for each in noun.conditions)
        within = Phrase(conditions=noun.conditions).plan() if noun.conditions and told else None
        if noun.conditions and within is None:
            return None
        return found.under(TopCondition(CountOf(type=noun.type, end=noun.end, within=within), which))

    def most_of_these(self, args: Args, noun: RelationNoun, which: Which) -> Phrase | None:
        """Which has more suppliers, A or B."""
        found = self.choice(args)
        return None if found is None else self.most(found, noun, which)

    def more_than(self, one: Args, other: Args, noun: RelationNoun, which: Which) -> Plan | None:
        """Does A have more suppliers than B: of two with as many neither has."""
        ids = (*ids_of(one), *ids_of(other))
        if len(set(ids)) != 2 or len(ids) != 2 or set(THEY.ids) & set(ids):
            return None
        two = Phrase(entities(ids))
        first, last = (self.most(two, noun, each) for each in (which, _OTHER[which]))
        most, fewest = (None if each is None else each.plan() for each in (first, last))
        if most is None or fewest is None:
            return None
        return Plan(answer=YesNo(entity=ids[0], set=Minus(arg=most, without=(fewest,))))

    def most_there(self, found: Phrase, noun: RelationNoun, condition: Condition, which: Which) -> Phrase | None:
        """With the most customers in Europe, 在欧洲客户最多."""
        narrowed = self.noun_under(noun, condition)
        return None if narrowed is None else self.most(found, narrowed, which)

    def most_said(self, found: Phrase, most: str, noun: RelationNoun, which: Which) -> Phrase | None:
        """The same where the noun stands behind, which no Chinese says: 客户最多的供应商 are suppliers."""
        return self.most(found, noun, which) if most.isascii() else None

    def most_in_role(self, role: RelationNoun, noun: RelationNoun, which: Which) -> Phrase | None:
        """客户最多的供应商."""
        found = self.in_role(role)
        return None if found is None else self.most(found, noun, which)

    def most_of_verb(self, found: Phrase, verb: RelationVerb, noun: RelationNoun, which: Which) -> Phrase | None:
        """Who makes the most products."""
        return self.most(found, noun, which) if verb.type == noun.type and verb.to_object == noun.end else None

    def most_within(self, found: Phrase, verb: RelationVerb, within: Phrase, which: Which) -> Phrase | None:
        """Who supplies the most carmakers."""
        plan = None if within.is_any else within.plan()
        if verb.type == LIKE or (plan is None and not within.is_any):
            return None
        return found.under(TopCondition(CountOf(type=verb.type, end=verb.to_object, within=plan), which))

    def most_of_which(self, which: str, found: Phrase, noun: RelationNoun, most: Which) -> Phrase | None:
        """哪家车企供应商最多: of the carmakers; 哪家公司车企客户最多 has carmakers among those that are counted."""
        return self.most(found, noun, most) if which.endswith(_OF_THEM) and not found.is_any else None

    def most_done(self, found: Phrase, verb: RelationVerb, within: Phrase, which: Which) -> Phrase | None:
        """给车企供货最多的公司: to most of some; of one that is named no number says who does most."""
        plan = within.plan()
        narrowed = within.is_any or (plan is not None and within.base is None)
        return self.most_within(found, verb, within, which) if narrowed else None

    # answers

    def companies(self, found: Phrase | None) -> Plan | None:
        """The members, or how many there are."""
        plan = None if found is None or found.is_any or found.topic else found.plan()
        if found is None or plan is None or names_them(plan) or _is_all_but(plan):
            return None
        return Plan(answer=Count(set=plan) if found.counted else Companies(set=plan))

    def pair(self, first: Args, second: Args) -> tuple[str, ...] | None:
        """Two names side by side."""
        return self.longer(ids_of(first), second)

    def longer(self, names: tuple[str, ...], name: Args) -> tuple[str, ...] | None:
        """And one more."""
        ids = ids_of(name)
        return (*names, *ids) if len(names) == 0 or not set(ids) & set(names) else None

    def comparison(self, pair: tuple[str, ...] | None) -> Plan | None:
        """Compared with one another."""
        return Plan(answer=Compare(ids=pair)) if pair and _are_known(pair) else None

    def path(self, pair: tuple[str, ...] | None, *words: str) -> Plan | None:
        """What connects them, over the fewest relations where one of the words says so."""
        shortest = SHORTEST in words
        return Plan(answer=Path(ids=pair, shortest=shortest)) if pair and _are_known(pair) else None

    def when(self, name: Args, pred: Conditions | None) -> Plan | None:
        """Since when it is so."""
        return self.yes_no(name, pred, asks="when")

    def yes_no(
        self, name: Args, pred: Conditions | None, asks: Literal["whether", "still", "when"] = "whether"
    ) -> Plan | None:
        """Whether it is so."""
        ids, found = ids_of(name), self.under(Phrase(), pred)
        plan = found.plan() if found is not None and not found.is_any else None
        if isinstance(plan, Related) and plan.type == "divested" and not self.have_in_common(plan, plan):
            plan = self._ended_holdings(plan) if asks == "whether" else None
        if plan is None or len(ids) != 1 or ids[0] in named_in(plan) or names_them(plan) or ids == THEY.ids:
            return None
        return Plan(answer=YesNo(entity=ids[0], set=plan, asks=asks))

    def _ended_holdings(self, divested: Related) -> SetPlan | None:
        """That a holding has ended is recorded of the holding itself."""
        by_owners = divested.end == "backward"
        ways = [
            Related(
                type=each.id,
                end="backward" if (each.holding.owner == "source") == by_owners else "forward",
                of=divested.of,
                ended=True,
            )
            for each in self.ontology.types.values()
            if each.holding is not None
        ]
        return Or(args=tuple(ways)) if len(ways) > 1 and divested.when is None else None


def _is_all_but(plan: SetPlan) -> bool:
    """Whether a set holds every company but some that are named, which nobody asks for."""
    return isinstance(plan, Minus) and plan.arg == All() and all(isinstance(each, Entities) for each in plan.without)


def _are_known(pair: tuple[str, ...]) -> bool:
    """Whether there are a few entities, each named."""
    return 2 <= len(pair) <= 5 and not set(THEY.ids) & set(pair)
