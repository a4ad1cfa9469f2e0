"""Columns of the day on which a relation began or ended, whatever it is called, and of days of something else."""

from __future__ import annotations

from itertools import product

import pytest

from core.ingestion.cells.column_words import fields_by_name
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import TableMapping
from tests.unit.ingestion.checking.test_facts_of_tables import imported

TIMES = ("时间", "日期", "日", "年份", "年月")
DEALINGS = ("合作", "供货", "供应", "采购", "代理", "合同", "协议", "授权", "业务", "服务", "合同关系", "供货合同")
HOLDINGS = ("持股", "入股", "投资", "参股")
OFFICES = ("任职", "任期", "职务")
CONTRACTS = ("contract", "agreement", "supply", "partnership", "relationship", "licence", "supply agreement", "lease")
ENGLISH_TIMES = ("date", "year")


def joined(*parts: tuple[str, ...], by: str = "") -> list[str]:
    return [by.join(filter(None, each)) for each in product(*parts)]


STARTS = [
    *joined(("开始", "首次", "起始", "最早", "正式开始"), (*DEALINGS, *HOLDINGS), TIMES),
    *joined((*DEALINGS, *HOLDINGS, *OFFICES), ("开始", "起始"), TIMES),
    *joined(("合同", "协议", ""), ("签订", "签署", "签约", "生效"), TIMES),
    *joined(("签订", "签署"), ("合同", "协议", "合作协议"), TIMES),
    *joined(("建立",), ("合作", "合作关系", "业务关系"), TIMES),
    *joined(("上任", "就任", "到任", "就职", "聘任"), TIMES),
    *joined(("任期", "有效期", "合同期限", "合作期限", "聘期"), ("自", "起", "开始", "起始日期")),
    *joined((*CONTRACTS, ""), ("commencement", "start", "effective", "beginning"), ENGLISH_TIMES, by=" "),
    *joined(CONTRACTS, ("commencement", "start", "commenced", "commenced on", "started", "began"), by=" "),
    *joined(("date of", "start of", "commencement of"), CONTRACTS[:4], by=" ")[4:],
    *joined(("date of",), ("commencement", "signature", "signing"), by=" "),
    *joined(("first", "initial"), ("order", "delivery", "shipment", "purchase"), ("", "date"), by=" "),
    *("signed on", "date signed", "signature date", "commenced", "commenced on", "started on", "starting date"),
    *("term from", "term of office from", "valid from", "contract from", "appointment start date", "agreement date"),
]
ENDS = [
    *joined(("停止", "终止", "结束", "解除"), DEALINGS, TIMES),
    *joined(DEALINGS, ("终止", "结束", "停止", "到期", "届满"), TIMES),
    *joined(("合作", "供货", "合同", "协议", "授权", "代理"), ("截止",), TIMES),
    *joined(("实际", "正式", ""), ("终止", "到期", "失效", "解约", "期满", "届满"), TIMES),
    *joined(("卸任", "离任", "离职", "辞任", "辞职", "免职", "解聘", "去职", "退任", "解任"), TIMES),
    *joined(("退股", "退出", "撤资", "退伙", "减持完毕", "减持完成", "清仓"), TIMES),
    *joined(("任期", "有效期", "合同期限", "合作期限", "聘期", "合同有效期"), ("至", "止", "到", "截止日期", "届满日")),
    *joined((*CONTRACTS, ""), ("termination", "expiry", "expiration", "cessation", "end"), ENGLISH_TIMES, by=" "),
    *joined(CONTRACTS, ("termination", "expiry", "ended", "ended on", "terminated", "expires", "expired on"), by=" "),
    *joined(("date of",), ("termination", "expiry", "expiration", "cessation", "end of contract"), by=" "),
    *("ceased on", "date ceased", "ceased", "expired", "expires on", "expires", "expiry", "terminated", "discontinued"),
    *(
        "term until",
        "term to",
        "term of office until",
        "valid till",
        "valid through",
        "contract until",
        "in force until",
    ),
]
LAST_KNOWN = [
    *joined(("最后", "最近", "最近一次"), ("供货", "采购", "订单", "下单", "交易"), TIMES),
    *joined(("last", "latest", "most recent"), ("order", "delivery", "shipment", "purchase"), ("", "date"), by=" "),
]
OTHERS = [
    *(
        "成立日期",
        "成立时间",
        "更新日期",
        "更新时间",
        "最近更新日期",
        "上市日期",
        "首次上市日期",
        "注册日期",
        "核准日期",
    ),
    *(
        "数据截止日期",
        "统计截止时间",
        "持股截止日期",
        "采购截止日期",
        "出生日期",
        "付款日期",
        "交货日期",
        "认缴出资日期",
    ),
    *("转让价格", "转让比例", "转让方", "终止原因", "停止原因", "退股比例", "到期收益率", "到期金额", "失效条件"),
    *("签约金额", "签约人", "签约主体", "合同编号", "首次订单金额", "最后订单金额", "首次公开发行日期", "营业期限至"),
    *("经营期限自", "经营期限止", "证书有效期至", "质押到期日", "质押解除日期", "限售解除日期", "开始金额", "建立日期"),
    *("签订合同", "到期合同", "终止合同编号", "暂停供货日期", "项目结束语", "启动日期", "任期年限", "合同期限"),
    *("updated", "last updated", "last update date", "established", "founded", "date of commencement of business"),
    *(
        "IPO date",
        "listing date",
        "first listed",
        "incorporated",
        "termination reason",
        "termination fee",
        "end market",
    ),
    *("end customer", "end use", "end user", "effective tax rate", "effective ownership", "first order value"),
    *(
        "last order value",
        "start-up capital",
        "expiry notice period",
        "term",
        "contract term",
        "supply to",
        "licence to",
    ),
    *("order from", "investment from", "investment to", "last name", "first name", "weekend", "dividend date"),
    *("certificate expiry date", "birth date", "first filing date", "last contact", "payment term end", "trend"),
]
DAYS = ("year", "start", "end")


def mapped(text: str) -> TableMapping:
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    return guess_mapping(table)


def field_of(header: str) -> str:
    return fields_by_name("relations", [header, "goods"]).get(header, "")


@pytest.mark.parametrize(
    ("headers", "fields"), [(STARTS, ("year", "start")), (ENDS, ("end",)), (LAST_KNOWN, ("as_of",))]
)
def test_days_of_a_relation_are_known_by_what_they_are_put_together_of(
    headers: list[str], fields: tuple[str, ...]
) -> None:
    assert {each: field_of(each) for each in headers if field_of(each) not in fields} == {}
    assert {each: field_of(each.title()) for each in headers if field_of(each.title()) not in fields} == {}


def test_days_of_something_else_and_other_facts_are_not() -> None:
    assert {each: field_of(each) for each in OTHERS if field_of(each) in DAYS} == {}


@pytest.mark.parametrize(
    ("headers", "start", "end"),
    [
        ("供应商,客户,产品,开始供货时间,停止供货时间", "开始供货时间", "停止供货时间"),
        ("供应商,客户,产品,签订日期,合同到期日", "签订日期", "合同到期日"),
        ("供应商,客户,产品,生效日期,失效日期", "生效日期", "失效日期"),
        ("供应商,客户,产品,起,止", "起", "止"),
        ("供应商,客户,产品,开始日期,截止日期", "开始日期", "截止日期"),
        ("Supplier,Customer,Product,Commencement date,Expiration date", "Commencement date", "Expiration date"),
        ("Supplier,Customer,Product,Start date,Termination date", "Start date", "Termination date"),
        ("股东,公司,持股比例,首次持股日期,退股日期", "首次持股日期", "退股日期"),
        ("股东,公司,持股比例,首次持股日期,转让日期", "首次持股日期", "转让日期"),
        ("股东,公司,持股比例,入股日期,减持完毕日期", "入股日期", "减持完毕日期"),
        ("Shareholder,Company,Stake %,Acquired on,Date of sale", "Acquired on", "Date of sale"),
        ("Shareholder,Company,Stake %,Since,Ceased on", "Since", "Ceased on"),
        ("Shareholder,Company,Stake %,Since,Transfer date", "Since", "Transfer date"),
    ],
)
def test_a_relation_has_the_day_of_its_start_and_of_its_end(headers: str, start: str, end: str) -> None:
    cells = {start: "2019-05-06", end: "2023-05-05", "产品": "x", "Product": "x", "持股比例": "8%", "Stake %": "8%"}
    columns = headers.split(",")
    row = ["a", "b", *(cells[each] for each in columns[2:])]
    (relation,) = imported(("x.csv", f"{headers}\n{','.join(row)}\n")).data.relations
    assert (relation.start, relation.end, relation.as_of) == ("2019-05-06", "2023-05-05", "")


@pytest.mark.parametrize(
    "header",
    [
        "企业名称,高管姓名,职位,上任时间,卸任时间",
        "企业名称,高管姓名,职位,起,止",
        "企业名称,高管姓名,职位,聘任时间,解聘日期",
        "企业名称,姓名,职务,任期自,任期至",
        "Company,Name,Position,Appointment date,Cessation date",
        "Company,Name,Position,Term from,Term until",
        "Company,Director,Role,Term of office from,Term of office to",
        "Company,Name,Position,Commencement date,Termination date",
    ],
)
def test_an_office_has_them_too(header: str) -> None:
    text = f"{header}\nHalden AS,Tom Whitby,CEO,2012-03-01,2021-06-30\n"
    columns = header.split(",")
    found = mapped(text).columns
    assert [found[each] for each in columns] == ["target", "source", "label", "start", "end"]


@pytest.mark.parametrize("header", ["公司,姓名,职务,合同到期日", "Company,Name,Position,Contract end date"])
def test_the_end_of_a_contract_of_employment_is_no_end_of_an_office(header: str) -> None:
    assert "end" not in mapped(f"{header}\nHalden AS,Tom Whitby,CEO,2027-06-30\n").columns.values()


@pytest.mark.parametrize(
    ("text", "column", "field"),
    [
        ("收购方,标的,签约日期,转让日期\na,b,2019-05-06,2019-08-01\n", "转让日期", "attribute"),
        ("收购方,标的,转让日期\na,b,2019-05-06\n", "转让日期", "year"),
        ("Buyer,Target,Date of sale\na,b,2019-05-06\n", "Date of sale", "year"),
        ("股东,公司,持股比例,转让日期\na,b,8%,2019-05-06\n", "转让日期", "year"),
        ("股东,公司,持股比例,入股日期,截止日期\na,b,8%,2019-05-06,2024-12-31\n", "截止日期", "as_of"),
        ("供应商,客户,停止供货\na,b,否\nc,d,是\n", "停止供货", "attribute"),
        ("Supplier,Customer,Terminated\na,b,no\nc,d,yes\n", "Terminated", "attribute"),
    ],
)
def test_a_day_that_may_be_of_either_stays_what_the_table_says(text: str, column: str, field: str) -> None:
    assert mapped(text).columns[column] == field


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("公司,合作伙伴,合作内容,签约时间", "签约时间"),
        ("公司,签约时间,客户,产品", "签约时间"),
        ("公司,客户,产品,首次供货日期", "首次供货日期"),
    ],
)
def test_lists_of_companies_with_another_one_have_them(header: str, field: str) -> None:
    cells = {"公司": "海潮科技", "合作伙伴": "星澜智能", "客户": "星澜智能", field: "2021-03-01"}
    row = ",".join(cells.get(each, "压缩机") for each in header.split(","))
    other = row.replace("星澜智能", "远航股份").replace("压缩机", "冷库").replace("2021", "2022")
    assert mapped(f"{header}\n{row}\n{other}\n").columns[field] == "year"
