"""Columns of tables that say which goods a row is about: Product, 供应产品, Warengruppe."""

from __future__ import annotations

import re

_OF_GOODS = re.compile(
    r"(?<![a-z])(?:products?|goods|components?|parts?|items?|materials?|commodit(?:y|ies)|services?|supplies|suppl(?:y|ied)"
    r" (?:item|category)|technolog(?:y|ies)|patents?)(?![a-z])(?! (?:no|nr|number|code|id|count)\b)"
    r"|(?<![a-z])(?:produits?|marchandises?|produkte?|erzeugnisse?|waren?|artikel|teile|productos?|mercanc[ií]as?|prodotti|"
    r"prodotto|merci)(?![a-z])(?![- ]?(?:nr|nummer|num|n°|no|code|id|ref|réf)\b)|製品|商品名|部品|品目"
    r"|(?:产品|商品|货物|物料|材料|零部件|部件|零件|组件|标的物|服务|品类|品名|采购内容|供应内容|供货内容|合作内容|技术|专利)"
    r"(?!编[号码]|代码|编码|号|数量|单价|价格|金额|占比|比例)",
    re.IGNORECASE,
)
"""What columns are called by that say what is supplied or licensed."""


def names_goods(column: str) -> bool:
    """Whether a column of this name holds goods, not their number or price."""
    return _OF_GOODS.search(column) is not None
