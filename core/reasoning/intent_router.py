"""What a question wants, told by rules: a list of companies, or a fact answered from documents.

Each cue votes for one intent with a weight; the heaviest cue wins. Cues of both languages are always tried, because
one question may mix them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from core.domain.text import clean_text
from core.names.normalise import fold_characters

Intent = Literal["relationship_discovery", "fact_qa"]
DISCOVERY: Final = "relationship_discovery"
FACT: Final = "fact_qa"

FORM, HEAD, WORD, HINT = 4, 3, 2, 1
"""Weights. FORM: how the question is put leaves one reading ("why", 是否). HEAD: the word asked for ("suppliers of",
…的公司). WORD: a word of the subject anywhere. HINT: decides only where nothing else does."""


@dataclass(frozen=True)
class Routed:
    """An intent, whether the cues leave no doubt, and the words that decided.

    ``sure`` is False where nothing but a hint speaks for the intent, and where there is no cue or the heaviest ones of
    both intents weigh the same; the intent is then ``relationship_discovery``. ``cue`` is empty without a cue, and
    names both sides where they weigh the same.
    """

    intent: Intent
    sure: bool
    cue: str


@dataclass(frozen=True)
class _Cue:
    intent: Intent
    weight: int
    pattern: re.Pattern[str]


def _cues(*rows: tuple[Intent, int, str]) -> tuple[_Cue, ...]:
    # ASCII: a Latin word ends where a Chinese one begins ("Tesla的competitor").
    return tuple(_Cue(intent, weight, re.compile(pattern, re.ASCII)) for intent, weight, pattern in rows)


# ---- Chinese: a noun phrase ends in what it is about, so the last word says what is asked for.

_FIRMS_ZH = (
    "公司|企业|厂商|厂家|车企|药企|银行|机构|基金|品牌|玩家|龙头|巨头|参与者|初创|标的|名单|(?<!工)厂(?!区|房|址)|"
    "(?:生产|制造|供应|供货|经销|代理|开发|运营|服务|分销|零售|承包|集成|设备|材料)商"
)
_ROLES_ZH = (
    "竞品|竞争者|对手|同行|同业|客户|买家|卖家|代工厂|股东|投资方|投资人|投资者|伙伴|合作方|上下游|上游|下游|"
    "供应链|产业链|生态链|关联方|替代品|替代者"
)
_LISTED_ZH = f"(?:{_FIRMS_ZH}|{_ROLES_ZH})"
_FIGURES_ZH = (
    "营收|营业额|收入|利润|毛利率?|净利率?|市值|股价|估值|市盈率|占比|比例|比重|份额|金额|增速|增幅|增长率|产量|销量|"
    "交付量|出货量|装机量|数量|规模|产能|员工|人数|总部|地点|地址|成立|价格?|投入|支出|费用|成本|现金流|负债|分红|"
    "年报|季报|财报|公告|时间|日期|年份|代码|注册资本|历史(?!上)|历程|背景|结果|新闻|动态|近况|名字|名称|评级|"
    "集中度|纠纷|诉讼|准则|政策|制度|协议|合同|条款|竞争力|计划|战略|区别|差异|影响|含义|定义"
)
_ASPECTS_ZH = (
    "方面|优势|劣势|优点|缺点|风险|原因|因素|问题|挑战|产品|影响|变化|措施|特点|特征|技术|国家|地区|城市|地方|业务|"
    "内容|用途|条件|规定|步骤|数据|指标"
)
_CHINESE_CUES = _cues(
    (FACT, FORM, "为什么|为何|为啥|何以|原因|理由|怎么|怎样|如何|什么是|意味着"),
    (FACT, FORM, "什么时候|何时|何年|哪一?年|哪一?天|哪个?月|几月|几号|几年|多久|多长|第几"),
    (
        FACT,
        FORM,
        f"多少|(?:有|共|建了|开了)几|哪个(?:国家|城市|地区|季度|省)|(?<!从)(?:哪里|哪儿|在哪(?!些|家|个{_LISTED_ZH}))",
    ),
    (
        FACT,
        FORM,
        f"是否|是不是|会不会|有无|有没有(?!.*(?:{_LISTED_ZH}|类似|相似|差不多|谁|的$))|了没有?$|证据|证实|提到|提及",
    ),
    # A polite request and "is there a company that …?" end in 吗 as well, and want a list.
    (
        FACT,
        FORM,
        "^(?!(?:请问)?你?们?(?:可以|可否|能|能否|能不能|知道|有人知道)(?:帮|给|为|请|告诉|列|推荐|介绍|找|知道|.*谁|.*哪)"
        f"|(?:.*(?:有|存在|知道).*{_LISTED_ZH}[吗么嘛]$)).*[吗嘛]$",
    ),
    (FACT, FORM, "总结|概括|概述|摘要|归纳|解释|说明|阐述|进展|经过|来龙去脉"),
    (
        FACT,
        FORM,
        "首席.{1,3}官|(?<![a-z])c[efto]o(?![a-z])|董事长|总经理|总裁|创始人|创办人|负责人|法定代表人|法人代表",
    ),
    (
        FACT,
        FORM,
        f"哪些(?:{_ASPECTS_ZH})(?!.*{_LISTED_ZH}$)|哪[款种项类座条]|(?:{_ASPECTS_ZH})(?:都|主要|分别)*(?:有|是|包括|包含)哪些$",
    ),
    (FACT, FORM, f"什么(?!$|.{{0,6}}{_LISTED_ZH}|人)|(?<!有)(?<!括)什么$|(?:{_ASPECTS_ZH})(?:都|主要)*有什么$"),
    (DISCOVERY, FORM, "从(?:哪|谁).{0,8}(?:采购|进货|买|拿货|供货|来)|(?:哪些|哪几家|哪家)(?:公司|企业|厂商)"),
    (DISCOVERY, HEAD, f"{_LISTED_ZH}[呢呀啊们]?$|(?:哪些|什么).{{0,6}}{_LISTED_ZH}|哪几?家|哪一家"),
    (DISCOVERY, HEAD, f"{_LISTED_ZH}(?:都|主要|分别|大概)*(?:有|是|包括)(?:哪些|哪几|谁|什么)|有谁|还有谁|都是谁"),
    (
        FACT,
        HEAD,
        f"(?:{_FIGURES_ZH})(?:情况|数据|信息)?$|[率额量数值费]$|哪个(?!.{{0,6}}{_LISTED_ZH})|介绍|讲讲|说说|聊聊",
    ),
    (DISCOVERY, WORD, f"谁|相似|类似|同类|关联|差不多|竞争(?!力|优势)|抗衡|供货|子公司|母公司|{_ROLES_ZH}|供应商"),
    (FACT, WORD, _FIGURES_ZH),
    (DISCOVERY, HINT, "哪些|推荐|列出|列举|罗列|梳理|盘点|相关|有关|合作|依赖|投资|收购|替代|采购|供应|竞|除了"),
)

# ---- English: what is asked for comes first ("suppliers of Apple") unless the phrase is a bare compound.

_FIRMS_EN = (
    r"(?:companies|firms|businesses|start-?ups|corporations|enterprises|organi[sz]ations|brands|players|vendors?|"
    r"[a-z]*makers?|manufacturers?|producers?|providers?|developers|operators|retailers|distributors?|banks|funds|"
    r"fintechs|insurers|carriers|foundries)"
)
_ROLES_EN = (
    r"(?:competitors?|rivals?|peers?|suppliers?|customers?|clients?|buyers?|partners?|investors?|shareholders?|"
    r"backers?|lenders?|owners?|subsidiar(?:y|ies)|affiliates?|parent(?: company)?|sister (?:company|companies|brands)|"
    r"alternatives?|substitutes?|challengers?|acquirers?|licensees?|resellers?|contractors?|supply chains?|"
    r"value chain|joint ventures?|upstream|downstream|similar|comparable|portfolio companies)"
)
_LISTED_EN = rf"\b(?:{_FIRMS_EN}|{_ROLES_EN})\b"
_FIGURES_EN = (
    r"\b(?:revenues?|turnover|profits?|profitability|margins?|income|earnings|ebitda|market cap\w*|capitali[sz]ation|"
    r"valuation|(?:share|stock) price|prices?|costs?|headcount|employees|workforce|staff|headquarter(?:s|ed)|hq|"
    r"founded|capacity|market share|percentage|proportion|dates?|spending|expenditure|capex|budget|debt|cash flow|"
    r"dividends?|deliveries|shipments|output|growth|number|amount|size|address|reports?|filings?|ticker|guidance|backlog|"
    r"contract|agreement|lawsuit|sanctions|history|timeline|age|strategy|policy|meaning|code of conduct|"
    r"news|layoffs|results?|outcome|outlook|status|ratio|rate|yield|balance sheet|position|concentration|definition)\b"
)
_PERSON_EN = r"ceo|cfo|cto|coo|chief \w+|chair(?:man|woman|person)?|president|(?:co-?)?founders?|director|boss"
_ENGLISH_CUES = _cues(
    (
        FACT,
        FORM,
        r"\b(?:why|how|when (?:is|was|were|are|did|does|do|will|has|had|exactly)|since when|by when)\b|^when\b",
    ),
    (FACT, FORM, r"^(?:is|are|was|were|do|does|did|has|have|had)\b(?! (?:there|you|any\w*)\b)"),
    (FACT, FORM, r"^(?:can|could|will|would|should|may|might)\b(?! (?:you|i|we|any\w*|some\w*)\b)"),
    (FACT, FORM, rf"^(?:is|are|was|were) there\b(?!.*(?:{_LISTED_EN}|\belse\b|\bany(?:one|body)\b))|\bevidence\b"),
    (
        FACT,
        FORM,
        r"\b(?:which|what) (?:\w+ )?(?:year|month|day|date|quarter|time|country|city|state|place|percent(?:age)?|"
        r"region|share|proportion|amount|number|price|reasons?|risks?|factors?|kinds?|types?|products?|technolog\w+|role)\b",
    ),
    (FACT, FORM, r"\bwhat (?:does|did|do|has|had|will|would|can|could|happen\w*|caused?|led|made|makes)\b"),
    (FACT, FORM, r"\bwhat\b.*\b(?:says?|said|means?|stands? for|happened)$"),
    (FACT, FORM, r"^what(?:'s| is| are) (?!the )(?:an? )?(?!.* (?:of|to|for|like|in|with)\b)[a-z -]+$"),  # a definition
    (
        FACT,
        FORM,
        r"\b(?:summari[sz]e|summary|explain|describe|elaborate|key points|takeaways|reasons?|difference between)\b",
    ),
    (FACT, FORM, rf"\bwho(?:'s| is| was| are| were)\b.*\b(?:{_PERSON_EN})\b"),
    (
        FACT,
        FORM,
        r"\bwho (?:co-?founded|founded|created|started|established|signed|leads|led|runs|heads|chairs|wrote|said|"
        r"invented|announced|designed|negotiated|manages|decided)\b",
    ),
    (DISCOVERY, FORM, r"\bwhere (?:does|do|did|can)\b.*\b(?:get|buy|source|purchase|procure|obtain|order)\b"),
    (DISCOVERY, FORM, rf"\b(?:which|what) (?:[^ ]+ ){{0,2}}{_FIRMS_EN}\b"),
    (FACT, HEAD, rf"\bwhere\b|\b(?:{_PERSON_EN}) of\b"),
    (FACT, HEAD, rf"\bwhat(?:'s)?\b(?!.*(?:{_LISTED_EN}|\belse\b))"),
    (FACT, HEAD, rf"{_FIGURES_EN}(?: (?:of|for|from|per|in|since|over|during|last|this|q\d|\d{{4}})\b.*)?$"),
    (
        DISCOVERY,
        HEAD,
        rf"{_LISTED_EN}(?:$| (?:of|to|in|for|like|with|that|which|who|whose|besides|from|around|\w+ed|\w+ing)\b)",
    ),
    (DISCOVERY, HEAD, r"\b(?:which|what)(?:'s| is| was)? (?:[^ ]+ ){0,4}(?:company|firm|start-?up)\b(?!')"),
    (
        DISCOVERY,
        HEAD,
        r"^(?:who(?:m|se)?|every(?:one|body))\b|\bto whom\b|\bwho else\b|\b(?:any|some)(?:one|body) else\b",
    ),
    (DISCOVERY, WORD, rf"{_LISTED_EN}|\bwho(?:m|se)?\b|\bcompet(?:e|es|ed|ing|ition|itive with)\b|\brivalry\b"),
    (DISCOVERY, WORD, r"\b(?:related to|associated with|else|other than|besides|up against|head to head|stake in)\b"),
    (FACT, WORD, _FIGURES_EN),
    (
        DISCOVERY,
        HINT,
        r"\b(?:list|find|recommend|suggest|identify|map out|name a few|looking for|like)\b|\bwhich \w+s\b",
    ),
    (
        DISCOVERY,
        HINT,
        r"\b(?:suppl(?:y|ies|ied)|invest(?:s|ed)?|acquired?|depends? on|rel(?:y|ies) on|industry|sector)\b",
    ),
    (FACT, HINT, r"\btell me about\b"),
)

_ENDING = " ?!.,;:。、…~"


def route_by_rules(question: str) -> Routed:
    """The intent of a question of any length, Chinese, English or mixed; case, width and script do not count.

    An empty question comes with a chosen company: its relations are wanted, which is sure.
    """
    words = " ".join(_comparable(question).split()).strip(_ENDING)
    if not words:
        return Routed(DISCOVERY, sure=True, cue="")
    discovery, fact = _heaviest(words, DISCOVERY), _heaviest(words, FACT)
    if discovery[0] == fact[0]:
        return Routed(DISCOVERY, sure=False, cue=" / ".join(filter(None, (discovery[1], fact[1]))))
    if fact[0] > discovery[0]:
        return Routed(FACT, sure=fact[0] > HINT, cue=fact[1])
    return Routed(DISCOVERY, sure=discovery[0] > HINT, cue=discovery[1])


def _comparable(question: str) -> str:
    # Upper case first: some letters (ı, ﬁ) share their upper case with plain ones but not their lower case.
    return fold_characters(clean_text(question).upper()).replace("甚么", "什么").replace("’", "'")


def _heaviest(words: str, intent: Intent) -> tuple[int, str]:
    """Weight and matched words of the heaviest cue for this intent; (0, "") without one."""
    unspaced = words.replace(" ", "")  # spaces mean nothing between Chinese characters
    best = (0, "")
    for text, cues in ((unspaced, _CHINESE_CUES), (words, _ENGLISH_CUES)):
        for cue in cues:
            if cue.intent == intent and cue.weight > best[0] and (found := cue.pattern.search(text)):
                best = (cue.weight, found.group().strip())
    return best
