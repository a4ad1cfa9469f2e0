"""From pairs that are one company to which id each company is kept under, whatever the order in which it was said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.workspace.verdicts import Said


class Groups:
    """Ids joined pair by pair: what is joined in chains or circles is one group."""

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self._members: dict[str, set[str]] = {}
        for one, other in pairs:
            self.join(one, other)

    def of(self, identifier: str) -> set[str]:
        """The group of an id, itself included."""
        return self._members.get(identifier, {identifier})

    def join(self, one: str, other: str) -> None:
        """Put two groups together."""
        together = self.of(one) | self.of(other)
        self._members.update(dict.fromkeys(together, together))

    def contradicted(self, one: str, other: str, different: Iterable[frozenset[str]]) -> frozenset[str] | None:
        """A pair that was said to be two and would become one if these groups were joined; None if there is none."""
        together = self.of(one) | self.of(other)
        return min((pair for pair in different if pair <= together), key=sorted, default=None)

    def all(self) -> list[set[str]]:
        """Every group of more than one."""
        return list({id(group): group for group in self._members.values()}.values())


def kept_ids(present: Sequence[str], same: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Id that goes → id that it goes into, for those that are ``present``; every value is a present id that stays.

    ``same``: (kept, other). Of a group stays who was never said to go into another, of several or none of them the
    first in the order of ``present``. Companies may be joined through one that is not there any more.
    """
    pairs = set(same)
    place = {identifier: number for number, identifier in enumerate(present)}
    going = {other for _, other in pairs}
    found: dict[str, str] = {}
    for group in Groups(sorted(pairs)).all():
        members = sorted((place[each], each) for each in group if each in place)
        staying = next((each for _, each in members if each not in going), members[0][1] if members else "")
        found.update({each: staying for _, each in members if each != staying})
    return found


def with_rule(decided: Said, scored: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """What was said to be the same, and ``scored`` pairs, the surest first, that contradict nothing that was said."""
    groups = Groups(decided.same)
    pairs = list(decided.same)
    for one, other in scored:
        if other not in groups.of(one) and groups.contradicted(one, other, decided.different) is None:
            groups.join(one, other)
            pairs.append((one, other))
    return tuple(pairs)
