"""Saved models that somebody has changed are refused, or work; they never end the process."""

import json
import random
import subprocess
import sys
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.ensemble import (
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from pennyweight.cli.commands.predict import predictions
from pennyweight.exceptions import RunFolderError
from pennyweight.run.models import load_model, save_model

N_TAMPERED = 30  # of each model
RNG = np.random.default_rng(0)
NUMBERS = pd.DataFrame(RNG.normal(size=(60, 3)), columns=["a", "b", "c"])
MIXED = NUMBERS.assign(kind=pd.Categorical(RNG.choice(["x", "y", "z"], 60)))
THREE = RNG.integers(0, 3, 60)
OURS = ["functools.partial", "sklearn.utils.validation.check_array"]
NESTED = make_pipeline(
    make_column_transformer((OneHotEncoder(min_frequency=18), ["kind"]), remainder="passthrough"),
    make_pipeline(LogisticRegression()),
)
MODELS = {
    "forest": (RandomForestClassifier(3, max_depth=3), NUMBERS),
    "extra trees": (ExtraTreesRegressor(3, max_depth=3), NUMBERS),
    "boosting": (GradientBoostingClassifier(n_estimators=3), NUMBERS),
    "boosting by bins": (
        HistGradientBoostingClassifier(max_iter=3, min_samples_leaf=3, early_stopping=False),
        MIXED,
    ),
    "one column for each category": (NESTED, MIXED),
}
PREDICT = """
import pathlib, sys, warnings
import pandas as pd
from threadpoolctl import threadpool_limits
from pennyweight.cli.commands.predict import predictions
from pennyweight.exceptions import RunFolderError
from pennyweight.run.models import load_model
warnings.simplefilter("ignore")
folder, trusted = pathlib.Path(sys.argv[1]), sys.argv[2].split(",")
for path in sorted(folder.glob("*.skops")):
    print(path.stem, end=" ", flush=True)
    X = pd.read_pickle(folder / f"{path.stem.partition('-')[0]}.pickle")
    try:
        model = load_model(path, trusted)
    except RunFolderError:
        print("refused")
        continue
    try:
        with threadpool_limits(1):
            model.predict(X)
        print("works")
    except Exception as error:
        print("raises", type(error).__name__)
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """The path of each model."""
    folder = tmp_path_factory.mktemp("saved")
    for name, (model, X) in MODELS.items():
        with threadpool_limits(1):
            save_model(folder / f"{name}.skops", model.fit(X, THREE))
    return {name: folder / f"{name}.skops" for name in MODELS}


def leaves(node, place=()):
    """Yield the places of a schema where numbers and texts stand."""
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(value, (*place, key))
    else:
        yield place


def tamper(path, target, chance):
    """Change a number here and there: in an array of the file, or in its description."""
    with ZipFile(path) as file:
        contents = {name: file.read(name) for name in file.namelist()}
    arrays = [name for name in contents if name.endswith(".npy")]
    schema = json.loads(contents["schema.json"])
    for _ in range(chance.randint(1, 3)):
        if chance.random() < 0.6:
            name = chance.choice(arrays)
            content = bytearray(contents[name])
            start = min(len(content) - 1, 128)  # what comes before says what the array is
            width = chance.choice([1, 1, 2, 4, 8])
            place = chance.randrange(start, len(content))
            odd = chance.choice([0, 1, 2, 3, 7, 64, 255, 2**15, 2**31 - 1, 2**40, -1, -2])
            content[place : place + width] = (odd % 256**width).to_bytes(width, "little")
            contents[name] = bytes(content)
        else:
            *way, last = chance.choice(list(leaves(schema)))
            node = schema
            for key in way:
                node = node[key]
            odd = [0, 1, 77, -1, "5", "null", "100000", "true", "-3", None, f"{chance.random()}"]
            others = [name for name in contents if name != "schema.json"]
            node[last] = chance.choice([*odd, *others] if last == "file" else odd)
    contents["schema.json"] = json.dumps(schema).encode()
    with ZipFile(target, "w") as file:
        for name, content in contents.items():
            file.writestr(name, content)


def test_models_tampered_with_at_random_never_end_the_process(saved, tmp_path):
    chance = random.Random(0)
    for kind, (name, (_, X)) in enumerate(MODELS.items()):
        X.to_pickle(tmp_path / f"{kind}.pickle")
        for number in range(N_TAMPERED):
            tamper(saved[name], tmp_path / f"{kind}-{number:03}.skops", chance)
    done = subprocess.run(
        [sys.executable, "-c", PREDICT, tmp_path, ",".join(OURS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"{done.returncode} at {lines[-1:]}\n{done.stderr[-2000:]}"
    found = {(line.partition("-")[0], line.split()[1]) for line in lines}
    assert len(lines) == N_TAMPERED * len(MODELS)
    assert found >= {(str(k), how) for k in range(len(MODELS)) for how in ("refused", "works")}


def boosted(saved):
    return load_model(saved["boosting by bins"], OURS)


def wide_tree(forest):
    """Let a tree know of a column that it will never be given."""
    tree = forest.estimators_[0].tree_
    kind, (_, n_classes, n_outputs), state = tree.__reduce__()
    state["nodes"] = state["nodes"].copy()
    state["nodes"]["feature"][0] = 50_000_000
    forest.estimators_[0].tree_ = kind(100_000_000, n_classes, n_outputs)
    forest.estimators_[0].tree_.__setstate__(state)
    return forest


def with_bitset_index(model):
    nodes = model._predictors[0][0].nodes
    nodes["is_categorical"][0], nodes["bitset_idx"][0] = 1, 10**9
    return model


def with_column_by_category(model):
    """Let a tree ask for the categories of a column that has none."""
    model.is_categorical_ = np.zeros(4, bool)
    model._bin_mapper.is_categorical_ = np.zeros(4, np.uint8)
    for iteration in model._predictors:
        for predictor in iteration:
            predictor.nodes["is_categorical"] = 1
    return model


def with_few_bitsets(model):
    for iteration in model._predictors:
        for predictor in iteration:
            predictor.raw_left_cat_bitsets = np.zeros((9, 1), np.uint32)
            predictor.nodes["is_categorical"] = 1
    return model


def with_other_columns(model):
    model._preprocessor.transformers_[1][2][:] = False
    return model


def with_other_indices(model):
    model._preprocessor._transformer_to_input_indices["numerical"] = [0]
    return model


def with_fewer_outputs(model):
    model.init_ = "zero"
    model.n_trees_per_iteration_ = 1
    return model


def without_a_tree(model):
    model.estimators_[0, 0].tree_ = None
    return model


def without_columns(forest):
    for each in (forest, *forest.estimators_):
        del each.n_features_in_
    return forest


def with_a_method(forest):
    forest.estimators_[0]._validate_X_predict = np.positive
    return forest


def with_codes_beyond(model):
    model[0].named_transformers_["onehotencoder"]._n_features_outs = [1]
    return model


def with_groups_beyond(model):
    groups = model[0].named_transformers_["onehotencoder"]._default_to_infrequent_mappings
    groups[0] = np.array([0, 1, 10**9])
    return model


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("forest", wide_tree),
        ("forest", without_columns),
        ("forest", with_a_method),
        ("boosting", with_fewer_outputs),
        ("boosting", without_a_tree),
        ("boosting by bins", with_bitset_index),
        ("boosting by bins", with_column_by_category),
        ("boosting by bins", with_few_bitsets),
        ("boosting by bins", with_other_columns),
        ("boosting by bins", with_other_indices),
        ("one column for each category", with_codes_beyond),
        ("one column for each category", with_groups_beyond),
    ],
)
@pytest.mark.parametrize("nested", [False, True])
def test_what_would_read_outside_of_its_arrays_is_refused(saved, tmp_path, name, change, nested):
    model = change(load_model(saved[name], OURS))
    if nested:
        model = make_pipeline(make_column_transformer((make_pipeline(model), ["a"])), NESTED)
    save_model(tmp_path / "model.skops", model)
    with pytest.raises(RunFolderError, match=r"model\.skops is damaged|not trusted"):
        load_model(tmp_path / "model.skops", OURS)


def test_a_model_that_cannot_predict_is_said(saved):
    model = load_model(saved["one column for each category"])
    del model[-1][-1].coef_
    with pytest.raises(RunFolderError, match=r"cannot predict these data \(.*coef_"):
        predictions(model, MIXED)


def test_what_is_not_checked_is_refused_unless_it_is_trusted(tmp_path):
    save_model(tmp_path / "model.skops", SVC().fit(NUMBERS, THREE))
    with pytest.raises(RunFolderError, match=r"not trusted: sklearn\.svm\._classes\.SVC; .*--tr"):
        load_model(tmp_path / "model.skops")
    load_model(tmp_path / "model.skops", ["sklearn.svm._classes.SVC"])
