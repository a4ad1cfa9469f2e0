"""Text files in the encodings that users have."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DataUnreadableError
from core.ingestion.formats.decoding import decode

CHINESE = "公司,关系\n宁德时代,供应商\n比亚迪,竞争对手\n"
LATIN = "company,city\nSociété Générale,Besançon\nMünchener Rück,Köln\n"


WITH_A_MARK = ("utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030", "gbk")
LATIN_ONLY = ("utf-16-le", "utf-16-be")  # of Chinese text without a mark nothing says so


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(CHINESE, each) for each in WITH_A_MARK] + [("a,b\nc,d\n", each) for each in (*WITH_A_MARK, *LATIN_ONLY)],
)
def test_chinese_and_plain_text_is_read_in_every_usual_encoding(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "x.csv").text == text


def test_accented_text_is_not_taken_for_chinese() -> None:
    assert decode(LATIN.encode("cp1252"), "x.csv").text == LATIN


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Name,Gegründet\nMüller GmbH,1999\nÖko AG,2001\n"),
        ("cp1252", "société,ville\nÉtablissements Bézier n° 0,Paris\n" * 40),
        ("cp1252", "name,city\nIBERDROLA ESPAÑA,Logroño\n"),
        ("cp1252", "nom;ville\nL’Oréal;Clichy\nNestlé – Suisse;Vevey\n"),
        ("cp1252", "Åland Bank,Göteborg\nMærsk,København\n"),
        ("cp1250", "Spółka Akcyjna Żywiec,Łódź\nPKN Orlen,Płock\nKGHM Polska Miedź,Lubin\n"),
        ("cp1250", "Škoda Auto,Mladá Boleslav\nČeské dráhy,Praha\nŽelezniční společnost,Ostrava příměstí\n"),
        ("cp1254", "Şişecam,İstanbul\nTürkiye İş Bankası,İstanbul\nKoç Holding,İstanbul\n"),
        ("cp1251", "Газпром,Москва\nЛукойл,Москва\n"),
        ("cp1253", "Εθνική Τράπεζα,Αθήνα\n"),
        ("big5", "公司,行業\n台積電,半導體\n"),
        ("shift_jis", "会社名,都市\n日本製鉄,東京\n任天堂,京都\n"),
        ("euc_jp", "会社名,業種\n日本製鉄,鉄鋼\nトヨタ,自動車\n"),
        ("euc_kr", "회사명,업종\n삼성전자,반도체\n현대자동차,자동차\n"),
        ("gbk", "测试,客户\n"),
        ("big5", "公司名稱,產業\n"),
        ("big5", "公司名稱,產業,國家\nTSMC,chips,TW\nAcer,PC,TW\n"),
        ("cp1251", "Имя,Страна\n"),
    ],
)
def test_short_lists_of_names_in_older_encodings_are_read(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding), "x.csv").text == text


def test_the_encoding_that_is_named_counts() -> None:
    raw = "Сбербанк,Москва\n".encode("cp1251")
    assert decode(raw, "x.csv", "cp1251").text == "Сбербанк,Москва\n"
    assert decode(CHINESE.encode("utf-8-sig"), "x.csv", "utf-8").text == CHINESE
    for wrong in ("utf-8", "no such encoding"):
        with pytest.raises(DataUnreadableError):
            decode(raw, "x.csv", wrong)


def test_big5_is_read_as_such() -> None:
    text = "公司名稱,產業\n台積電股份有限公司,半導體製造業\n鴻海精密工業股份有限公司,電子代工服務業\n" * 4
    assert decode(text.encode("big5"), "x.csv").text == text


def test_lines_of_utf_8_in_an_older_encoding_are_read_by_themselves() -> None:
    raw = CHINESE.encode("gbk") + "测试公司,客户\n".encode() + b"\xff\xff,x\n" + CHINESE.encode("gbk") * 3
    found = decode(raw, "x.csv")
    assert found.text == f"{CHINESE}测试公司,客户\n\ufffd\ufffd,x\n{CHINESE * 3}"
    assert [(each.line, each.encoding) for each in found.odd] == [(4, "utf-8"), (5, "")]
    assert [(each.line, each.reason) for each in found.problems("x.csv")] == [
        (4, "in_another_encoding"),
        (5, "not_decoded"),
    ]


@pytest.mark.parametrize("damaged", ["丁".encode()[:2] + b"x,y", b"a\xffb,c", "德".encode()[1:] + b",y"])
def test_a_damaged_character_is_not_taken_for_one_of_another_encoding(damaged: bytes) -> None:
    found = decode(CHINESE.encode() + damaged + b"\n" + CHINESE.encode(), "x.csv")
    assert [(each.line, each.encoding) for each in found.odd] == [(4, "")]
    assert found.text.startswith(CHINESE)
    assert found.text.endswith(CHINESE)


def test_a_file_of_which_most_lines_are_damaged_is_refused_with_their_number() -> None:
    line = "宁德时代新能源科技,供应商".encode()
    with pytest.raises(DataUnreadableError, match="2 of its 3 lines are damaged or not in utf-8"):
        decode(b"\n".join([line, line[:-1] + b"x", line[:-1] + b"x"]), "x.csv")


@pytest.mark.parametrize(
    "raw", [b"\xef\xbb\xbf\xff\xfe\xfd", b"\xff\xfe\x00\xd8", b"\x00" * 500, bytes(range(256)) * 9]
)
def test_what_is_no_text_is_refused(raw: bytes) -> None:
    with pytest.raises(DataUnreadableError):
        decode(raw, "x.csv")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    with suppress(DataUnreadableError):
        assert isinstance(decode(raw, "x.csv").text, str)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_utf_8_comes_back_as_it_was(text: str) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        assert decode(text.encode(encoding), "x.csv").text == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_is_not_in_the_encoding_that_was_said_is_named_by_its_line(encoding: str) -> None:
    head = "company,city\nA,B\n".encode(encoding)
    odd = "测试,客户\n".encode("gbk") if encoding == "utf-8" else b"\x00\xd8\x00\xd8"
    with pytest.raises(DataUnreadableError) as refused:
        decode(head + odd, "x.csv", encoding)
    assert refused.value.detail("en").startswith(f"line 3 is not in {encoding}")
    assert refused.value.detail("zh").startswith(f"第 3 行不是 {encoding} 编码")


def test_an_encoding_that_there_is_not_is_named_beside_usual_ones() -> None:
    with pytest.raises(DataUnreadableError, match=r"no encoding “utf-9”; usual ones are utf-8, .*gb18030"):
        decode(b"a,b\n", "x.csv", "utf-9")
