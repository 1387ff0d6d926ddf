"""Tables from files: where the header is, which columns are numbers, and what is refused."""

import gzip
import io
import warnings
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pennyweight import PriceList
from pennyweight.cli import app
from pennyweight.exceptions import DataFileError
from pennyweight.files import text_tables
from pennyweight.learners.forest.binning import category_codes
from pennyweight.run import workbooks
from pennyweight.run.roles import take_apart
from pennyweight.run.tables import read_table
from pennyweight.search.checks import check_target

PLAIN = "age,site,ill\n1.5,a,0\n2,b,1\n?,c,0\n"
EXPECTED = pd.DataFrame({"age": [1.5, 2.0, np.nan], "site": ["a", "b", "c"], "ill": [0, 1, 0]})

FORMS = {
    "as it is": lambda text: text,
    "an empty row above": lambda text: ",,,,\n" + text,
    "empty rows of all kinds": lambda text: '\n  \n,,\n"","",""\n\t\n' + text,
    "its delimiter is named": lambda text: "sep=;\n" + text.replace(",", ";"),
    "an unusual delimiter is named": lambda text: '"SEP=^"\n\n' + text.replace(",", "^"),
    "a comma is named": lambda text: "sep=,,\n" + text,
    "comments above": lambda text: '# made, by hand, twice\n#\n# 5" pipes; all\n' + text,
    "comments and empty rows": lambda text: "#x\n,,\n\n# y,z\n" + text,
    "DOS": lambda text: text.replace("\n", "\r\n"),
    "DOS, an empty row above": lambda text: ",,\r\n" + text.replace("\n", "\r\n"),
    "old Macs": lambda text: ",,\r" + text.replace("\n", "\r"),
    "blanks": lambda text: text.replace(",", " , "),
    "quotes": lambda text: '\n"' + text.replace(",", '","').replace("\n", '"\n"')[:-1],
    "columns that are not there": lambda text: text.replace("\n", ",,\n"),
    "tabs": lambda text: "\t\t\n" + text.replace(",", "\t"),
    "rows that end early": lambda text: text.replace(",\n", "\n"),
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("form", FORMS)
def test_what_stands_above_the_header_changes_nothing(tmp_path, form, encoding):
    text = FORMS[form](PLAIN)
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    (tmp_path / "data.csv").write_bytes(mark + text.encode(encoding))
    frame = read_table(tmp_path / "data.csv")
    pd.testing.assert_frame_equal(frame, EXPECTED.astype({"site": object}))


def test_names_and_cells_may_span_lines(tmp_path):
    (tmp_path / "data.csv").write_text(',,\n"a\nge",site,ill\n1,"x\n\ny",0\n2,z,1\n', newline="")
    frame = read_table(tmp_path / "data.csv")
    assert list(frame) == ["a\nge", "site", "ill"]
    assert frame["site"].tolist() == ["x\n\ny", "z"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#age,ill\n1,0\n2,1\n", ["#age", "ill"]),
        ("# of 2024, by hand\nage,ill\n1,0\n2,1\n", ["age", "ill"]),
        ("#id\n1,0\n2,1\n", ["1", "0"]),
    ],
)
def test_a_comment_is_told_from_a_header(tmp_path, text, names):
    (tmp_path / "data.csv").write_text(text)
    assert list(read_table(tmp_path / "data.csv")) == names


def test_what_may_be_a_comment_or_a_header_is_asked(tmp_path):
    (tmp_path / "data.csv").write_text("#kind,ill\na,yes\nb,no\n")
    with pytest.raises(DataFileError, match="begins with # and looks like a header"):
        read_table(tmp_path / "data.csv")


def test_errors_count_all_lines(tmp_path):
    (tmp_path / "data.csv").write_text(",,\n#x\n\nage,ill\n1,0\n2,1,3\n")
    with pytest.raises(DataFileError, match="line 6, saw 3"):
        read_table(tmp_path / "data.csv")


@pytest.mark.parametrize("form", FORMS)
def test_prices_are_read_the_same_way(tmp_path, form):
    text = FORMS[form]("variable,needs,price,owned\na,,1.5,\nb,a,2,\n")
    (tmp_path / "prices.csv").write_text(text, newline="")
    expected = PriceList({"a": 1.5, "b": 2}, needs={"b": ["a"]})
    assert PriceList.from_csv(tmp_path / "prices.csv") == expected


def test_rows_may_lack_their_last_fields(tmp_path):
    (tmp_path / "data.csv").write_text("age,ill,weight\n1.5,0\n2,1,3\n")
    frame = read_table(tmp_path / "data.csv")
    assert np.isnan(frame["weight"][0])
    assert frame["weight"][1] == 3


def noted(path, **options):
    """Return a table and the notes on it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        frame = read_table(path, **options)
    return frame, [str(warning.message) for warning in caught]


def column(tmp_path, values, delimiter=";", other=None):
    """Write a table with a column of texts."""
    frame = pd.DataFrame({"x": values, "n": range(len(values))})
    if other is not None:
        frame["other"] = other
    frame.to_csv(tmp_path / "data.csv", index=False, sep=delimiter)
    return tmp_path / "data.csv"


def test_what_kept_a_column_from_being_numbers_is_said(tmp_path):
    values = [str(i) for i in range(200)]
    values[16], values[40] = "12o", "1,5e"
    frame, (note,) = noted(column(tmp_path, values))
    assert frame["x"].tolist() == values
    assert "the column 'x' is read as text: of its 200 cells 2 are no numbers" in note
    assert "'12o' in row 17, '1,5e' in row 41 below the header" in note
    assert "leave empty what is missing" in note


def test_the_command_line_says_it_as_well(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=60).round(2), "y": np.arange(60) % 2})
    frame["x"] = frame["x"].astype(str).where(frame.index != 7, "1o")
    frame.assign(z=rng.normal(size=60)).to_csv(tmp_path / "data.csv", index=False)
    fit = ["fit", str(tmp_path / "data.csv"), "--target", "y", "--effort", "3", "--jobs", "1"]
    done = CliRunner().invoke(app, [*fit, "--out", str(tmp_path / "run")])
    assert "Note: the column 'x' is read as text" in done.stderr
    assert "'1o' in row 8 below the header" in done.stderr
    quiet = CliRunner().invoke(app, [*fit, "--out", str(tmp_path / "quiet"), "--quiet"])
    assert quiet.stderr == ""


@pytest.mark.parametrize("values", [["5 mg", "7,5 mg", ""], ["$5", "$6", "?"], ["5%", "NA", "12%"]])
def test_a_unit_is_pointed_out(tmp_path, values):
    frame, (note,) = noted(column(tmp_path, values))
    assert frame["x"].dropna().tolist() == [value for value in values if value]
    assert "beside their numbers" in note


def test_a_typo_in_a_parquet_file_is_said_as_well(tmp_path):
    pytest.importorskip("pyarrow")
    pd.DataFrame({"x": ["1", "12o", "3"], "y": [1, 2, 3]}).to_parquet(tmp_path / "data.parquet")
    _, (note,) = noted(tmp_path / "data.parquet")
    assert "'12o' in row 2 below the header" in note


def test_words_are_no_numbers_that_went_wrong(tmp_path):
    frame, notes = noted(column(tmp_path, ["a", "b", "7", "NA", "c"]))
    assert frame["x"].tolist() == ["a", "b", "7", "NA", "c"]
    assert notes == []


NUMBERS = {
    "decimal commas": (["50,3", "7", "?"], [50.3, 7, np.nan]),
    "points divide thousands": (["1.234,50", "12,5", "-1.234.567"], [1234.5, 12.5, -1234567]),
    "commas divide thousands": (["1,234.50", "12.5", "1,234,567"], [1234.5, 12.5, 1234567]),
    "blanks divide thousands": (["1 234,5", "12", "1\u202f234"], [1234.5, 12, 1234]),
    "blanks and points": (["1 234.5", "12", "3"], [1234.5, 12, 3]),
    "apostrophes": (["1'234.5", "12\u2019345", "3"], [1234.5, 12345, 3]),
    "a typographic minus": (["\u22121,5", "2", "3"], [-1.5, 2, 3]),
    "powers": (["1,5e3", "2E-1", "3"], [1500, 0.2, 3]),
    "no whole": ([",5", "2,", "3"], [0.5, 2, 3]),
    "a zero is no thousand": (["0,234", "1,234", "3,5"], [0.234, 1.234, 3.5]),
    "plain": (["1.234", "2.5", "1e3"], [1.234, 2.5, 1000]),
}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("case", NUMBERS)
def test_numbers_as_people_write_them(tmp_path, case, delimiter):
    texts, numbers = NUMBERS[case]
    frame, notes = noted(column(tmp_path, texts, delimiter))
    np.testing.assert_array_equal(frame["x"].to_numpy(dtype=float), numbers)
    assert notes == []


@pytest.mark.parametrize(
    "texts", [["1.5", "1,5", "2"], ["1,23,456", "1"], ["1.2.3", "4"], ["12 34", "1", "2"]]
)
def test_what_fits_no_way_of_writing_is_said(tmp_path, texts):
    frame, notes = noted(column(tmp_path, texts))
    assert frame["x"].tolist() == texts
    assert len(notes) == 1


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_what_can_be_read_in_two_ways_is_asked(tmp_path, delimiter):
    path = column(tmp_path, ["1,234", "2,500"], delimiter)
    with pytest.raises(DataFileError, match=r"'x' .* two ways: '\d,\d+' is \d+ or .*--decimal"):
        read_table(path)
    assert read_table(path, decimal=".")["x"].tolist() == [1234, 2500]
    assert read_table(path, decimal=",")["x"].tolist() == [1.234, 2.5]
    with pytest.raises(DataFileError, match="the decimal mark is ';'"):
        read_table(path, decimal=";")


def test_other_columns_tell_the_decimal_mark(tmp_path):
    texts = ["1,234", "2,500"]
    frame, (note,) = noted(column(tmp_path, texts, "\t", other=["0,5", "7"]))
    assert frame["x"].tolist() == [1.234, 2.5]
    assert "by the marks of other columns" in note
    frame, (note,) = noted(column(tmp_path, texts, "\t", other=["1,234.5", "7"]))
    assert frame["x"].tolist() == [1234, 2500]


def test_points_among_decimal_commas_are_asked(tmp_path):
    path = column(tmp_path, ["1.234", "2.500"], ";", other=["0,5", "7"])
    with pytest.raises(DataFileError, match="can be read in two ways"):
        read_table(path)
    assert read_table(path, decimal=",")["x"].tolist() == [1234, 2500]
    assert read_table(path, decimal=".")["x"].tolist() == [1.234, 2.5]
    both = column(tmp_path, ["1.234", "2.500"], ";", other=["0.5", "7"])
    assert read_table(both)["x"].tolist() == [1.234, 2.5]


def test_predictions_take_the_decimal_mark_of_the_run(tmp_path):
    rng = np.random.default_rng(0)
    x = [
        f"{value:,.1f}".translate(str.maketrans(",.", ".,")) for value in rng.uniform(1e3, 1e4, 60)
    ]
    frame = pd.DataFrame(
        {"x": x, "y": [float(t.replace(".", "").replace(",", ".")) > 5e3 for t in x]}
    )
    frame.assign(z=0.5).to_csv(tmp_path / "data.csv", index=False, sep=";")
    fit = ["fit", str(tmp_path / "data.csv"), "--target", "y", "--exclude", "z", "--jobs", "1"]
    done = CliRunner().invoke(app, [*fit, "--out", str(tmp_path / "run"), "--quiet"])
    assert done.exit_code == 0, done.output
    (tmp_path / "new.csv").write_text("x\n1.200\n9.000\n")
    said = CliRunner().invoke(app, ["predict", str(tmp_path / "run"), str(tmp_path / "new.csv")])
    assert [line.split(",")[0] for line in said.stdout.splitlines()[1:]] == ["False", "True"]


def test_one_long_text_is_no_wide_array():
    values = np.array(["b", "a", "c", "b"] * 50_000, dtype=object)
    values[2] = "x" * 1_000_000
    assert category_codes(values)[:4].tolist() == [1, 0, 3, 1]
    frame = pd.DataFrame({"x": np.arange(200_000), "y": values, "g": values})
    loaded = take_apart(frame, target="y", groups="g")
    assert loaded.y.dtype == loaded.groups.dtype == object
    assert loaded.y[0] == "b"


def test_a_list_with_one_long_label_is_no_wide_array():
    labels = ["b", "a"] * 100_000
    labels[2] = "x" * 1_000_000
    X = pd.DataFrame({"x": np.arange(200_000)})
    target = check_target(X, labels, None, None, classification=True)
    assert target.y.dtype == object
    assert target.y[:2].tolist() == ["b", "a"]


def test_categories_have_the_codes_of_their_texts():
    values = np.array([2, 10, "2", 2.0, None, "nan", True, "True"], dtype=object)
    texts, codes = values.astype(str), category_codes(values)
    known = [i for i, value in enumerate(values) if value is not None]
    order = {text: i for i, text in enumerate(sorted(set(texts[known])))}
    assert codes[known].tolist() == [order[texts[i]] for i in known]
    assert codes[4] == len(order)


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(text_tables, "ALWAYS_UNPACKED", 1_000)
    (tmp_path / "data.csv.gz").write_bytes(gzip.compress(b"a,b\n" + b"1,2\n" * 100_000))
    with pytest.raises(DataFileError, match="give it unpacked"):
        read_table(tmp_path / "data.csv.gz")
    pd.DataFrame({"a": [1] * 9_000, "b": 2}).to_excel(tmp_path / "data.xlsx", index=False)
    monkeypatch.setattr(text_tables, "MOST_UNPACKED", 2)
    with pytest.raises(DataFileError, match="give it unpacked"):
        read_table(tmp_path / "data.xlsx")


def workbook(path, **sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


HEADER, FIRST, SECOND = ["x", "y"], [1.5, "a"], [2, "b"]


def test_a_sheet_is_chosen_where_there_are_several(tmp_path):
    path = workbook(tmp_path / "book.xlsx", one=[HEADER, FIRST], two=[HEADER, SECOND], three=[])
    with pytest.raises(DataFileError, match=r"several sheets, 'one', 'two'; .*--sheet 'one'"):
        read_table(path)
    assert read_table(path, sheet="two")["x"].tolist() == [2]
    with pytest.raises(DataFileError, match="no sheet 'four'; it has 'one', 'two', 'three'"):
        read_table(path, sheet="four")
    path = workbook(tmp_path / "book.xlsx", first=[], second=[HEADER, FIRST])
    assert read_table(path)["x"].tolist() == [1.5]


def test_excel_is_read_as_csv_is(tmp_path):
    rows = [
        [],
        [None, None],
        ["x", "y", "z", None],
        ["1,5", 1, True],
        ["2", "12o", False, None],
        [3, 4, True],
    ]
    frame, (note,) = noted(workbook(tmp_path / "book.xlsx", one=rows))
    assert frame.to_dict("list") == {
        "x": [1.5, 2, 3],
        "y": ["1", "12o", "4"],
        "z": [True, False, True],
    }
    assert "'12o' in row 2 below the header" in note


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["x", "x"], FIRST], "has the column 'x' twice"),
        ([["x", None], FIRST], "column 2 has no name"),
        ([HEADER], "has a header and no rows"),
        ([[]], "is empty"),
        ([HEADER, ["=1+1", "a"], [3, "=A2"]], r"has 2 formulas without .* \('A2', 'B3'\)"),
    ],
)
def test_bad_workbooks(tmp_path, rows, message):
    with pytest.raises(DataFileError, match=message):
        read_table(workbook(tmp_path / "book.xlsx", one=rows))


def changed(path, change):
    """Change the text of the first sheet of a workbook."""
    with zipfile.ZipFile(path) as book:
        members = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    members[sheet] = change(members[sheet].decode()).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in members.items():
            book.writestr(name, content)
    return path


def test_formulas_with_values_are_their_values(tmp_path):
    path = workbook(tmp_path / "book.xlsx", one=[HEADER, ["=1+1", 1], ["=A9", 2], [3, 3]])
    texts = {"<v />": "<v>7</v>", "<v></v>": "<v>7</v>", "<v/>": "<v>7</v>"}

    def calculated(text):
        for empty, full in texts.items():
            text = text.replace(empty, full, 1)
        return text.replace('r="A3"', 'r="A3" t="str"')

    assert read_table(changed(path, calculated))["x"].tolist()[0] == 7


def test_a_workbook_with_a_cell_far_away_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(workbooks, "MOST_CELLS", 10_000)
    path = workbook(tmp_path / "book.xlsx", one=[HEADER, FIRST, SECOND])
    far = changed(path, lambda text: text.replace('"B3"', '"XFD3"'))
    with pytest.raises(DataFileError, match="cells, most of them empty"):
        read_table(far)


@pytest.mark.parametrize("ending", ["parquet", "feather"])
def test_an_index_with_a_name_is_a_column(tmp_path, ending):
    pyarrow = pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"x": [1.5, 2.5], "y": ["a", "b"]})
    path = tmp_path / f"data.{ending}"

    def columns(index):
        table = pyarrow.Table.from_pandas(frame.set_axis(index))
        write = {"parquet": "pyarrow.parquet", "feather": "pyarrow.feather"}[ending]
        module = __import__(write, fromlist=["x"])
        (module.write_table if ending == "parquet" else module.write_feather)(table, path)
        return read_table(path)

    read = columns(pd.Index([7, 8], name="patient"))
    assert list(read) == ["patient", "x", "y"]
    assert read["patient"].tolist() == [7, 8]
    assert list(columns(pd.RangeIndex(2))) == ["x", "y"]
    assert list(columns(pd.Index([5, 9]))) == ["x", "y"]
    pairs = pd.MultiIndex.from_tuples([(1, "u"), (2, "v")], names=["visit", None])
    assert list(columns(pairs)) == ["visit", "x", "y"]
    with pytest.raises(DataFileError, match="the column 'x' twice"):
        columns(pd.Index([7, 8], name="x"))


RUN = ["=1+1", "-y", "+z", "@sum", "\tt", "'=q", "''-r", "-5", "a\n=b"]


@given(st.text(alphabet="=+-@'\t\r\n;,\"a1.", min_size=1, max_size=8))
def test_no_cell_that_is_written_is_run_and_all_are_read_as_they_were(text):
    written = text_tables.harmless(text)
    assert text_tables.as_it_was(written) == text
    assert written[0] not in "=@\t\r\n"
    assert written[0] not in "+-" or text_tables.NUMBER.fullmatch(written)


def test_prices_with_names_like_formulas_round_trip(tmp_path):
    prices = PriceList(
        {"=1+1": 1.5, "-y": 2, "'=q": 3, "-5": 4, "a;=b": 0},
        needs={"-y": ["=1+1"]},
        columns={"-5": ["@u", "+v"]},
    )
    prices.to_csv(tmp_path / "prices.csv")
    text = (tmp_path / "prices.csv").read_text()
    assert "\n'=1+1,1.5," in text
    assert "\n'-y,2.0,'=1+1," in text
    assert '\n"a;=b"' in text
    assert PriceList.from_csv(tmp_path / "prices.csv") == prices


def test_what_the_command_writes_is_harmless_and_fits_the_data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(60, 2)), columns=["=HYPERLINK(1)", "-b"])
    frame.assign(y=np.where(frame["-b"] > 0, "=yes", "-no")).to_csv("data.csv", index=False)

    def run(*args):
        done = CliRunner().invoke(app, [*args])
        assert done.exit_code == 0, done.output
        return done.stdout

    run("prices", "data.csv", "--target", "y")
    template = (tmp_path / "prices.csv").read_text()
    assert template.splitlines()[1:] == ["'=HYPERLINK(1),,,", "'-b,,,"]
    (tmp_path / "prices.csv").write_text(template.replace(",,,", ",2,,"))
    run(
        "fit",
        "data.csv",
        "--target",
        "y",
        "--prices",
        "prices.csv",
        "--out",
        "run",
        "--jobs",
        "1",
        "--quiet",
    )
    run("reprice", "run", "--prices", "run/prices.csv", "--out", "again.csv")
    predicted = run("predict", "run", "data.csv")
    for text in (
        predicted,
        *((tmp_path / name).read_text() for name in ("run/schedule.csv", "again.csv")),
    ):
        cells = pd.read_csv(io.StringIO(text), dtype=str, header=None).stack()
        assert not cells.str.match(r"[=+@\t\r]|-[^\d]").any()
    again = pd.read_csv(io.StringIO(predicted))
    assert set(again["prediction"]) == {"'=yes", "'-no"}
