"""Short forms of names in questions: taken where they stand as names do, not where the words are used as words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from core.domain.function_words import INTERROGATIVES_ZH, MORE_INTERROGATIVES_ZH, any_of
from core.names.name_finder import NameMatch
from core.names.normalise import (
    FUNCTION_WORDS,
    fold_characters,
    is_legal_form,
    is_written_as_name,
    normalise_name,
    reads_as_company_name,
)
from core.names.places import place_called, places_in
from core.names.word_breaks import is_dictionary_word, word_breaks
from core.ontology import Ontology
from core.retrieval.bare_names import bare_latin_names
from core.retrieval.short_forms import LONGEST_BARE, ShortForms
from core.retrieval.topic import begins_with_cue, ends_with_cue, topic_of, unsaid_runs
from core.retrieval.written_tickers import capitals_tell
from core.retrieval.written_words import is_marked_as_name

_MOST_WORDS = 5
_LONGEST_ZH = 4
_LEAST_ZH, _LEAST_PERSON_ZH = 2, 3
_LONGEST_PLACE_ZH = 6
_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[^\W_\u3400-\u9fff]+")
_BETWEEN = re.compile(r"[ ,.&'’+/-]{1,3}")
_APART = re.compile(r"[^\u3400-\u9fff]")
_BEHIND = re.compile(
    r"的|之|都|也|还|又|就|在|是|有|和|与|跟|同|及|或|给|为|向|从|被|把|对|由|替|用|供|买|卖|投|哪|谁|什么|怎|何|曾|已|最"
    r"|旗下|背后|集团|股份|除|比|等|互|共|合[作资并伙]|竞|采购|代工|拆|成立|创[立办始]|上市|总部|主要|目前|现在|去年|今年"
    r"|近|不[再是]|没有?|卸任|离任|离职|辞|担?任|执掌|接[任替]|退[出任]|吗|呢|吧|了|收购|入股|持|控[股制]|掌控|拥有|生产|造|制造|做|要|想|能|会|靠|依赖|抢|关系|所"
)
_ADJECTIVES_ZH = ("理想",)
_RELATED_ZH = ("子公司", "全资子公司", "控股子公司", "母公司", "控股股东", "关联公司", "董事", "高管", "创始人")
"""Words for relations that are no cue by themselves."""
_OF = re.compile(r"的(?=[是有在和与给被由])")
"""The dictionary takes 的是 for a word; 美的 ends before 是."""
_COMPANIES_BEHIND = re.compile(r"的?(?:公司|企业|厂商|厂家|品牌|产品)")
_BEFORE = re.compile(
    r"(?:给|为|向|被|把|对|从|由|替|跟|同|与|和|及|或|比|像|外|除|除了|除开|关于|类似|类似于|入股|投|投资|收购|供|供应|供货"
    r"|卖给|买|用|请问|对标|替代|取代|挑战|控股|持有|拥有|过|了|而|但|问|查|看看|帮我查|属于|归|列出|列举|找出|查询|介绍"
    r"|一下|说说|想知道|告诉我|了解)$"
)
_IS_ZH = ("是", "是否")
_WHICH = re.compile(
    r"(?:日韩|韩日|欧美|中日韩|中美|北欧|国产|国内|本土|大陆|海外|国外|外资|境外|日系|韩系|德系|美系"
    r"|共同|主要|最大|核心|重要|直接|所有|全部|其他|其它|现有|新|老|前|大|长期|潜在|同类)的?"
)
_ASKS = re.compile(rf"{any_of(INTERROGATIVES_ZH | MORE_INTERROGATIVES_ZH)}|多少|几|吗|呢|[?？]")
_IN_PLACE = re.compile(r"\b(?:in|from|at|near|around|of|to|outside|across)\s+(?:the\s+)?$", re.IGNORECASE)
_PLACED_BEHIND = re.compile(r"[ -](?:based|headquartered|companies|company|firms|firm|businesses)\b", re.IGNORECASE)
_COMPARES = re.compile(r"(?:compare|explain)\b|.*\bv(?:s|ersus)\b", re.IGNORECASE)
_INSIDE_WORD = re.compile(r"['’](?!s(?![^\W_]))[^\W_]")
_WORD_BEFORE, _WORD_BEHIND = re.compile(r"([^\W_]+(?:['’]s)?)[ -]$"), re.compile(r"[ -]([^\W_]+)")

_ENDS_NO_NAME = FUNCTION_WORDS - frozenset(("inc", "ltd", "limited", "co", "corp", "corporation", "company"))
_LONGEST_GOODS_ZH = 6
_LEAST_OWN = 2  # characters of a name that are no part of other names in it

Span = tuple[int, int]
Places = frozenset[int]
"""Characters that are parts of names."""


class ShortNames:
    """Finds short forms in a question beside the names that stand there in full."""

    def __init__(self, forms: ShortForms, ontology: Ontology) -> None:
        self._forms = forms
        self._ontology = ontology

    def find(self, text: str, judged: Sequence[NameMatch], meant: Sequence[NameMatch]) -> list[NameMatch]:
        """Short forms in ``text``, left to right: with several ids where it stands for several.

        ``judged``: every name that stands there in full; ``meant``: those of them that the question means.
        """
        taken = frozenset(place for match in meant for place in range(match.start, match.end))
        written = {(match.start, match.end) for match in judged}
        found: list[NameMatch] = []
        for match in sorted([*self._latin(text, taken, written), *self._chinese(text, taken)], key=_leftmost_longest):
            if not found or match.start >= found[-1].end:
                found.append(match)
        return found

    def with_bare(self, text: str, meant: Sequence[NameMatch]) -> list[NameMatch]:
        """The names that a question means, where those inside a longer name of a company without its legal form are
        parts of that: 深圳 and 机器人 of 深圳市晨曦机器人, Shipping of Calloway Shipping."""
        bare = [*self._bare(fold_characters(text), meant), *bare_latin_names(text, meant, self._forms)]
        if not bare:
            return list(meant)
        kept = [each for each in meant if not any(_holds(name, each) for name in bare)]
        return sorted([*kept, *bare], key=lambda match: match.start)

    def _bare(self, folded: str, meant: Sequence[NameMatch]) -> Iterator[NameMatch]:
        starts = [each.start for each in meant]  # ascending
        for run in _CHINESE.finditer(folded) if meant else ():
            start = run.start()
            while start < run.end():
                part = bisect_left(starts, start)
                if part == len(starts) or starts[part] - start >= LONGEST_BARE:
                    start = starts[part] - LONGEST_BARE + 1 if part < len(starts) else run.end()
                    continue  # no part that a name from here could hold
                end, bearers = self._forms.long_chinese(folded, start, run.end())
                if bearers and _is_more_than(NameMatch(start, end, bearers), meant):
                    yield NameMatch(start, end, bearers)
                    start = end
                else:
                    start += 1

    def with_forms(self, text: str, found: Sequence[NameMatch]) -> list[NameMatch]:
        """Names, left to right, each with the Chinese legal form that stands right behind it."""
        folded = fold_characters(text)
        whole = []
        for place, match in enumerate(found):
            behind = found[place + 1] if place + 1 < len(found) else None
            end = self._forms.end_with_form(folded, match.start, match.end, match.entity_ids)
            is_free = behind is None or end <= behind.start
            whole.append(replace(match, end=end) if is_free and end != match.end else match)
        return whole

    def called(self, name: str) -> tuple[str, ...]:
        """Companies that a whole company field may be short for."""
        folded = fold_characters(name.strip())
        if _CHINESE.fullmatch(folded):
            return self._forms.chinese(folded) if _LEAST_ZH <= len(folded) <= _LONGEST_ZH else ()
        companies = self._forms.latin(name)
        first = _WORD.match(folded)
        if not companies or first is None or self._forms.is_word(name.strip(), companies):
            return ()
        return companies

    def _latin(self, text: str, taken: Places, written: set[Span]) -> Iterator[NameMatch]:
        words = [word.span() for word in _WORD.finditer(text)]
        runs: _Runs | None = None
        is_name = reads_as_company_name(text) or (is_written_as_name(text) and not _COMPARES.match(text))
        position = 0
        for first, (start, _) in enumerate(words):
            if start < position or start in taken or not self._forms.begins_names(_folded(text, words[first])):
                continue
            if runs is None:
                named = ((place, place + 1) for place in taken)
                runs = _Runs(text, unsaid_runs(text, named, self._ontology))
            for last in range(_last(text, words, first), first - 1, -1):
                span = (start, words[last][1])
                if _is_judged(text, span, written) or any(word[0] in taken for word in words[first : last + 1]):
                    continue
                # of a question that is the name of a company nothing names another one
                ids = self._latin_meant(text, span, runs) if not is_name or _is_all(text, span) else ()
                if ids:
                    yield NameMatch(*span, ids)
                    position = span[1]
                    break

    def people(self, name: str) -> tuple[str, ...]:
        """People whose last name is all of ``name``."""
        return self._forms.people(fold_characters(name.strip()))

    def _latin_meant(self, text: str, span: Span, runs: _Runs) -> tuple[str, ...]:
        written = text[slice(*span)]
        alone = runs.hold_nothing_but(span)
        if _INSIDE_WORD.match(text, span[1]) or not self._is_written_as_name(text, span, alone=alone):
            return ()
        first = _WORD.match(written)
        single = first is not None and " " not in normalise_name(written)
        word = first[0] if first is not None and single else written
        whole = self._forms.whole(written)
        apart = alone or self._stands_apart(text, span)
        if whole and apart and not (single and self._is_word(text, (span[0], span[0] + len(word)), whole)):
            return whole
        places = self._forms.places(fold_characters(written))
        if places and self._is_place(text, span):
            return places
        if people := self._people(written, word if single else ""):
            return people
        companies = self._forms.latin(written)
        if not companies or (single and self._forms.is_word(word, companies)):
            return ()
        return companies if apart else ()

    def _people(self, written: str, word: str) -> tuple[str, ...]:
        """People who are called by their last name, ``word``, or by the first and the last of several."""
        folded = fold_characters(written)
        if not word:
            return self._forms.without_middle_names(folded)
        people = self._forms.people(folded)
        return people if people and not self._forms.is_word(word, (), whole=True) else ()

    def _is_word(self, text: str, span: Span, companies: tuple[str, ...]) -> bool:
        """Whether all of a name is a word, and is not written as a name: Focus on lithium, but not: rivals of Focus."""
        if is_marked_as_name(text, NameMatch(*span, companies)) and text != text.lower():
            return False
        return self._forms.is_word(text[slice(*span)], companies, whole=True)

    def _is_written_as_name(self, text: str, span: Span, *, alone: bool) -> bool:
        """Whether all words but function words have capitals; in a question without any but those that other words
        have anyway, whether nothing that says something stands beside."""
        words = [text[slice(*word.span())] for word in _WORD.finditer(text, *span)]
        if words[0].lower() in FUNCTION_WORDS or (len(words) > 1 and words[-1] in _ENDS_NO_NAME):
            return False
        if text == text.lower():
            return alone
        if all(word[0] != word[0].lower() or word[0].isdigit() or word in FUNCTION_WORDS for word in words):
            return True
        return alone and _has_no_capital_of_names(text)

    def _stands_apart(self, text: str, span: Span) -> bool:
        """Whether no word right beside may belong to a longer name: Samsung in Samsung Heavy Industries."""
        if not capitals_tell(text):
            return False
        before, behind = _WORD_BEFORE.search(text[: span[0]]), _WORD_BEHIND.match(text, span[1])
        if behind is not None and self._may_be_of_name(behind[1]):
            return False
        return before is None or before.start() == 0 or not self._may_be_of_name(before[1])

    def _may_be_of_name(self, word: str) -> bool:
        if not word[0].isupper() or any(map(str.isdigit, word)) or _CHINESE.search(word):
            return False
        says_something = topic_of(word, self._ontology) and place_called(word) is None
        return bool(says_something) and not word.endswith(("'s", "’s"))

    def _is_place(self, text: str, span: Span) -> bool:
        before, behind = text[: span[0]], text[span[1] :]
        if _IN_PLACE.search(before) or (_PLACED_BEHIND.match(behind) and text != text.lower()):
            return True
        return not any(map(str.isalnum, before + behind))

    def _chinese(self, text: str, taken: Places) -> Iterator[NameMatch]:
        folded = fold_characters(text)
        runs = [run.span() for run in _CHINESE.finditer(folded)]
        breaks = word_breaks(folded) if runs else frozenset[int]()
        breaks |= {each.end() for each in _OF.finditer(folded)}
        for run_start, run_end in runs:
            start = run_start
            while start < run_end - 1:
                match = None if start in taken else self._chinese_at(folded, start, run_end, taken, breaks)
                if match is not None:
                    yield match
                start = start + 1 if match is None else match.end

    def _chinese_at(
        self, folded: str, start: int, run_end: int, taken: Places, breaks: frozenset[int]
    ) -> NameMatch | None:
        bare_end, bearers = self._forms.long_chinese(folded, start, run_end)
        if bearers and not any(place in taken for place in range(start, bare_end)):
            return NameMatch(start, bare_end, bearers)
        longest = start + 2 * _LONGEST_ZH
        free = next((place for place in range(start, min(run_end, longest + 1)) if place in taken), run_end)
        for end in range(min(free, longest), start + _LEAST_ZH - 1, -1):
            written = folded[start:end]
            people = self._forms.people(written)
            if people and (len(written) >= _LEAST_PERSON_ZH or self._stands(folded, (start, end), taken)):
                return NameMatch(start, end, people)
            if len(written) > _LONGEST_ZH or start not in breaks or (end not in breaks and end != free):
                continue
            companies = self._forms.chinese(written)
            if companies and self._stands(folded, (start, end), taken):
                return NameMatch(start, end, companies)
        return None

    def _stands(self, folded: str, span: Span, taken: Places) -> bool:
        """Whether a Chinese short form stands where a company does: what is asked of it, a verb or a particle follows;
        and, of a word of the dictionary, whether such a one stands before it as well."""
        start, end = span
        before, behind = folded[:start], folded[end:]
        if not self._ends_there(behind, end in taken):
            return False
        if not is_dictionary_word(folded[start:end]):
            return True
        verb_before = _BEFORE.search(before) is not None or ends_with_cue(before, self._ontology)
        asked_of = behind.startswith("的") and self._holds_cue(
            _but_for_its_place(behind[1:]), is_adjective=folded[start:end] in _ADJECTIVES_ZH
        )
        is_one_of = before.endswith(_IS_ZH) and (asked_of or begins_with_cue(behind, self._ontology))
        if verb_before or (start and start - 1 in taken) or is_one_of:
            return True
        if before and not _APART.match(before[-1]) and not self._is_place_before(before):
            return False
        if _COMPANIES_BEHIND.match(behind):
            return False
        return asked_of or not behind.startswith("的") or _ASKS.search(behind) is not None

    def _ends_there(self, behind: str, name_behind: bool) -> bool:
        if not behind or name_behind or _APART.match(behind) or _BEHIND.match(behind):
            return True
        return begins_with_cue(behind, self._ontology)

    def _holds_cue(self, asked: str, *, is_adjective: bool) -> bool:
        """Whether a word for a relation is asked for, perhaps with what is supplied before it: 电池供应商. Behind an
        adjective it is nobody's: 理想的电池供应商."""
        if asked.startswith(_RELATED_ZH):
            return True
        before = 1 if is_adjective else min(len(asked), _LONGEST_GOODS_ZH)
        return any(begins_with_cue(asked[start:], self._ontology) for start in range(before))

    def _is_place_before(self, before: str) -> bool:
        return any(place_called(before[-length:]) is not None for length in (2, 3, 4))


def _but_for_its_place(behind: str) -> str:
    """What stands behind a country, or behind a word for which of them: 供应商 of 韩国供应商 and of 主要供应商."""
    said = _WHICH.match(behind)
    if said is not None:
        return behind[said.end() :]
    place = next((each for each in places_in(behind[:_LONGEST_PLACE_ZH]) if each.start == 0), None)
    return behind if place is None else behind[place.end :]


def _has_no_capital_of_names(text: str) -> bool:
    """Whether only the first word, abbreviations and countries have capitals: American investors in mistral."""
    others = [word[0] for word in _WORD.finditer(text)][1:]
    return all(word == word.lower() or word.isupper() or place_called(word) is not None for word in others)


def _leftmost_longest(match: NameMatch) -> tuple[int, int]:
    return match.start, -match.end


def _is_all(text: str, span: Span) -> bool:
    return not any(map(str.isalnum, text[: span[0]] + text[span[1] :]))


def _is_judged(text: str, span: Span, written: set[Span]) -> bool:
    """Whether one of the names that stand there in full is the same but for legal forms."""
    whole = normalise_name(text[slice(*span)])
    inside = (each for each in written if each[0] == span[0] and each[1] <= span[1])
    return any(normalise_name(text[slice(*each)]) == whole for each in inside)


def _folded(text: str, span: Span) -> str:
    return fold_characters(text[slice(*span)])


def _last(text: str, words: Sequence[Span], first: int) -> int:
    """The last of at most five words that only spaces and signs part from the ``first``."""
    last = first
    while last + 1 < len(words) and last - first + 1 < _MOST_WORDS:
        if not _BETWEEN.fullmatch(text, words[last][1], words[last + 1][0]):
            break
        last += 1
    return last


class _Runs:
    """Runs of words of a text that say something, each name normalised once."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self._text, self._spans = text, spans

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(normalise_name(self._text[slice(*span)]) for span in self._spans)

    def hold_nothing_but(self, span: Span) -> bool:
        """Whether nothing but ``span`` and legal forms is in one run."""
        text = self._text
        for start, end in self._spans:
            if start <= span[0] and span[1] <= end:
                rest = text[start : span[0]] + text[span[1] : end]
                return not any(map(str.isalnum, rest)) or (start == span[0] and is_legal_form(rest))
        return normalise_name(text[slice(*span)]) in self._names


def _holds(name: NameMatch, other: NameMatch) -> bool:
    return name.start <= other.start and other.end <= name.end


def _is_more_than(name: NameMatch, meant: Sequence[NameMatch]) -> bool:
    """Whether a name holds others as parts, and characters of its own beside."""
    inside = [each for each in meant if each.start < name.end and name.start < each.end]
    own = name.end - name.start - sum(each.end - each.start for each in inside)
    return bool(inside) and own >= _LEAST_OWN and all(_holds(name, each) for each in inside)
