"""One contract for every form of table that prices come in."""

from io import StringIO

import pandas as pd
import polars as pl
import pytest

from pennyweight import PriceList
from pennyweight.exceptions import PriceError
from pennyweight.prices.sources.reading import FORMS, form_of


def read(tmp_path, text):
    path = tmp_path / "prices.csv"
    path.write_text(text)
    return PriceList.from_csv(path)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__.rpartition(".")[2])
class TestEverySource:
    def test_it_is_known_by_its_columns(self, form):
        assert form_of(form.EXAMPLE.partition("\n")[0].split(",")) is form

    def test_a_file_and_a_frame_say_the_same(self, form, tmp_path):
        prices = read(tmp_path, form.EXAMPLE)
        frame = pd.read_csv(StringIO(form.EXAMPLE))
        assert prices.total > 0
        assert PriceList(frame) == prices
        assert PriceList(frame.convert_dtypes()) == prices
        assert PriceList(pl.from_pandas(frame)) == prices

    def test_what_was_read_can_be_written_and_read_again(self, form, tmp_path):
        prices = read(tmp_path, form.EXAMPLE)
        assert PriceList(prices.to_frame()) == prices

    def test_rows_may_come_in_any_order(self, form, tmp_path):
        header, *rows = form.EXAMPLE.splitlines()
        turned = read(tmp_path, "\n".join([header, *reversed(rows)]))
        prices = read(tmp_path, form.EXAMPLE)
        names = sorted(prices.variables)
        assert sorted(turned.variables) == names
        assert [turned.cost([name]) for name in names] == [prices.cost([name]) for name in names]
        assert turned.total == prices.total

    def test_a_table_without_rows_is_refused(self, form, tmp_path):
        with pytest.raises(PriceError, match=r"prices\.csv has no prices in it"):
            read(tmp_path, form.EXAMPLE.partition("\n")[0])

    @pytest.mark.parametrize("wrong", ["", "dear", "-1", "inf"])
    def test_an_error_names_the_file_the_line_and_the_variable(self, form, tmp_path, wrong):
        header, first, *rows = form.EXAMPLE.splitlines()
        name, _, *others = first.split(",")
        bad = ",".join([name, wrong, *others])
        with pytest.raises(PriceError, match=rf"prices\.csv, line 2: .*'{name}'"):
            read(tmp_path, "\n".join([header, bad, *rows]))
        with pytest.raises(PriceError, match=f"names '{name}' 2 times"):
            read(tmp_path, "\n".join([header, first, first, *rows]))

    def test_an_unknown_column_is_told(self, form, tmp_path):
        header, *rows = form.EXAMPLE.splitlines()
        with pytest.raises(PriceError, match="colour"):
            read(tmp_path, "\n".join([f"{header},colour", *(f"{row},red" for row in rows)]))
