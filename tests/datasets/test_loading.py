"""Public data sets: from a folder and from a stand-in of OpenML, the same and checked."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import sklearn.datasets._openml as fetcher

from helpers.openml_stand_in import stand_in
from pennyweight import PriceList
from pennyweight.datasets import load, loading, names
from pennyweight.datasets.catalogue import SOURCES, columns_of
from pennyweight.datasets.paper_tables import checksum, tidy
from pennyweight.exceptions import DownloadError

COLUMNS = columns_of("liver")


@pytest.fixture
def openml(monkeypatch, tmp_path):
    monkeypatch.delenv("PENNYWEIGHT_DATA", raising=False)
    monkeypatch.setenv("PENNYWEIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(fetcher, "time", SimpleNamespace(sleep=lambda seconds: None))
    with stand_in(monkeypatch) as serving:
        yield serving


@pytest.fixture
def liver(monkeypatch):
    """A made table in the form of UCI's, with the checksum that load expects of it."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.integers(1, 99, (40, 5)) / 2, columns=COLUMNS)
    frame["drinks"] = rng.integers(0, 12, 40) / 2
    published = frame[COLUMNS].assign(target=(frame["drinks"] >= 3).astype(float))
    made = replace(SOURCES["liver"], sha256=checksum(tidy(published)))
    monkeypatch.setattr(loading, "SOURCES", {**SOURCES, "liver": made})
    return frame.assign(selector=1.0), published


def test_a_folder_and_openml_give_the_same(openml, liver, monkeypatch, tmp_path, capfd):
    there, published = liver
    openml.add(8, there, ["drinks"], ignored=["selector"])
    fetched = load("liver")
    published.astype({"target": int}).to_csv(tmp_path / "liver_bupa.csv.gz", index=False)
    monkeypatch.setenv("PENNYWEIGHT_DATA", str(tmp_path))
    read = load("liver")
    pd.testing.assert_frame_equal(fetched.X, read.X)
    assert np.array_equal(fetched.y, read.y)
    assert fetched.prices == read.prices
    assert "OpenML 8 (liver-disorders, version 1)" in repr(fetched)
    assert "liver_bupa.csv.gz" in repr(read)
    assert repr(read).startswith("liver: 40 rows, 5 columns, 2 classes (0: ")


def test_what_was_downloaded_is_not_downloaded_again(openml, liver):
    openml.add(8, liver[0], ["drinks"])
    load("liver")
    asked = len(openml.asked)
    assert asked > 0
    load("liver")
    assert len(openml.asked) == asked


def test_another_table_is_refused_unless_it_is_wanted(openml, liver):
    there, _ = liver
    openml.add(8, there.assign(mcv=there["mcv"] + 1), ["drinks"])
    with pytest.raises(DownloadError, match=r"'liver' \(OpenML 8.*is not the expected one"):
        load("liver")
    data = load("liver", check=False)
    assert "not the expected one" in repr(data)


def test_a_file_that_was_damaged_on_its_way_is_noticed(openml, liver):
    openml.add(8, liver[0], ["drinks"])
    path = next(path for path in openml.answers if path.startswith("/data/"))
    openml.answers[path] += b"1,1,1,1,1,1,1\n"
    with pytest.raises(DownloadError, match="md5 checksum"):
        load("liver")


def test_without_a_network_one_error_says_what_to_do(openml):
    with pytest.raises(DownloadError, match=r"cannot get 'vehicle' \(OpenML 54\).*") as caught:
        load("vehicle")
    assert "vehicle_silhouettes.csv.gz" in str(caught.value)
    assert "PENNYWEIGHT_DATA" in str(caught.value)


def test_a_server_that_is_not_there_is_no_network(openml, monkeypatch):
    for name, value in list(vars(fetcher).items()):
        if isinstance(value, str) and value.startswith(openml.address):
            closed = value.replace(openml.address, "http://127.0.0.1:9")
            monkeypatch.setattr(fetcher, name, closed)
    with pytest.raises(DownloadError, match="Connect to the network and try again"):
        load("vehicle")


def test_a_data_set_that_openml_does_not_have_says_so(openml):
    with pytest.raises(DownloadError, match="no copy on OpenML has the rows of 'thyroid'"):
        load("thyroid")


def test_a_folder_without_the_file_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("PENNYWEIGHT_DATA", str(tmp_path))
    with pytest.raises(DownloadError, match=r"without spambase\.csv\.gz"):
        load("spambase")


def test_an_unknown_name_lists_the_names():
    with pytest.raises(ValueError, match=r"no data set 'vehicles'; .*Did you mean 'vehicle'"):
        load("vehicles")


@pytest.mark.parametrize("name", names("priced"))
def test_the_shipped_prices_are_those_of_the_files(public_data, name):
    shipped = load(name).prices
    listed = PriceList.from_csv(public_data / "costs" / f"{SOURCES[name].file}.csv")
    if name == "thyroid":
        listed = listed.adding("FTI", 0, needs=["TT4", "T4U"])
    listed = listed.bind(list(shipped.variables))
    everything = np.random.default_rng(0).random((200, len(shipped.variables))) < 0.4
    assert shipped.costs(everything) == pytest.approx(listed.costs(everything))


@pytest.mark.parametrize("name", [name for name in names() if name != "census"])
def test_public_data_are_as_the_paper_had_them(public_data, name):
    data = load(name, price_seed=0)
    assert all(dtype.kind == "f" for dtype in data.X.dtypes)
    assert len(data.prices.variables) == data.X.shape[1]
    assert data.prices.total == load(name, price_seed=0).prices.total
    assert "as expected" in data.provenance[-1]


def test_the_census_has_the_rows_of_the_papers_table(public_data):
    data = load("census")
    assert data.X.shape == (285_779, 37)
    assert not data.X.isna().any(axis=None)


def as_on_openml(name, frame):
    """Say UCI's table in OpenML's words, its columns named as nobody names them."""
    said = SOURCES[name].openml.words
    there = frame.copy()
    for column, words in said.items():
        back = {value: word for word, value in words.items()}
        texts = there[column].map(lambda value: value if isinstance(value, str) else f"{value:g}")
        there[column] = texts.where(there[column].notna()).map(lambda v, b=back: b.get(v, v))
    there["target"] = there["target"].astype(str)
    there.columns = [f"V{i}" for i in range(1, there.shape[1])] + ["Class"]
    return there


@pytest.mark.parametrize(
    "name", ["vehicle", "steel", "spambase", "landsat", "pima", "bank", "heart", "hepatitis"]
)
def test_openmls_forms_lead_to_the_expected_tables(public_data, openml, name):
    """OpenML's own column names, words and extra rows; the checksums are those of UCI's data."""
    source = SOURCES[name]
    path = public_data / f"{source.file}.csv.gz"
    frame = pd.read_csv(path, keep_default_na=False, na_values=[""])
    if source.openml.rows:
        frame = pd.concat([frame, frame.head(20)], ignore_index=True)
    openml.add(source.openml.data_id, as_on_openml(name, frame), ["Class"])
    assert "as expected" in repr(load(name))


@pytest.mark.parametrize(
    ("name", "targets"), [("concrete", ["strength"]), ("naval", SOURCES["naval"].openml.targets)]
)
def test_labels_are_made_of_openmls_outputs(public_data, openml, name, targets):
    source = SOURCES[name]
    there = pd.read_csv(public_data / f"{source.file}.csv.gz").drop(columns="target")
    outputs = pd.read_csv(public_data / f"{source.file}_outputs.csv.gz")
    outputs.columns = list(targets)
    if name == "naval":
        there = there.loc[:, there.nunique() > 1]
    openml.add(source.openml.data_id, there.join(outputs), targets[:1], ignored=targets[1:])
    assert "as expected" in repr(load(name))


def test_a_table_with_other_columns_is_refused(openml, liver):
    openml.add(8, liver[0].drop(columns="mcv"), ["drinks"], ignored=["selector"])
    with pytest.raises(DownloadError, match="has 4 columns on OpenML, and 5 were expected"):
        load("liver")
