"""Questions with their whole answer, made from the configured knowledge base: drawn plans, executed and worded.

python -m tests.research.generated_questions --questions 500 --seed 0 --output questions.jsonl
python -m core evaluate --questions questions.jsonl
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from core.cli.opening import opened
from core.domain.plan import Companies, Compare, Count, SetPlan, Top, YesNo
from core.errors import EntityUnknownError
from core.evaluation.asked_questions import AskedQuestion, QuestionClass
from core.messages import LANGUAGES, Language
from core.ontology import Ontology
from core.questions.execution.executor import Executor
from core.settings import load_settings
from core.storage.knowledge_base import KnowledgeBase
from tests.research.concept_drafts import CONCEPT_SHAPES, ConceptDrawer, ConceptDrawn
from tests.research.public_bases import open_public_set
from tests.research.question_drafts import SHAPES, RawRecord
from tests.research.question_groups import Groups
from tests.research.question_names import Names
from tests.research.question_sampler import UndrawableError

TRIES = 100
"""Draws for one question; a shape that none of them makes in a language is not tried again."""
SHARES: dict[QuestionClass, int] = {
    "a": 14,
    "b": 16,
    "c": 14,
    "d": 12,
    "e": 12,
    "f": 12,
    "g": 8,
    "h": 4,
    "i": 5,
    "j": 3,
}
MOST_COUNTED = 2_000
MOST_EQUAL = 5
"""Members of a set that are first or last together."""


class Generator:
    """Makes questions on one knowledge base as it is on the day ``today``, a number such as 20261125."""

    def __init__(self, base: KnowledgeBase, ontology: Ontology, today: int, seed: int) -> None:
        self._base, self._random, self._seed = base, Random(seed), seed
        self._executor = Executor(base, ontology, today)
        names = Names(base)
        groups = Groups(base)
        self._drawers: dict[Language, ConceptDrawer] = {
            language: ConceptDrawer(base, ontology, self._executor, names, language, self._random)
            for language in LANGUAGES
        }
        for drawer in self._drawers.values():
            drawer.groups = groups
        self._shapes = {
            (each, language): [*SHAPES[each], *CONCEPT_SHAPES.get(each, ())]
            for each in SHARES
            for language in LANGUAGES
        }
        self._said: set[str] = set()

    def questions(self, number: int, languages: tuple[Language, ...]) -> Iterator[AskedQuestion]:
        """About ``number`` questions, by classes as ``SHARES`` says, no two in the same words. What a class cannot be
        asked for is made up for by the others."""
        wanted = number
        while wanted > 0:
            open_classes = [each for each in SHARES if any(self._shapes[each, language] for language in languages)]
            every, before = sum(SHARES[each] for each in open_classes), len(self._said)
            for each in open_classes:
                share = max(1, round(wanted * SHARES[each] / every))
                yield from self._of_class(each, min(share, number - len(self._said)), languages)
            wanted = number - len(self._said) if len(self._said) > before else 0

    def _of_class(self, cls: QuestionClass, number: int, languages: tuple[Language, ...]) -> Iterator[AskedQuestion]:
        for place in range(number):
            language = languages[place % len(languages)]
            shapes = self._shapes[cls, language]
            while shapes:
                drawn = shapes[place // len(languages) % len(shapes)]
                found = self._question(cls, drawn, language)
                if found is not None:
                    yield found
                    break
                shapes[:] = [shape for shape in shapes if shape is not drawn]

    def _question(self, cls: QuestionClass, drawn: ConceptDrawn, language: Language) -> AskedQuestion | None:
        drawer, said = self._drawers[language], self._said
        for _ in range(TRIES):
            drawer.next_question()
            try:
                draft = drawn(drawer)
                query = drawer.said(draft)
                answer = self._answer(draft, empty=cls == "i")
            except UndrawableError:
                continue
            if query is not None and answer is not None and query not in said:
                said.add(query)
                identifier = f"g{self._seed}-{len(said):04}-{cls}-{language}"
                plan = draft.plan.model_dump(mode="json") if draft.known else None
                fields = {"id": identifier, "cls": cls, "query": query, "language": language, "plan": plan}
                return AskedQuestion.model_validate({**fields, **answer})
        return None

    def _answer(self, draft: RawRecord, *, empty: bool) -> dict[str, object] | None:
        """The fields that say what answers; None where a question of its class has another answer."""
        if isinstance(draft.plan.answer, Compare):
            return {"gold": draft.plan.answer.ids}
        return self._answer_of_set(draft, empty=empty)

    def _answer_of_set(self, draft: RawRecord, *, empty: bool) -> dict[str, object] | None:
        match draft.plan.answer:
            case _ if draft.answers:
                return {"answers": draft.answers}
            case Companies(set=plan):
                gold, accept = self._members(plan)
                if empty:
                    might = draft.first is None or self._members(draft.first)[0]
                    return {} if not gold and not accept and might else None
                most = MOST_EQUAL if isinstance(plan, Top) else draft.most
                return {"gold": gold, "accept": accept} if 0 < len(gold) <= most else None
            case Count(set=plan):
                gold, accept = self._members(plan)
                count = len({min({each, *self._base.namesakes(each)}) for each in gold})
                return {"gold": gold, "accept": accept, "count": count} if 0 < len(gold) <= MOST_COUNTED else None
            case YesNo(entity=entity, set=plan):
                gold, accept = self._members(plan)
                return {"accept": (*gold, *accept), "yes": entity in gold} if entity not in accept else None
        return None

    def _members(self, plan: SetPlan) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The members of a set by the types asked for, and those that only a type that says about the same makes
        members. Raises UndrawableError where one of them is no company: a product, a person; or they are many."""
        try:
            every = self._executor.members(plan).members
        except EntityUnknownError:
            return (), ()
        if len(every) > MOST_COUNTED or not all(self._base.is_company[self._base.node_of[each]] for each in every.ids):
            raise UndrawableError
        gold = tuple(sorted(self._executor.members(plan, strict=True).members.ids))
        return gold, tuple(sorted(set(every.ids) - set(gold)))


def write_questions(questions: list[AskedQuestion], path: Path) -> None:
    """As JSON lines, without fields that say nothing."""
    lines = (each.model_dump(mode="json", exclude_defaults=True) | {"gold": list(each.gold)} for each in questions)
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def main() -> None:
    """The command."""
    options = _options()
    settings = load_settings()
    if options.public:
        from core.ontology import default_ontology

        pipeline = open_public_set(options.public, options.set, settings, default_ontology())
    else:
        pipeline = opened(settings).pipeline
    base = pipeline.base
    today = int(f"{datetime.now(UTC):%Y%m%d}")
    generator = Generator(base.knowledge_base, base.ontology, today, options.seed)
    questions = list(generator.questions(options.questions, tuple(options.languages)))
    write_questions(questions, options.output)
    made = Counter(question.cls for question in questions)
    print(len(questions), "questions:", ", ".join(f"{each} {made[each]}" for each in sorted(made)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--questions", type=int, default=500, metavar="N", help="default: 500")
    add("--seed", type=int, default=0, metavar="N", help="default: 0")
    add("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    add("--public", type=Path, metavar="FOLDER", help="public data sets, instead of the configured knowledge base")
    add("--set", metavar="NAME", help="which of the public sets")
    add("--output", type=Path, required=True, metavar="FILE")
    return parser.parse_args()


if __name__ == "__main__":
    main()
