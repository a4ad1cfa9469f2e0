"""Frames of questions for the money, or the time, of a deal: H is who pays, T is what is bought or invested in."""

from __future__ import annotations

from core.questions.reading.named_places import frame

_MONEY = r"(?: (?:money|cash|capital|in cash|us dollars|dollars|billions?|millions?|of its own money))?"
_MUCH = rf"(?:how much{_MONEY}|how many (?:billions?|millions?|dollars|us dollars|euros|yuan)(?: of dollars)?)"
_SUM = r"(?:price|sum|amount|figure|purchase price|amount of money|sum of money|acquisition price)"
_WHICH = rf"(?:{_MUCH}|(?:what|which)(?: {_SUM}| kind of money)?)"
_DID = r"(?:did|has|have|had)"
_PAY = (
    r"(?:pay|paid|spend|spent|shell(?:ed)? out|fork(?:ed)? out|fork(?:ed)? over|splash(?:ed)? out|cough(?:ed)? up"
    r"|hand(?:ed)? over|lay out|laid out|give|gave|given|part(?:ed)? with|put down|offer(?:ed)?|agree(?:d)? to pay"
    r"|end(?:ed)? up paying|put up|drop(?:ped)?|dish(?:ed)? out)"
)
_BUY = (
    r"(?:buy|buys|bought|acquire|acquires|acquired|purchase|purchased|take over|took over|taken over|get|got"
    r"|snap(?:ped)? up|pick(?:ed)? up|swallow(?:ed)?(?: up)?|scoop(?:ed)? up|gobble(?:d)? up|land(?:ed)?|secure(?:d)?)"
)
_BUYING = r"(?:buying|acquiring|purchasing|taking over|getting|buying up|snapping up)"
_DEAL = r"(?:deal|acquisition|take-?over|purchase|buy-?out|transaction|buy|merger)"
_STAKE = (
    r"(?:(?:its|the|a|an|their)? ?(?:equity |minority |majority |initial )?"
    r"(?:stakes?|shares?|share ?holdings?|holdings?|interests?|investments?|position))"
)
_INVEST = (
    r"(?:invest(?:ed)?|put|sink|sunk|pour(?:ed)?|plough(?:ed)?|plow(?:ed)?|pump(?:ed)?|inject(?:ed)?|commit(?:ted)?)"
)
_POSS = r"(?:'s?|’s?)"
BOUGHT = r"(?:bought|acquired|purchased|taken over|snapped up|swallowed(?: up)?)"
BOUGHT_ZH = r"(?:收购|并购|买下|买走|拿下|吞并|吞下|买|兼并)(?:了|下|走)*"
THE_DEAL = (
    rf"(?:H{_POSS} (?:T {_DEAL}|(?:{_DEAL}|{_BUYING}) (?:of )?T)|(?:the )?T(?:{_POSS})? {_DEAL} by H"
    rf"|(?:the )?H ?(?:-|–|—|/|&|and)? ?T {_DEAL}|(?:the )?{_DEAL} of T by H|H {_BUYING} T"
    rf"|(?:the )?{_DEAL} (?:between|of) H (?:and|with) T|H{_POSS} {_STAKE} in T)"
)
_PRICE = (
    r"(?:(?:purchase|acquisition|deal|take-?over|buying|sale|final|total|transaction) )?"
    r"(?:price|price tag|pricetag|costs?|value|size|amount|sum|bill|volume|consideration|worth|sum of money)(?: paid)?"
)
_WAS = r"(?:is|was|were|are|has been)"
_WHAT_IS = rf"(?:(?:what|how (?:much|big|large|high|expensive))(?:'s| {_WAS})? )"
_OF_IT = rf"(?:{_STAKE} (?:in|of) )?T(?: {_STAKE})?(?: {_DEAL})?"
FRAMES = tuple(
    frame(each)
    for each in (
        rf"{_MUCH} {_DID} H {_PAY} {_OF_IT}",
        rf"(?:for )?{_WHICH} {_DID} H {_PAY} (?:to (?:{_BUY}|own)|(?:for|on)(?: {_BUYING}| the {_DEAL} of)?) {_OF_IT}",
        rf"(?:for {_WHICH}|at what price|{_MUCH}) {_DID} H (?:manage to )?{_BUY} {_OF_IT}",
        rf"{_WHICH} {_DID} H (?:manage to )?{_BUY} {_OF_IT} (?:for|at)",
        rf"(?:for |at )?{_WHICH} (?:was|were|is|has|did) T (?:been |get )?{_BUY} by H(?: for| at)?",
        rf"(?:for |at )?{_WHICH} (?:was|were|is|did|has) T (?:been )?(?:sold|go|sell)(?: for)? to H(?: for)?",
        rf"H {_BUY} {_OF_IT} (?:for|at) {_WHICH}",
        rf"H {_PAY} {_MUCH} (?:for|on|to {_BUY}) {_OF_IT}",
        rf"T was (?:{_BUY}|sold)(?: by| to) H for {_WHICH}",
        rf"{_WHICH} (?:did|has) (?:the )?T(?: {_DEAL})? cost (?:to )?H",
        rf"{_WHICH} did {THE_DEAL} cost(?: H| it)?",
        rf"how (?:expensive|pricey|costly) was (?:the )?(?:T(?: {_DEAL})? for H|{THE_DEAL})",
        rf"(?:{_WHAT_IS})?(?:the )?(?:total |full |exact )?{_PRICE} (?:of|on|for|in|behind) {THE_DEAL}",
        rf"(?:{_WHAT_IS})?(?:the )?{_PRICE} (?:of|for) T (?:for|by|to) H",
        rf"(?:{_WHAT_IS})?(?:the )?{_PRICE} (?:that )?H {_PAY} (?:for|on|to {_BUY}) {_OF_IT}",
        rf"{_WHAT_IS}{THE_DEAL}(?: worth| valued at)?",
        rf"{THE_DEAL}:? {_PRICE}",
        rf"{_PRICE}:? H ?(?:-|–|—|/|&|and)? ?T(?: {_DEAL})?",
        rf"{_WHICH} (?:{_DID}|does) H {_INVEST}(?: in| into)(?: the)? T",
        rf"H {_INVEST} {_MUCH} (?:in|into) T",
        rf"(?:{_WHAT_IS})?(?:the )?(?:size|amount|value|volume|sum|scale) of H{_POSS} (?:equity )?investments? in T",
        rf"(?:{_WHAT_IS})?(?:the )?(?:size|amount|sum)(?: of money)? (?:that )?H (?:has )?{_INVEST} (?:in|into) T",
        rf"{_WHICH} {_WAS} {_INVEST} (?:in|into) T by H",
    )
)
FRAMES_OF_ONE = tuple(
    frame(each)
    for each in (
        rf"(?:for |at )?{_WHICH} (?:(?:was|were|is) T|has T been) (?:sold|{_BUY})(?: off)?(?: for| at)?",
        rf"(?:for )?{_WHICH} did T (?:go for|fetch|sell for)",
        rf"T was (?:sold|{_BUY}) for {_WHICH}",
        rf"{_WHICH} (?:was|were|has been) paid (?:for|to (?:buy|acquire)) T",
        rf"{_WHICH} did (?:the )?(?:{_DEAL} of T|T {_DEAL}) cost",
        r"(?:what (?:is|was) )?(?:the )?(?:purchase|acquisition|sale|take-?over|deal) (?:price|value)"
        r" (?:of|for|paid for) T",
        rf"(?:what (?:is|was) )?(?:the )?{_PRICE} (?:of|on|for) (?:the )?(?:T {_DEAL}|{_DEAL} of T)",
    )
)
_MUCH_ZH = (
    r"(?:多少(?:个)?(?:[亿万])?(?:的)?(?:美元|欧元|英镑|日元|港元|人民币|美金|元|块)?(?:的)?(?:钱|资金|现金|金额|价钱|价格|代价|对价)?"
    r"|几个?(?:十|百)?[亿万](?:美元|元|人民币)?|什么价(?:格|钱|位|码)?|多大(?:的)?(?:金额|规模)|啥价(?:格|钱)?|多高(?:的)?价格?)"
)
_PAY_ZH = r"(?:花费?|付|支付|掏|出|出资|耗资|斥资|砸|用|给|豪掷|拿出|开|动用|付出|出价|花掉|投入)(?:了|过|出|掉|下)*"
_BUY_ZH = (
    r"(?:全资)?(?:收购|并购|收|买下|买入|买|拿下|吞下|吞并|购买|购入|购得|拿到|收入囊中|纳入麾下|入手|兼并|收编"
    r"|收归旗下|控股)(?:了|过|下|来|到|走)*"
)
_INVEST_ZH = r"(?:投资|注资|入股|投|参股|增资|砸|投入|战略投资|投进|投向|出资)(?:了|过|进|给|到)*"
_COST_ZH = rf"(?:{_PAY_ZH}{_MUCH_ZH}|以?{_MUCH_ZH}(?:的?价格)?)"
_PRICE_ZH = (
    r"(?:的)?(?:那[笔次桩]|这[笔次桩])?(?:的)?(?:收购|交易|并购|成交|买卖|投资|购买|买入|入股)?(?:的)?"
    r"(?:价格?|价码|价钱|金额|总额|总价|规模|对价|成本|费用|额|代价|总金额|交易额|交易金额|交易价格?|估价|价值|数额)"
)
_IS_ZH = rf"(?:是|为|有|达|值)?(?:{_MUCH_ZH}|几何|多大|多高|多少)?"
THE_DEAL_ZH = (
    rf"(?:H(?:对)?{_BUY_ZH}T|H(?:对|和|与|跟|-|—|/)?T(?:的)?(?:这|那)?[笔次桩]?(?:收购案?|并购案?|交易|买卖)"
    rf"|T(?:被)H{_BUY_ZH}|H(?:对|在|向|给)?T?(?:的)?{_INVEST_ZH}T?)"
)
FRAMES_ZH = tuple(
    frame(each)
    for each in (
        rf"H(?:是|又|曾)?(?:以|用)?{_COST_ZH}(?:来|去|才|把|就)?{_BUY_ZH}(?:的)?T(?:的)?",
        rf"H(?:才)?{_BUY_ZH}(?:的)?T(?:的时候)?(?:一共|总共)?(?:是)?{_COST_ZH}(?:的)?",
        rf"{_BUY_ZH}T(?:，)?(?:的时候)?H{_COST_ZH}(?:的)?",
        rf"{_COST_ZH}H(?:才|就)?{_BUY_ZH}(?:的)?T(?:的)?",
        rf"H(?:为|给|为了)(?:{_BUY_ZH})?T{_COST_ZH}",
        rf"T(?:是)?(?:被|由|让)H(?:以|用|是)?{_COST_ZH}{_BUY_ZH}(?:的|走的|走)?",
        rf"T(?:是)?(?:以)?{_COST_ZH}(?:被|由|让)H{_BUY_ZH}(?:的|走的)?",
        rf"T(?:是)?H(?:以|用)?{_COST_ZH}{_BUY_ZH}(?:的)?",
        rf"T(?:卖给|出售给|嫁给|卖身)(?:了)?H(?:是|的价格是|时)?(?:卖了|作价|得了|花了|了)?{_MUCH_ZH}",
        rf"(?:以)?{_MUCH_ZH}(?:的价格)?T(?:卖给|出售给)(?:了)?H(?:的)?",
        rf"H把T(?:{_BUY_ZH})(?:一共)?{_COST_ZH}",
        rf"{THE_DEAL_ZH}{_PRICE_ZH}{_IS_ZH}",
        rf"H(?:对|在|向|给)T(?:的)?(?:投资|持股|股权)?{_PRICE_ZH}{_IS_ZH}",
        rf"{THE_DEAL_ZH}(?:一共)?(?:值|作价|花费|耗资|{_PAY_ZH}){_MUCH_ZH}",
        rf"H(?:给|向|对|在|往)T(?:里面?|身上|那里)?(?:先后)?{_INVEST_ZH}{_MUCH_ZH}",
        rf"H{_INVEST_ZH}T(?:的股份|股份)?(?:一共|时)?{_COST_ZH}",
        rf"H{_COST_ZH}{_INVEST_ZH}(?:的)?T(?:的)?",
        rf"H{_INVEST_ZH}{_MUCH_ZH}(?:给|到|在|进|入)?T",
        rf"T(?:拿|得|收)到?(?:了)?H{_MUCH_ZH}(?:的)?投资",
        rf"H{_PAY_ZH}{_MUCH_ZH}(?:买|收购|入股|投资|参股)(?:了)?T(?:的)?(?:股份|股权)",
    )
)
FRAMES_OF_ONE_ZH = tuple(
    frame(each)
    for each in (
        rf"T(?:是)?(?:当年)?(?:被)?(?:以)?{_MUCH_ZH}(?:的价格)?(?:被)?(?:卖掉?|出售|卖出|收购|买下|买走|买|拿下|并购)(?:了)?(?:的)?",
        rf"T(?:卖|出售|卖出)(?:了|掉了|出了|出){_MUCH_ZH}",
        rf"(?:收购|买下|买|拿下|并购)T(?:一共)?{_COST_ZH}",
        rf"{_COST_ZH}(?:收购|买下|买|拿下|并购)(?:了|的)?T(?:的)?",
        rf"(?:收购|并购|买下|买)T(?:的)?{_PRICE_ZH}{_IS_ZH}",
        rf"T(?:的)?(?:被)?(?:收购|并购|出售|成交|卖出|被收购)(?:的)?(?:价格?|金额|总价|总额|对价|价码){_IS_ZH}",
    )
)
