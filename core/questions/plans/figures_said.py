"""How large a share or an amount a plan asks for, in words: over 20 %, 超过100亿美元."""

from __future__ import annotations

from core.domain.plan import Money, Share
from core.messages import Language, translate
from core.retrieval.terms import money_in_words


def says_how_much(share: Share) -> bool:
    """Whether a share is more than any at all: at least 0 % is none."""
    return bool(share.percent) or share.operator != ">="


def share_said(share: Share, language: Language) -> str:
    """How much is held: "over 20 %"."""
    return translate(f"plan.share.{share.operator}", language, percent=f"{share.percent:g}")


def money_said(money: Money, language: Language) -> str:
    """The condition on an amount: "with an amount of over 10 billion US dollars"."""
    amount = money_in_words(money.amount, money.currency, language)
    return translate(
        "plan.with_money", language, money=translate(f"plan.money.{money.operator}", language, money=amount)
    )
