"""Plans evaluated over plain lists of relations, one entity after the other: slow, and written apart from the executor.

Here "lenient" sets also take what says about the same as the type asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from core.domain.plan import All, And, CountOf, DateOf, Entities, Filter, Like, Minus, Or, Related, SetPlan, Top, When
from tests.plain_relations import Edge, Thing

ALSO = {
    ("supplies", "forward"): [("depends_on", "backward")],
    ("supplies", "backward"): [("depends_on", "forward")],
    ("supplies", "either"): [("depends_on", "either")],
    **{("similar_product", end): [("competitor", end)] for end in ("forward", "backward", "either")},
}
SYMMETRIC = {"competitor", "similar_product", "partner", "same_industry", "related"}
IMPLIED_BY = {
    "similar_product": ["produces"],
    "same_industry": ["in_industry"],
    "related": ["founded_by", "located_in"],
}
EVENTS = {"acquired", "founded_by"}
REGIONS = {"150": {"DE", "TR", "Germany"}, "030": {"CN", "JP"}, "142": {"CN", "JP", "TR"}}
COUNTRIES = {"DE": {"DE", "Germany"}}


class Referee:
    """``namesakes``: companies of one name."""

    def __init__(
        self, things: Sequence[Thing], edges: Sequence[Edge], today: date, namesakes: Iterable[set[str]]
    ) -> None:
        self.things = {each.id: each for each in things}
        self.edges = edges
        self.today = today.isoformat()
        self.namesakes = list(namesakes)

    def members(self, plan: SetPlan, *, strict: bool) -> set[str]:
        """The members of a set."""
        match plan:
            case Entities():
                members = set(plan.ids)
            case All(type=kind):
                members = {each.id for each in self.things.values() if each.type == kind and not self.is_later(each.id)}
            case Related() | Like():
                members = self.related(plan, strict=strict)
            case Or():
                members = set[str]().union(*(self.members(each, strict=strict) for each in plan.args))
            case And():
                every = [self.members(each, strict=strict) for each in plan.args]
                members = set.intersection(*every) - self.excluded(plan)
            case Minus():
                without = [self.members(each, strict=True) for each in plan.without]
                members = self.members(plan.arg, strict=strict).difference(*without) - self.excluded(plan)
            case Filter():
                members = {one for one in self.members(plan.arg, strict=strict) if self.passes(self.things[one], plan)}
            case Top():
                members = set(self.figures(plan))
        return members

    def related(self, plan: Related | Like, *, strict: bool) -> set[str]:
        """Whom the relations of a set lead to."""
        starts = self.members(plan.of, strict=strict)
        types: list[tuple[str, str]] = [("competitor", "either"), ("similar_product", "either")]
        when = None
        if isinstance(plan, Related):
            asked, when = (plan.type, plan.end), plan.when
            types = [asked, *([] if strict else ALSO.get(asked, []))]
            if self.asks_for_the_past(plan):
                now = [asked, *ALSO.get(asked, [])]
                over = {
                    one
                    for start in starts
                    for each in types
                    if self.is_recorded(each[0])
                    for one in self.direct(start, *each, when, ended=True)
                    if one in self.things and not any(one in self.reached(start, *way, None) for way in now)
                }
                return over - self.roots(plan.of)
        reached = {one for each in types for start in starts for one in self.reached(start, *each, when)}
        return reached - self.roots(plan.of)

    def counts(self, edge: Edge, when: When | None, *, ended: bool = False) -> bool:
        """Whether a relation counts at a time: one that has not ended, or one that has."""
        if edge.status in ("planned", "denied") or edge.start > self.today:
            return False
        if not edge.start and (self.is_later(edge.source) or self.is_later(edge.target)):
            return False
        if when is not None and when.held:
            held = self.was_held(edge, when.first or 1, when.last or 9999)
            return held and (not ended or self.is_over(edge))
        if when is not None:
            began = bool(edge.start) and (when.first or 0) <= int(edge.start[:4]) <= (when.last or 9999)
            return began and (not ended or self.is_over(edge))
        if edge.type in EVENTS:
            return True
        return self.is_over(edge) if ended else not self.is_over(edge) and not self.is_overruled(edge)

    def was_held(self, edge: Edge, first: int, last: int) -> bool:
        """Whether it is known to have been so at some time in these years."""
        began, ended = (int(each[:4] or 0) for each in (edge.start, edge.end))
        known = 0 < began <= last or first <= ended <= last
        if (ended and ended < first) or (edge.status == "ended" and (not ended or self.is_only_agreed(edge))):
            return False
        then = Referee(tuple(self.things.values()), self.edges, date(first, 1, 1), self.namesakes)
        return known and not then.is_overruled(edge)

    def is_later(self, one: str) -> bool:
        """Whether an entity is founded after the year asked about."""
        return one in self.things and self.things[one].founded > int(self.today[:4])

    def is_overruled(self, edge: Edge) -> bool:
        """Whether the newest row that says it to have ended is newer, and of no time before it; or one that began with
        it has an end."""
        ends = [
            {each.source, each.target} if each.type in SYMMETRIC else (each.source, each.target) for each in self.edges
        ]
        own = {edge.source, edge.target} if edge.type in SYMMETRIC else (edge.source, edge.target)
        if any(
            each.type == edge.type and pair == own and self.closes(each, edge)
            for each, pair in zip(self.edges, ends, strict=True)
        ):
            return True
        over = [
            (number(each.as_of), number(each.end))
            for each, pair in zip(self.edges, ends, strict=True)
            if each.type == edge.type
            and pair == own
            and each.as_of
            and each.status not in ("planned", "denied")
            and each.start <= self.today
            and self.is_over(each)
        ]
        if not over or not edge.as_of:
            return False
        newest, end = max(over)
        return number(edge.as_of) < newest and number(edge.start) <= (end or newest)

    def closes(self, one: Edge, edge: Edge) -> bool:
        """Whether one says until when another was so that began with it, as far as both dates are known, and is told as
        of no later day."""
        if not one.end or not self.is_over(one) or one.status in ("planned", "denied"):
            return False
        if not edge.start or edge.end or edge.status not in ("", "reported"):
            return False
        together = all(a == b for a, b in zip(edge.start.split("-"), one.start.split("-"), strict=False) if one.start)
        later = [
            next((a > b for a, b in zip(day.split("-"), one.end.split("-"), strict=False) if a != b), False)
            for day in (edge.as_of, edge.start)
            if day
        ]
        return together and not any(later)

    def is_over(self, edge: Edge) -> bool:
        """Whether it has ended: all days that its end may mean have passed, or it is said to have."""
        whole_days = edge.end[: len(self.today)] < self.today[: len(edge.end)]
        said = edge.status == "ended" and (
            edge.end[: len(self.today)] <= self.today[: len(edge.end)] or self.is_only_agreed(edge)
        )
        return (bool(edge.end) and whole_days) or said

    @staticmethod
    def is_only_agreed(edge: Edge) -> bool:
        """Whether the end of what has ended is still to come."""
        now = date.today().isoformat()
        return edge.status == "ended" and edge.end > now[: len(edge.end)]

    def reached(self, start: str, kind: str, end: str, when: When | None) -> set[str]:
        """Whom relations of a type lead to from an entity."""
        if not self.is_recorded(kind):
            return self.sharing(start, kind, when)
        return {each for each in self.direct(start, kind, end, when) if each in self.things}

    def is_recorded(self, kind: str) -> bool:
        """Whether the data has any relation of a type."""
        by_column = kind == "in_industry" and any(each.industry for each in self.things.values())
        return by_column or any(edge.type == kind for edge in self.edges)

    def direct(self, start: str, kind: str, end: str, when: When | None, *, ended: bool = False) -> set[str]:
        """The other ends of its recorded relations; texts of the column ``industry`` that are no entity, too."""
        ways = {"forward", "backward"} if end == "either" or kind in SYMMETRIC else {end}
        found = set()
        for edge in self.edges:
            if edge.type == kind and self.counts(edge, when, ended=ended):
                found |= {edge.target} if "forward" in ways and edge.source == start else set()
                found |= {edge.source} if "backward" in ways and edge.target == start else set()
        if kind == "in_industry" and when is None and not ended:
            if "forward" in ways and start in self.things and self.things[start].industry and not self.is_later(start):
                found.add(self.things[start].industry)
            if "backward" in ways:
                found |= {
                    each.id for each in self.things.values() if each.industry == start and not self.is_later(each.id)
                }
        return found - {start}

    def sharing(self, start: str, kind: str, when: When | None) -> set[str]:
        """The companies that share a bridge with an entity."""
        found = set()
        for bridge_type in filter(self.is_recorded, IMPLIED_BY.get(kind, [])):
            for bridge in self.direct(start, bridge_type, "forward", when):
                if bridge not in self.things or self.things[bridge].type != "company":
                    found |= self.direct(bridge, bridge_type, "backward", when)
        return {each for each in found if self.things[each].type == "company"} - {start}

    def figures(self, plan: Top) -> dict[str, float]:
        """The members of a Top and what each was chosen by."""
        if isinstance(plan.by, DateOf):
            plan = plan.model_copy(update={"arg": at_any_time(plan.arg)})
        among = self.members(plan.arg, strict=True)
        if isinstance(plan.by, DateOf):
            return self.by_date(plan, among)
        values: dict[str, float] = {}
        for each in among:
            if isinstance(plan.by, CountOf):
                others = self.reached(each, plan.by.type, plan.by.end, None)
                within = plan.by.within
                values[each] = len(others if within is None else others & self.members(within, strict=True))
            elif plan.by.attribute == "founded":
                values[each] = self.things[each].founded
            else:
                values[each] = amount(self.things[each].size)
        if not isinstance(plan.by, CountOf) or plan.which == "most":
            values = {each: value for each, value in values.items() if value}
        ordered = sorted(values.values(), reverse=plan.which == "most")
        kept = set(ordered[: plan.n])
        return {each: value for each, value in values.items() if value in kept}

    def by_date(self, plan: Top, among: set[str]) -> dict[str, float]:
        """Whoever may be among the first or the last, where a year stands for any of its days."""
        days = {
            each: [edge.start.replace("-", "") for edge in self.outermost(plan.arg, each) if edge.start]
            for each in among
        }
        pick, least = (min, True) if plan.which == "least" else (max, False)
        first = {each: pick(start.ljust(8, "0") for start in starts) for each, starts in days.items() if starts}
        last = {each: pick(start.ljust(8, "9") for start in starts) for each, starts in days.items() if starts}
        if not first:
            return {}
        bound = sorted((last if least else first).values(), reverse=not least)[: plan.n][-1]
        chosen = {each for each in first if (first[each] <= bound if least else last[each] >= bound)}
        return {each: int(first[each][:4]) for each in chosen}

    def outermost(self, plan: SetPlan, member: str) -> list[Edge]:
        """The relations by which the outermost relations of a set, by the types asked for, lead to a member."""
        match plan:
            case Related(type=kind, end=end):
                starts = self.members(plan.of, strict=True)
                if member in self.roots(plan.of):
                    return []
                return self.leading(starts, member, [(kind, end)], plan.when, ended=self.asks_for_the_past(plan))
            case Like():
                starts = self.members(plan.of, strict=True)
                return self.leading(starts, member, [("competitor", "either"), ("similar_product", "either")], None)
            case And() | Or():
                sets = [each for each in plan.args if member in self.members(each, strict=True)]
                return [edge for each in sets for edge in self.outermost(each, member)]
            case Minus() | Filter() | Top():
                return self.outermost(plan.arg, member)
        return []

    def asks_for_the_past(self, plan: Related) -> bool:
        """Whether it asks for what has ended of a relation that can end."""
        return bool(plan.ended) and plan.type not in EVENTS

    def leading(
        self,
        starts: set[str],
        member: str,
        types: Sequence[tuple[str, str]],
        when: When | None,
        *,
        ended: bool = False,
    ) -> list[Edge]:
        """The relations that lead from any of some entities to a member: directly, or from a bridge."""
        found = []
        for kind, end in types:
            if self.is_recorded(kind):
                for start in starts - {member}:
                    if ended and any(
                        member in self.reached(start, *way, None) for way in [(kind, end), *ALSO.get((kind, end), [])]
                    ):
                        continue
                    ways = {"forward", "backward"} if end == "either" or kind in SYMMETRIC else {end}
                    pairs = {"forward": (start, member), "backward": (member, start)}
                    wanted = {pairs[way] for way in ways}
                    found += [e for e in self.edges if e.type == kind and (e.source, e.target) in wanted]
                continue
            for bridge_type in () if ended else filter(self.is_recorded, IMPLIED_BY.get(kind, [])):
                for start in starts - {member}:
                    bridges = self.direct(start, bridge_type, "forward", when)
                    found += [
                        e for e in self.edges if e.type == bridge_type and e.source == member and e.target in bridges
                    ]
        return [edge for edge in found if self.counts(edge, when, ended=ended)]

    def passes(self, thing: Thing, plan: Filter) -> bool:
        """Whether a company passes a filter."""
        if thing.type != "company":
            return False
        if plan.attribute in ("founded", "size"):
            known = thing.founded if plan.attribute == "founded" else amount(thing.size)
            return self.passes_figure(known, plan)
        fits = any(self.fits(thing, plan.attribute, str(value)) for value in plan.values)
        elsewhere = not fits and (plan.attribute != "country" or thing.country != "")
        return {"in": fits, "=": fits, "not_in": elsewhere}.get(plan.operator, False)

    def passes_figure(self, known: float, plan: Filter) -> bool:
        """0 is not known."""
        values = [float(value) for value in plan.values]
        if plan.operator == "not_in":
            return known not in values or not known
        if not known:
            return False
        orders = {
            "<": all(known < value for value in values),
            "<=": all(known <= value for value in values),
            ">": all(known > value for value in values),
            ">=": all(known >= value for value in values),
        }
        return orders.get(plan.operator, known in values)

    def fits(self, thing: Thing, attribute: str, value: str) -> bool:
        """Whether a company is of a country, in an industry or bears a ticker."""
        if attribute == "country":
            return thing.country in (REGIONS.get(value) or COUNTRIES.get(value) or {value})
        if attribute == "industry":
            return value in self.direct(thing.id, "in_industry", "forward", None)
        start, _, ending = value.partition("*")
        return any(ticker.startswith(start) and ticker.endswith(ending) for ticker in thing.tickers)

    def roots(self, plan: SetPlan) -> set[str]:
        """Who a chain is about, and whoever has the same name."""
        return self.with_namesakes(self.named(plan))

    def named(self, plan: SetPlan) -> set[str]:
        """The entities that stand in a set, but for what it is narrowed by."""
        if isinstance(plan, Entities):
            return set(plan.ids)
        return set[str]().union(*map(self.named, made_of(plan)))

    def excluded(self, plan: And | Minus) -> set[str]:
        """Whom a set of several excludes."""
        return self.with_namesakes(self.asked_about(plan) - self.candidates(plan))

    def asked_about(self, plan: SetPlan) -> set[str]:
        """The roots of all relations that a set is made of."""
        if isinstance(plan, Related | Like):
            return self.named(plan.of)
        inner = [*made_of(plan), *(plan.without if isinstance(plan, Minus) else ())]
        return set[str]().union(*map(self.asked_about, inner))

    def candidates(self, plan: SetPlan) -> set[str]:
        """Entities that a set itself offers."""
        if isinstance(plan, Entities):
            return set(plan.ids)
        return set() if isinstance(plan, Related | Like) else set[str]().union(*map(self.candidates, made_of(plan)))

    def with_namesakes(self, ids: set[str]) -> set[str]:
        """These and whoever has the name of one of them."""
        return ids.union(*(names for names in self.namesakes if names & ids))


def number(day: str) -> int:
    """A day as digits, of a year or a month its beginning."""
    return int(day.replace("-", "").ljust(8, "0"))


def made_of(plan: SetPlan) -> tuple[SetPlan, ...]:
    """The sets that members of a set come from."""
    match plan:
        case Related(of=inner) | Like(of=inner) | Minus(arg=inner) | Filter(arg=inner) | Top(arg=inner):
            return (inner,)
        case And(args=args) | Or(args=args):
            return args
    return ()


def amount(size: str) -> float:
    """A figure of the data, 0 where it has none."""
    return float(size) if size else 0.0


def at_any_time(plan: SetPlan) -> SetPlan:
    """The same set of an outermost relation that has ended or not, where no time is said."""
    if isinstance(plan, Filter | Minus):
        return plan.model_copy(update={"arg": at_any_time(plan.arg)})
    if isinstance(plan, Related) and plan.when is None and plan.ended is None:
        return plan.model_copy(update={"when": When()})
    return plan
