"""The page Data: files in, looked at, mapped, taken in while the other pages go on, and out again."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from core.settings import Settings
from tests.e2e.conftest import ranking, serve, settled, unfold
from tests.support import sample_companies

HOSTILE = "<img src=x onerror=\"console.error('run')\"> **bold**"
COMPANIES = f"公司名称,英文名称,股票代码,员工\n甲新材料,Alpha Materials,600001,{HOSTILE}\n{HOSTILE},,600002,\n".encode(
    "gb18030"
)
RELATIONS = f"公司,关系,对方公司,依据编号\n甲新材料,盟友,宁德时代,{HOSTILE}\n甲新材料,竞品,无此公司,\n".encode()


@pytest.fixture(scope="module")
def own_url(sample_url: str, sample_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over a copy of the sample's knowledge base."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copytree(sample_settings.knowledge_base_folder, folder / "kb")
    with serve(folder / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=str(folder / "kb")) as url:
        yield url


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "mine.csv").write_bytes(COMPANIES)
    (tmp_path / "ties.csv").write_bytes(RELATIONS)
    return [tmp_path / "mine.csv", tmp_path / "ties.csv"]


def open_page(page: Page, url: str, query: str) -> None:
    for _ in range(60):
        page.goto(f"{url}/data{query}")
        settled(page)
        if page.get_by_role("heading", level=1).inner_text() in ("Data", "数据"):
            return
        page.wait_for_timeout(500)


def upload(page: Page, key: str, *files: Path) -> None:
    """Hand files to an uploader; once more if it took no notice, as it may in the instant it is first drawn."""
    settled(page)
    for _ in range(5):
        page.locator(f".st-key-{key} input[type=file]").set_input_files(files)
        named = page.locator(f".st-key-{key}").get_by_text(files[-1].name)
        with suppress(PlaywrightTimeout):
            named.wait_for(timeout=5_000)
            return
    raise AssertionError(f"the uploader {key} took no file")


def test_files_come_in_and_go_out_again(page: Page, own_url: str, files: list[Path]) -> None:
    open_page(page, own_url, "?lang=en")
    expect(page.get_by_text("Nothing has been imported")).to_be_visible()
    upload(page, "import-files", *files)
    expect(page.get_by_text("What does “盟友” from A to B mean (rows: 1)?")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("not known and are created as “Company”: 1 (无此公司)")).to_be_visible()
    expect(page.get_by_text("Refused rows: 1")).to_be_visible()
    page.get_by_text("Create entities for ends of relations that are not there").click()
    expect(page.get_by_text("Refused rows: 2")).to_be_visible(timeout=30_000)
    page.get_by_role("combobox", name="What does “盟友” from A to B mean").click()
    page.keyboard.type("partners")
    page.get_by_role("option", name="A partners with B").click()
    expect(page.get_by_text("Alpha Materials partners with CATL")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Refused rows: 1")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("mine.csv, ties.csv")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("Imported: 2 companies, 1 relation, 1 row refused")).to_be_visible()
    expect(page.get_by_text("2 entities · 1 relation · 1 row refused")).to_be_visible()
    with page.expect_download() as caught:
        page.get_by_role("button", name="JSONL").click()
    with zipfile.ZipFile(caught.value.path()) as archive:
        assert "Alpha Materials" in archive.read("entities.jsonl").decode()
    page.goto(f"{own_url}/?q=Alpha+Materials&lang=en")
    settled(page)
    assert "catl" in ranking(page)
    page.goto(f"{own_url}/company?id=600001&lang=en")
    settled(page)
    page.get_by_text("Other facts in the data: 1").first.click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()
    page.locator(".entries summary").filter(has_text="Other facts in the data: 1").click()
    expect(page.get_by_text(f"依据编号: {HOSTILE}")).to_be_visible()
    open_page(page, own_url, "?lang=zh")
    page.get_by_role("button", name="删除").click()
    page.get_by_role("button", name="删除该来源").click()
    expect(page.get_by_text("还没有导入任何数据")).to_be_visible(timeout=120_000)


def test_a_folder_and_a_pasted_text_come_in(page: Page, own_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "deals"
    (folder / "2024").mkdir(parents=True)
    (folder / "mine.csv").write_text("名称,国家\n阿尔法材料,中国\n", encoding="utf-8")
    (folder / "2024" / "news.txt").write_text("Tesla acquired Maxwell Technologies in 2019.", encoding="utf-8")
    (folder / "2024" / "chart.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    (folder / ".DS_Store").write_bytes(b"\0\0\0\1Bud1")
    open_page(page, own_url, "?lang=en")
    page.get_by_role("radio", name="A folder").click()
    settled(page)
    page.locator(".st-key-import-folder input[type=file]").set_input_files(folder)
    expect(page.get_by_text("Files that were not read: 1")).to_be_visible(timeout=30_000)
    page.get_by_text("Files that were not read: 1").click()
    expect(page.get_by_text("The data file chart.png cannot be read")).to_be_visible()
    expect(page.get_by_placeholder("deals")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("1 entity · 1 passage")).to_be_visible(timeout=120_000)
    open_page(page, own_url, "?lang=zh")
    page.get_by_role("radio", name="粘贴文本").click()
    settled(page)
    box = page.get_by_label("把新闻、公告、会议纪要等粘贴到这里")
    box.fill("比亚迪与特斯拉\n2021年，比亚迪收购了一家甲乙丙科技有限公司。")
    box.press("Control+Enter")
    expect(page.get_by_role("button", name="导入", exact=True)).to_be_enabled(timeout=30_000)
    page.get_by_role("button", name="导入", exact=True).click()
    expect(page.get_by_test_id("stMarkdown").get_by_text("比亚迪与特斯拉")).to_be_visible(timeout=120_000)
    page.goto(f"{own_url}/review?lang=zh")
    settled(page)
    expect(page.get_by_text("甲乙丙科技").first).to_be_visible(timeout=30_000)


@pytest.mark.thorough
def test_what_is_unclear_is_asked_and_what_changes_is_shown(page: Page, own_url: str, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("Ticker,Colour,founded\nNWT,red,1999\n", encoding="utf-8")
    (tmp_path / "dup.csv").write_text("id,name,founded\ncatl,CATL Impostor,1800\nz,Tesla,\n", encoding="utf-8")
    (tmp_path / "west.csv").write_bytes("Firma;Ort\nMüller & Söhne;Köln\n".encode("cp1252"))
    (tmp_path / "news.md").write_text("# Today\n\nTesla opens a plant.\n", encoding="utf-8")
    open_page(page, own_url, "?lang=en")
    upload(page, "import-files", *(tmp_path / name for name in ("odd.csv", "dup.csv", "west.csv", "news.md")))
    expect(page.get_by_text("No column is the name, so companies are called")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Known entities whose values will change: 1")).to_be_visible()
    expect(page.get_by_text("Companies with the same name as others but other ids: 1")).to_be_visible()
    expect(page.get_by_text("Encoding of west.csv")).to_be_visible()
    settled(page)
    encoding = page.locator(".stSelectbox").filter(has_text="Encoding of west.csv").get_by_role("combobox")
    for other, then in (("euc_kr", "The data file west.csv cannot be read"), ("cp1252", "No column is the name")):
        encoding.click()
        page.get_by_role("option", name=other).click()
        expect(page.get_by_text(then).first).to_be_visible(timeout=30_000)
    unclear = page.get_by_test_id("stExpander").filter(has_text="odd.csv: 1 row").first
    unclear.get_by_role("radio", name="Relations").click()
    settled(page)
    expect(unclear.get_by_text("source", exact=False).first).to_be_visible()  # it stays open and says what is missing
    expect(unclear.get_by_test_id("stAlert").first).to_be_visible()
    expect(page.get_by_text("Refused rows: 1")).to_be_visible()
    texts = page.get_by_test_id("stExpander").filter(has_text="Passages of texts, Markdown and PDF")
    texts.click()
    expect(texts.get_by_test_id("stDataFrame")).to_be_visible()  # where all of them can be said to be news


@pytest.mark.thorough
def test_rows_that_fit_known_companies_and_ends_of_nearly_their_name_are_shown(
    page: Page, own_url: str, tmp_path: Path
) -> None:
    (tmp_path / "customers.csv").write_text("客户名称,国家\n特斯拉,美国\n蔚来,中国\nSamsung,韩国\n", encoding="utf-8")
    (tmp_path / "ties.csv").write_text("Vendor name,Client\nCATL,Appel\nCATL,Tesla\n", encoding="utf-8")
    open_page(page, own_url, "?lang=en")
    upload(page, "import-files", tmp_path / "customers.csv", tmp_path / "ties.csv")
    expect(page.get_by_text("Rows that update known companies: 2")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("not known and are created as “Company”: 1 (Appel)")).to_be_visible()
    page.get_by_role("combobox", name="“Appel” is not known").click()
    page.get_by_role("option", name="Apple (apple)").click()
    expect(page.get_by_text("CATL supplies Apple")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("not known and are created")).to_have_count(0)
    expect(page.get_by_text("Refused rows: 1")).to_be_visible()
    page.get_by_role("combobox", name="“Samsung” may be any of").click()
    page.get_by_role("option", name="Samsung SDI (samsung-sdi)").click()
    expect(page.get_by_text("Rows that update known companies: 3")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Refused rows: 1")).to_have_count(0)
    page.get_by_text("Rows without an id update the known company of that name").click()
    expect(page.get_by_text("Rows that update known companies: 1")).to_be_visible(timeout=30_000)  # the chosen one
    expect(page.get_by_text("Companies with the same name as others but other ids: 2")).to_be_visible()


@pytest.mark.thorough
def test_a_second_tab_keeps_its_files_while_the_first_imports(
    page: Page, own_url: str, tmp_path: Path, context: BrowserContext
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(f"id,name\n{name},Firm {name}\n", encoding="utf-8")
    other = context.new_page()
    for tab, name in ((page, "one"), (other, "two")):
        open_page(tab, own_url, "?lang=en")
        upload(tab, "import-files", tmp_path / f"{name}.csv")
        expect(tab.get_by_role("button", name="Import", exact=True)).to_be_enabled(timeout=30_000)
    page.get_by_role("button", name="Import", exact=True).click()
    again = other.get_by_role("button", name="Import", exact=True)
    deleting = other.get_by_role("button", name="Delete", exact=True)
    for _ in range(240):  # refused while the first imports, and its files stay
        if deleting.count() == 2:
            break
        if again.count() and again.is_enabled():
            with suppress(PlaywrightTimeout):
                again.click(timeout=2_000)
        other.wait_for_timeout(500)
    for left in (2, 1):
        expect(deleting).to_have_count(left, timeout=120_000)
        deleting.first.click()
        other.get_by_role("button", name="Delete this source").click()
    expect(other.get_by_text("Nothing has been imported")).to_be_visible(timeout=120_000)


@pytest.mark.thorough
def test_a_file_that_cannot_be_read_is_said(page: Page, own_url: str, tmp_path: Path) -> None:
    (tmp_path / "broken.xlsx").write_bytes(b"PK\x03\x04 nothing")
    open_page(page, own_url, "?lang=en")
    upload(page, "import-files", tmp_path / "broken.xlsx")
    expect(page.get_by_text("The data file broken.xlsx cannot be read")).to_be_visible(timeout=30_000)


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "language", "more"), [(390, "zh", "更多统计"), (1280, "en", "More statistics")])
def test_more_about_what_is_loaded(width: int, language: str, more: str, page: Page, sample_url: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, sample_url, f"?lang={language}")
    page.get_by_text(more).click()
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(5, timeout=30_000)
    expect(
        page.get_by_text(
            re.compile({"zh": r"全部 [\d,]+ 个实体连成一体", "en": r"one, which holds all entities"}[language])
        )
    ).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.thorough
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_overflows_and_what_data_says_is_text(width: int, page: Page, own_url: str, files: list[Path]) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_page(page, own_url, "?lang=zh")
    upload(page, "import-files", *files)
    expect(page.get_by_text("是什么意思？")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("button", name="导入", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("[data-testid=stMain] img[src=x]").count() == 0


@pytest.mark.thorough
def test_types_of_ones_own_come_into_force_and_go_again(page: Page, own_url: str, tmp_path: Path) -> None:
    wrong, right = tmp_path / "wrong.yaml", tmp_path / "right.yaml"
    wrong.write_text("relation_types: {audits: {colour: red}}", encoding="utf-8")
    right.write_text("relation_types: {audits: {label: audits}}", encoding="utf-8")
    open_page(page, own_url, "?lang=en")
    unfold(page, "Types of entities and relations", page.get_by_role("button", name="Download an example"))
    upload(page, "types-file", wrong)
    expect(page.get_by_text("audits.colour")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("button", name="Use these types")).to_be_disabled()
    upload(page, "types-file", right)
    expect(page.get_by_text("audits.colour")).to_have_count(0, timeout=30_000)
    page.get_by_role("button", name="Use these types").click()
    expect(page.get_by_text("The other pages go on")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Import your own data")).to_be_visible(timeout=120_000)
    unfold(page, "Types of entities and relations", page.get_by_role("button", name="Remove my own types")).click()
    expect(page.get_by_text("The other pages go on")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Import your own data")).to_be_visible(timeout=120_000)
    unfold(page, "Types of entities and relations", page.get_by_role("button", name="Download an example"))


@pytest.mark.thorough
def test_a_record_goes_comes_back_and_an_old_version_serves_again(page: Page, own_url: str) -> None:
    open_page(page, own_url, "?lang=en")
    single, back = "Remove single records", page.get_by_role("button", name="Restore", exact=True)
    typed = unfold(page, single, page.get_by_label("Id", exact=True))
    typed.fill("nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing to remove or restore: nobody")).to_be_visible(timeout=30_000)
    typed.fill("catl")
    page.keyboard.press("Enter")
    expect(page.get_by_text("To be removed: 1 entity")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text(str(sample_companies() - 1), exact=True).first).to_be_visible(timeout=120_000)
    unfold(page, single, back)
    unfold(page, "Versions", page.get_by_role("button", name="Go back to this").first).click()
    expect(page.get_by_text(str(sample_companies()), exact=True).first).to_be_visible(timeout=60_000)


@pytest.mark.thorough
def test_people_among_new_holders_are_people_unless_one_says_otherwise(
    page: Page, own_url: str, tmp_path: Path
) -> None:
    rows = "公司,股东名称,持股比例\n青云传感,王晓明,35%\n青云传感,青云资本,12%\n"
    (tmp_path / "股东.csv").write_text(rows, encoding="utf-8")
    open_page(page, own_url, "?lang=zh")
    upload(page, "import-files", tmp_path / "股东.csv")
    expect(page.get_by_text("将新建为“人物”：1（王晓明）")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("将新建为“公司”：2（青云传感, 青云资本）")).to_be_visible()
    page.get_by_role("combobox", name="新股东中的自然人").click()
    page.get_by_role("option", name="青云资本").click()
    expect(page.get_by_text("将新建为“人物”：2（王晓明, 青云资本）")).to_be_visible(timeout=30_000)
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).not_to_be_visible()  # while it is open, the first click outside only closes it
    settled(page)
    page.get_by_role("button", name="导入", exact=True).click()
    expect(page.get_by_text("已导入：1 家公司，2 位人物，2 条关系")).to_be_visible(timeout=60_000)
