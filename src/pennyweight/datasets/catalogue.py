"""The public data sets: where they are, and what the paper made of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenML:
    """A data set on OpenML.

    Parameters
    ----------
    data_id, name, version
        What OpenML calls it.
    targets : names
        The columns that `target` is made of; none: OpenML's own target.
    rows : int or None
        How many of its first rows are used; None: all.
    words : mapping of columns to mappings
        What UCI writes for OpenML's words, by UCI's names of the columns, and `target`.
    left_out : names
        Columns that are neither features nor targets.
    """

    data_id: int
    name: str
    version: int = 1
    targets: tuple[str, ...] = ()
    rows: int | None = None
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A public data set.

    Parameters
    ----------
    title, uci : str
        What UCI calls it, and the address of its page there, after the host.
    file : str
        The stem of its file in a folder of data sets.
    sha256 : str
        The checksum of the prepared table; see `checksum`.
    openml : OpenML or None
        Where it is on OpenML; None: no copy there has the paper's rows.
    label : str
        How the target was made; empty: as published.
    prepared : str
        What else was done to it.
    """

    title: str
    uci: int
    file: str
    sha256: str
    openml: OpenML | None
    label: str = ""
    prepared: str = ""


# What the paper leaves out of the census, before it drops the rows with missing values.
CENSUS_LEFT_OUT = (
    "migration_code_change_in_msa",
    "migration_code_change_in_reg",
    "migration_code_move_within_reg",
    "migration_prev_res_in_sunbelt",
)
NO_YES = {"no": "1", "yes": "2"}
SIGNS_OF_HEPATITIS = (
    *("steroid", "antiviral", "fatigue", "malaise", "anorexia", "liver_big", "liver_firm"),
    *("spleen_palpable", "spiders", "ascites", "varices", "histology"),
)
HEART_WORDS = {
    "sex": {"female": "0", "male": "1"},
    "cp": {"typ_angina": "1", "atyp_angina": "2", "non_anginal": "3", "asympt": "4"},
    "fbs": {"f": "0", "t": "1"},
    "restecg": {"normal": "0", "st_t_wave_abnormality": "1", "left_vent_hyper": "2"},
    "exang": {"no": "0", "yes": "1"},
    "slope": {"up": "1", "flat": "2", "down": "3"},
    "thal": {"normal": "3", "fixed_defect": "6", "reversable_defect": "7"},
    "target": {"<50": "0", ">50_1": "1"},
}
HEPATITIS_WORDS = {
    **dict.fromkeys(SIGNS_OF_HEPATITIS, NO_YES),
    "sex": {"male": "1", "female": "2"},
    "target": {"DIE": "1", "LIVE": "2"},
}

SOURCES: Mapping[str, Source] = {
    "naval": Source(
        title="Condition Based Maintenance of Naval Propulsion Plants",
        uci=316,
        file="naval_propulsion",
        sha256="666a008d1b198775d79a795e58143b990faa11fb7e582d40b90bbd5763e2524c",
        openml=OpenML(
            data_id=44969,
            name="naval_propulsion_plant",
            targets=(
                "gt_compressor_decay_state_coefficient",
                "gt_turbine_decay_state_coefficient",
            ),
        ),
        label="1 where both decay coefficients are above their medians",
    ),
    "steel": Source(
        title="Steel Plates Faults",
        uci=198,
        file="steel_plates_faults",
        sha256="93bba12652789c71449d0e0a62df9e66018abffa904a0f07f4748cf52a85ce22",
        openml=OpenML(
            data_id=40982,
            name="steel-plates-fault",
            version=3,
            words={"target": {"K_Scratch": "K_Scatch"}},
        ),
    ),
    "spambase": Source(
        title="Spambase",
        uci=94,
        file="spambase",
        sha256="4114870fb2f024daea4160085723767803c4565ebc0cbdf0063a21e6aee39ea1",
        openml=OpenML(data_id=44, name="spambase"),
    ),
    "concrete": Source(
        title="Concrete Compressive Strength",
        uci=165,
        file="concrete",
        sha256="30274f5cda3eeeef753fc387ef404b8238a4e63ab8b2443f2a066a552d459a7c",
        openml=OpenML(data_id=44959, name="concrete_compressive_strength", targets=("strength",)),
        label="the quartile of the compressive strength",
    ),
    "landsat": Source(
        title="Statlog (Landsat Satellite), training part",
        uci=146,
        file="landsat_satimage",
        sha256="784a4d9512dac18f43b860ce1eaf47af93edb2808043b1fdc40f26653d75c43a",
        openml=OpenML(data_id=182, name="satimage", rows=4435),
    ),
    "thyroid": Source(
        title="Thyroid Disease, ann-train and ann-test",
        uci=102,
        file="thyroid_ann",
        sha256="da8d08dc1a2bf410fd142a073d7452d4568afd8f26eb7c675a46d09427facbb6",
        openml=None,
    ),
    "vehicle": Source(
        title="Statlog (Vehicle Silhouettes)",
        uci=149,
        file="vehicle_silhouettes",
        sha256="3aee996e1c93f1d85d8f9bde712f85c03db8867582d664cf7ed6ed831af3d6f7",
        openml=OpenML(data_id=54, name="vehicle"),
    ),
    "bank": Source(
        title="Bank Marketing, bank-full",
        uci=222,
        file="bank_marketing_full",
        sha256="824ed21f3f7ab0c5f78045bf6e77b116a983404f02394337f07455e221dbfc24",
        openml=OpenML(
            data_id=1461, name="bank-marketing", words={"target": {"1": "no", "2": "yes"}}
        ),
        prepared="categories as integers, then all columns standardised",
    ),
    "census": Source(
        title="Census-Income (KDD)",
        uci=117,
        file="census_income_kdd",
        sha256="d3a3e81e5070c77fb0ac76b197814bc9be9778b0f6da39f60db3fd651b5ac95e",
        openml=OpenML(data_id=4535, name="Census-Income"),
        prepared="features 26, 27, 28 and 30 left out, then rows with missing values; "
        "categories as integers",
    ),
    "heart": Source(
        title="Heart Disease, processed.cleveland",
        uci=45,
        file="heart_cleveland",
        sha256="199c158b0f19f526f1b7ee13643776b31f9a1191478c2794de19101d56994b04",
        openml=OpenML(data_id=49, name="heart-c", words=HEART_WORDS),
        label="1 where num is above 0",
    ),
    "hepatitis": Source(
        title="Hepatitis",
        uci=46,
        file="hepatitis",
        sha256="69bec2158fb20da7915b75513bcadfb3a003f7d3f1e868590cad246ab0f69d9b",
        openml=OpenML(data_id=55, name="hepatitis", words=HEPATITIS_WORDS),
    ),
    "pima": Source(
        title="Pima Indians Diabetes",
        uci=34,
        file="pima_diabetes",
        sha256="a7e93cfb283b612d4cbe2129c6f4c016045cc85dc279e9170dc2a2c202a08ac1",
        openml=OpenML(
            data_id=37,
            name="diabetes",
            words={"target": {"tested_negative": "0", "tested_positive": "1"}},
        ),
    ),
    "liver": Source(
        title="Liver Disorders (BUPA)",
        uci=60,
        file="liver_bupa",
        sha256="b1a1e13957062fb8e57d6d3fcf74b54b85134d10fa94eeecb07e15709c574f74",
        openml=OpenML(
            data_id=8, name="liver-disorders", targets=("drinks",), left_out=("selector",)
        ),
        label="1 where drinks is at least 3",
    ),
}
PAPER = (
    "naval",
    "steel",
    "spambase",
    "concrete",
    "landsat",
    "thyroid",
    "vehicle",
    "bank",
    "census",
)
PRICED = ("heart", "thyroid", "hepatitis", "pima", "liver")


@cache
def columns_of(name: str) -> list[str]:
    """Return the names of the published features, in UCI's order."""
    text = (files("pennyweight") / "data" / "columns.json").read_text(encoding="utf-8")
    found: Any = json.loads(text)[name]
    return list(found)
