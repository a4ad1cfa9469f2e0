"""Tickers and the markets they are of."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.tickers import LETTERS_ALONE, fits
from core.storage.entity_columns import Tickers

OF_THE_US = ("AAPL", "brk.b", "BF-B", "T", "NASDAQ:BABA", "NYSE: BABA", "BABA.US", "AAPL.O", "IBM.N")
ELSEWHERE = ("7203.T", "BP.L", "300750.SZ", "ERIC-B.ST", "0700.HK", "BHP.AX", "MC.PA", "BMW.F", "5930", "TOOLONG", "")


@pytest.mark.parametrize("ticker", OF_THE_US)
def test_letters_alone_are_of_the_us(ticker: str) -> None:
    assert fits(ticker, (LETTERS_ALONE,))


@pytest.mark.parametrize("ticker", ELSEWHERE)
def test_a_suffix_or_a_number_is_of_another_market(ticker: str) -> None:
    assert not fits(ticker, (LETTERS_ALONE,))


_TICKERS = st.lists(st.sampled_from([*OF_THE_US, *ELSEWHERE]) | st.text("AB.3-:US", max_size=8), min_size=1, max_size=8)


@given(_TICKERS, st.sampled_from([LETTERS_ALONE, "*.HK", "300*", "*.T", "*"]))
def test_a_column_finds_what_each_ticker_says(tickers: list[str], pattern: str) -> None:
    column = Tickers(pa.array([each.upper() for each in tickers], pa.string()), np.arange(len(tickers)))
    expected = [place for place, each in enumerate(tickers) if fits(each, (pattern,))]
    assert column.matching(pattern).tolist() == expected
