"""Files and settings that tests share."""

import os
from pathlib import Path

import matplotlib as mpl
import pytest
from hypothesis import settings

mpl.use("agg")
settings.register_profile("any machine", deadline=None)  # a busy one may take its time
settings.load_profile("any machine")

THYROID = """variable,price,needs
blood draw,2.10,
TSH,20.68,blood draw
TT4,12.41,blood draw
T4U,9.31,blood draw
FTI,0,TT4;T4U
age,1.00,
"""


@pytest.fixture
def thyroid_csv(tmp_path: Path) -> Path:
    path = tmp_path / "prices.csv"
    path.write_text(THYROID, encoding="utf-8")
    return path


@pytest.fixture
def public_data() -> Path:
    folder = os.environ.get("PENNYWEIGHT_DATA")
    if not folder:
        pytest.skip("PENNYWEIGHT_DATA is not set: the public data sets are elsewhere")
    return Path(folder)
