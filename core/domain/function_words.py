"""Words that say nothing of what a question is about, by grammar class, Chinese and English: listed once.

Words that restrict or turn a question (not, both, most, after, only, 不, 最, 同时) are none of them. Where a class has
a second list, its words may be part of what a topic is about (search engines, 医疗机构, 跟踪).
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("a an the")
DEMONSTRATIVES = _words("this that these those there")
QUANTIFIERS = _words("any all")
MORE_QUANTIFIERS = _words("some every each")
PREPOSITIONS = _words("of in on for to with from as at by")
CONJUNCTIONS = _words("and or")
BE_AND_DO = _words("is are was were do does did")
OTHER_AUXILIARIES = _words("am be been being have has had can could should would will shall")
INTERROGATIVES = _words("who whom whose which what")
PERSONAL_PRONOUNS = _words("i me my you your he she it its we our they them their")
"""Without "us", which is the United States where it stands alone; ``POLITE`` has "tell us"."""
OTHERS = _words("else other others another")
REQUESTS = _words("find show list")
LOOKING = _words("name identify see look looking search")
TELLING = _words("tell give let get know want need")
COURTESIES = _words("please kindly hello hi hey thanks thank")
CONTRACTIONS = _words("who's who're what's what're which's there's that's i'd i'm i've let's it's they're whats whos")
COMPANY_NOUNS = _words("company companies firm firms")
BUSINESS_NOUNS = _words(
    "business businesses corporation corporations enterprise enterprises organisation organisations organization"
    " organizations entity entities"
)
GENERIC_NOUNS = _words("names relation relations relationship relationships")
CONCERNING = _words("related about regarding concerning")

ENGLISH = frozenset().union(
    ARTICLES,
    DEMONSTRATIVES,
    QUANTIFIERS,
    MORE_QUANTIFIERS,
    PREPOSITIONS,
    CONJUNCTIONS,
    BE_AND_DO,
    OTHER_AUXILIARIES,
    INTERROGATIVES,
    PERSONAL_PRONOUNS,
    OTHERS,
    REQUESTS,
    LOOKING,
    TELLING,
    COURTESIES,
    CONTRACTIONS,
    COMPANY_NOUNS,
    BUSINESS_NOUNS,
    GENERIC_NOUNS,
    CONCERNING,
)
POLITE = re.compile(
    r"\b(?:(?:can|could|would|will) you|(?:tell|show|give|find|help|let) (?:me|us)|(?:i|we)(?:'d| would) like(?: to)?"
    r"|may i(?: ask)?|what about|how about|thank you|do you know|is there|are there)\b",
    re.ASCII,
)

PARTICLES_ZH = _words("的 地 得 之 了 着 过 吗 呢 吧 啊 呀 嘛 么 是 有 在 所 里 中 内 里面 当中 其中 都 就")
CONJUNCTIONS_ZH = _words("和 与 或 以及 还有")
MORE_CONJUNCTIONS_ZH = _words("跟 同 及 或者")
INTERROGATIVES_ZH = _words("谁 谁家 哪些 哪家 哪几家 哪个 哪几个 哪一家 哪一个 什么")
MORE_INTERROGATIVES_ZH = _words("啥 有没有 有无 是否 能否 可否")
DEMONSTRATIVES_ZH = _words("这 那 这些 那些 这家 那家 这个 那个 其 其他 其它 其余 别的 另外 还 所有 全部 一切 一些")
CLASSIFIERS_ZH = _words("哪 个 家 们 些")
PRONOUNS_ZH = _words("我 我们 你 你们 您 他们 它 它们 咱们 自己 大家")
REQUESTS_ZH = _words("请问 列出")
MORE_REQUESTS_ZH = _words(
    "请 问 问一下 问下 帮 帮我 帮忙 麻烦 告诉 告诉我 列一下 列举 罗列 查 查询 查一下 查查 找 找出"
    " 找一下 找找 看看 看一下 介绍 说说 讲讲 想 想知道 想要 要 需要 知道 了解 了解一下"
    " 能 能不能 可以 可不可以 给我 一下 谢谢 你好"
)
COMPANY_NOUNS_ZH = _words("公司 企业 厂商")
BUSINESS_NOUNS_ZH = _words("厂家 机构 集团 商家 单位 名单 列表 名字 名称")
CONCERNING_ZH = _words("相关 有关 关于")
RELATION_NOUNS_ZH = _words("关系 存在 进行 开展 具有")
NO_NAMES_ZH = COMPANY_NOUNS_ZH | _words(
    "生产 产品 主营 主营业务 概念 相关 有关 主要 经营 业务 产业 产业链 行业 上市公司 供应商 客户"
)
"""Words of questions that some data has as products or industries: never what is asked about."""

CHINESE = frozenset().union(
    PARTICLES_ZH,
    CONJUNCTIONS_ZH,
    MORE_CONJUNCTIONS_ZH,
    INTERROGATIVES_ZH,
    MORE_INTERROGATIVES_ZH,
    DEMONSTRATIVES_ZH,
    CLASSIFIERS_ZH,
    PRONOUNS_ZH,
    REQUESTS_ZH,
    MORE_REQUESTS_ZH,
    COMPANY_NOUNS_ZH,
    BUSINESS_NOUNS_ZH,
    CONCERNING_ZH,
    RELATION_NOUNS_ZH,
)
"""Without the words that say who does something to whom (给, 向, 从, 被, 为 …): those belong to what is asked."""


def any_of(words: Iterable[str]) -> str:
    """Pattern of any of these words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
