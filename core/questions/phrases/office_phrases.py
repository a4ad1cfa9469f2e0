"""Meanings of questions for who holds an office, who did before, who is on a board, and on which boards somebody is."""

from __future__ import annotations

from core.domain.plan import Plan
from core.questions.parsing.meanings import Args, Conditions, Phrase, RelationNoun
from core.questions.phrases.age_phrases import AgePhrases
from core.questions.phrases.fitting import OPPOSITE


class OfficePhrases(AgePhrases):
    """As ``AgePhrases``, with offices."""

    def predecessor(self, noun: RelationNoun) -> RelationNoun | None:
        """上一任CEO: of those who have left the one who came last."""
        former = self.former_noun(noun) if self._leads_to_people(noun) else None
        return None if former is None else self.noun_under(former, self.by_date("most"))

    def on_board(self, args: Args, board: RelationNoun) -> Phrase | None:
        """Who is on Apple's board."""
        return self.noun_set(board, args) if self._leads_to_people(board) else None

    def is_on_board(self, person: Args, args: Args, board: RelationNoun) -> Plan | None:
        """Is Mary Barra on Disney's board."""
        return self.yes_no(person, self.nouns_of(board, args)) if self._leads_to_people(board) else None

    def boards_of(self, person: Args, board: RelationNoun) -> Phrase | None:
        """Boards Mary Barra is on: the companies whose they are."""
        return self.under(Phrase(), self.with_on_board(person, board))

    def with_on_board(self, person: Args, board: RelationNoun) -> Conditions | None:
        """Companies whose board includes Mary Barra."""
        return self.related_conditions(board.type, OPPOSITE[board.end], person)

    def directed_by(self, person: Args) -> Conditions | None:
        """With Mary Barra on the board."""
        known = "director_of" in self.ontology
        return self.related_conditions("director_of", "forward", person) if known else None

    def companies_with(self, found: Phrase, person: Args, board: RelationNoun) -> Phrase | None:
        """董事会里有玛丽·博拉的公司."""
        return self.under(found, self.with_on_board(person, board))

    def those_in(self, found: Phrase, said: str) -> Plan | None:
        """苹果的供应商里有谁, 苹果的董事会里有谁: who they are."""
        asks = self.anyone(said).asked and found.base is not None and not found.conditions
        return self.companies(found) if asks else None
