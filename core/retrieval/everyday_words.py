"""Words of everyday that many names begin with, and that stand for none of them by themselves."""

from __future__ import annotations

EVERYDAY_WORDS = frozenset(
    (  # noqa: SIM905
        "state-owned active advanced ai all allied alpha alternative american applied ar atlantic automated basic best "
        "better bi big black blue bright broad business capital cell center central ceo cfo city classic clean "
        "clear cloud coastal common community computer consumer core cpu creative credit crm crown crystal data "
        "deep delta design digital direct diversified dna dynamic eagle early east eastern easy electric "
        "electronic element energy enterprise entertainment epic equity erp esg essential etf eu ev ever evs "
        "express fair fast federal fidelity financial fine first five fortune four free fresh front full future "
        "game gas gateway general genetic giant global gold golden good gpu grand graphic great green ground "
        "growth guardian health high hiv home hot hr icon image independent industrial infinity information "
        "innovative insight integrated intelligent inter interactive internal international investors iot ipo "
        "iron it key lcd lead leading led legacy legend liberty life light liquid live lng local long lpg lte "
        "magic main major marine market master mega metal micro mid middle mini mobile modern mutual national "
        "natural net network new next nft noble north northern nuclear ocean oem oil old oled one online open "
        "optical orient original ott pacific paper park pc pcb peak people perfect personal pilot pioneer planet "
        "platform plus point polar pos power ppe precision premier premium prime private pro professional "
        "progressive public pure pv quality quantum quick radiant rapid real red regional reit reliable "
        "renewable research retail rfid rich right rising river rna rock royal rv saas safe scale sea second "
        "security select senior service seven shore silver sim simple single sino six small smart soc social "
        "solar solid south southern space special spring standard star state steel sterling stone strategic "
        "strong summit sun super superior sure surface target team tech technology ten terra third three tiger "
        "top total trade trans travel true trust tv twin two uav uk ultra union united unity universal upper "
        "urban us usa uv value vast victory virtual vision vital vpn vr water wave west western white wide wifi "
        "wild wind wireless world young zero"
    ).split()
)

EVERYDAY_WORDS_ZH = frozenset(
    (  # noqa: SIM905
        "第一 第二 东方 西方 南方 北方 东部 西部 南部 北部 中部 中央 国际 国家 全球 世界 环球 中华 工业 农业 "
        "商业 应用 自由 移动 先进 高新 新型 综合 综艺 公共 人民 民生 社会 生活 健康 安全 绿色 环境 数字 数据 "
        "数码 智能 智慧 信息 网络 互联 科学 科技 技术 教育 文化 传媒 娱乐 旅游 交通 物流 建设 建筑 投资 金融 证券 "
        "银行 保险 能源 动力 电力 电子 电气 电器 化学 化工 材料 机械 精密 自动 食品 饮料 医药 生物 医疗 汽车 "
        "摩托 航空 航天 海洋 资源 环保 服务 控股 实业 集团 股份 相关 概念 公司 生产 产品 主营 企业 行业 市场 "
        "品牌 专业 经营 销售 采购 供应 开发 设计 制造 加工 专用 其他 标准 联合 全国 中外 中西 海内外 国内外"
    ).split()
)
