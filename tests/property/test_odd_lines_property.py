"""Lines in another encoding, or damaged ones: all others are what they are, and each odd one is named."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.ingestion.formats.decoding import decode
from core.ingestion.formats.reading import read_file
from tests.support import examples

CHINESE = (
    "宁德时代,供应商,德国",
    "比亚迪股份,竞争对手,中国",
    "特斯拉,客户,美国",
    "测试公司,合作伙伴,法国",
    "蔚来汽车,客户,挪威",
)
TRADITIONAL = ("台積電,供應商,臺灣", "鴻海精密,競爭對手,臺灣", "聯發科技,客戶,臺灣", "華碩電腦,合作夥伴,臺灣")
GERMAN = ("Müller GmbH,Lieferant,Köln", "Öko AG,Händler,Österreich", "Größe & Söhne,Kunde,München")
JAPANESE = ("トヨタ自動車,仕入先,日本", "ソニー,取引先,日本", "パナソニック,電池メーカー,日本")
KOREAN = ("삼성전자,반도체,한국", "현대자동차,자동차,한국", "엘지에너지솔루션,배터리,한국")
RUSSIAN = ("Газпром,поставщик,Москва", "Лукойл,клиент,Пермь", "Роснефть,партнёр,Россия")
FILES = (
    (CHINESE, "gb18030"),
    (TRADITIONAL, "big5"),
    (GERMAN, "cp1252"),
    (JAPANESE, "cp932"),
    (KOREAN, "cp949"),
    (RUSSIAN, "cp1251"),
)

PRINTED = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufffd")


@st.composite
def mixed(draw: st.DrawFn) -> tuple[list[str], list[bytes], set[int], str]:
    """Lines, how each is written, the places of the odd ones, and in which encoding the odd ones are."""
    texts, other = draw(st.sampled_from(FILES))
    lines = draw(st.lists(st.sampled_from(texts), min_size=4, max_size=30))
    odd = draw(st.sets(st.integers(0, len(lines) - 1), min_size=1, max_size=max(1, len(lines) // 4)))
    raw = [line.encode(other if place in odd else "utf-8") for place, line in enumerate(lines)]
    return lines, raw, odd, other


@settings(max_examples=examples(300))
@given(mixed(), st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_lines_in_another_encoding_are_read_by_themselves_or_named(
    file: tuple[list[str], list[bytes], set[int], str], end: bytes
) -> None:
    lines, raw, odd, other = file
    found = decode(end.join(raw), "x.csv")
    read = found.text.split(end.decode())
    assert found.encoding == "utf-8"
    assert {each.line - 1 for each in found.odd} == odd
    for place, line in enumerate(lines):
        if place not in odd:
            assert read[place] == line
    assert all(read[each.line - 1] == lines[each.line - 1] for each in found.odd if each.encoding)
    if other != "cp1252":  # of few Latin letters it cannot always be told
        assert all(each.encoding for each in found.odd)


@settings(max_examples=examples(300))
@given(
    st.lists(st.text(PRINTED, max_size=30), min_size=4, max_size=20),
    st.data(),
)
def test_damaged_lines_leave_all_others_as_they_are(lines: list[str], data: st.DataObject) -> None:
    lines = [f"宁德时代 {line}" for line in lines]
    raw = [line.encode() for line in lines]
    places = data.draw(st.sets(st.integers(0, len(lines) - 1), min_size=1, max_size=len(lines) // 4))
    for place in places:
        damaged = bytearray(raw[place])
        damaged[data.draw(st.integers(0, 11))] = data.draw(st.sampled_from([0x41, 0x80, 0xC3, 0xE9, 0xFF]))
        raw[place] = bytes(damaged)
    assume(all(not _whole(raw[place]) for place in places))
    found = decode(b"\n".join(raw), "x.csv")
    read = found.text.split("\n")
    assert found.encoding == "utf-8"
    assert {each.line - 1 for each in found.odd} == places
    assert [line for place, line in enumerate(read) if place not in places] == [
        line for place, line in enumerate(lines) if place not in places
    ]


def _whole(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


@given(mixed())
def test_each_row_of_such_a_file_comes_in_as_it_is_or_is_refused_by_its_number(
    file: tuple[list[str], list[bytes], set[int], str],
) -> None:
    lines, raw, odd, _ = file
    (table,) = read_file(b"\n".join([b"name,role,place", *raw]), "x.csv", max_bytes=10**6).tables
    got_in = {row.line: ",".join(row.cells) for row in table.rows}
    refused = {each.line for each in table.problems if not each.repaired}
    assert got_in == {place: line for place, line in enumerate(lines, start=2) if place not in refused}
    assert {each.line for each in table.problems} == {place + 2 for place in odd}
