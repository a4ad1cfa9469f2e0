"""How recent the data is, in words."""

from core.messages import Language, translate
from core.storage.knowledge_base import KnowledgeBase

_YEAR = 10_000  # days are numbers of eight digits


def latest_facts(base: KnowledgeBase, language: Language) -> str:
    """The year of the latest fact on record; nothing where no fact says as of when it holds."""
    newest = int(base.relation_facts.as_of.max(initial=0)) // _YEAR
    return translate("home.as_of", language, year=newest) if newest else ""
