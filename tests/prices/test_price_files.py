import pandas as pd
import pytest

from pennyweight import PriceList
from pennyweight.exceptions import PriceError

TURNEYS_ENDINGS = ("cost", "expense", "group")


def read(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "prices.csv"
    path.write_bytes(text.encode(encoding))
    return PriceList.from_csv(path)


@pytest.mark.parametrize(
    "text",
    [
        "variable,price\nage,1\n",
        "\ufeffvariable,price\r\nage,1\r\n",
        " Variable , Price \n age , 1.0 \n\n",
        'price,variable,needs,columns\n1,"age",,age\n',
        "variable,price,needs\nage,1\n",
    ],
)
def test_ordinary_files_are_read(tmp_path, text):
    prices = read(tmp_path, text)
    assert prices.variables == ("age",)
    assert prices.total == 1


def test_names_may_hold_commas_and_any_script(tmp_path):
    prices = read(tmp_path, 'variable,price\n"sugar, fasting",2\nβ-hCG,3\n')
    assert prices.variables == ("sugar, fasting", "β-hCG")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("variable price\nage 1\n", "no column 'variable' but 'variable price'"),
        ("variable,cost\nage,1\n", "has the columns 'variable', 'cost'; a table of"),
        ("variable,price,need\nage,1,\n", "unknown column 'need'"),
        ("variable,price,price\nage,1,2\n", "the column 'price' twice"),
        ("variable,price\nage,\n", "line 2: 'age' has no price"),
        ("variable,price\nage\n", "line 2: 'age' has no price"),
        ("variable,price\nage,one\n", "line 2: the price of 'age' is 'one'"),
        ("variable,price\nage,1.5,3\n", "line 2: 3 fields where the header has 2"),
        ("variable,price\n,1\n", "line 2: a row has no variable name"),
        ("variable,price\nage,-1\n", "line 2: the price of 'age' is -1.0; it cannot be negative"),
        ("variable,price\nage,nan\n", "line 2: 'age' has no price"),
        ("variable,price\nage,inf\n", "line 2: the price of 'age' is inf"),
        ("variable,price\nage,1\nage,2\n", "names 'age' 2 times"),
        ("variable,price,needs\nage,1,doctor\n", "'age' needs 'doctor'"),
        ("variable,price,needs\na,1,b\nb,1,a\n", "circle: 'a' -> 'b' -> 'a'"),
        ("variable,price,needs\na,1,a\n", "circle: 'a' -> 'a'"),
        ("variable,price,columns\na,1,x\nb,1,x\n", "'x' is owned twice, by 'a' and 'b'"),
        ("variable,price,owned\na,1,perhaps\n", "line 2: 'owned' of 'a' is 'perhaps'"),
        ("variable,price,price:minutes\na,1,\n", "line 2, price:minutes: 'a' has no price"),
        ("variable,price,price:minutes\na,1,long\n", "price:minutes: the price of 'a' is 'long'"),
        ("price\n1\n", "no column 'variable'"),
        ("variable\nage\n", "no column 'price'"),
        (
            "variable,cost,group\nage,1,A\n",
            "has the columns 'variable', 'cost', 'group'; a table of",
        ),
        ("variable,cost,cost,group,group_cost\na,1,2,,\n", "a table of costs has"),
        ("variable,price\n", "has no prices in it"),
        ("variable,cost,group,group_cost\n", "has no prices in it"),
        ("variable,price,price:price\na,1,2\n", "unknown column 'price:price'"),
        ("variable,price\na," + "9" * 140_000 + "\n", "line 2: field larger than field limit"),
        ("a" * 140_000 + ",price\na,1\n", "line 1: field larger than field limit"),
        ("variable,cost,group,group_cost\na,5,A,\n", "line 2: 'a' needs both a group and a"),
        ("variable,cost,group,group_cost\na,5,,2\n", "line 2: 'a' needs both a group and a"),
        ("variable,cost,group,group_cost\na,1,A,2\n", "line 2: 'a' costs 1, less than its group"),
        (
            "variable,cost,group,group_cost\na,5,A,2\nb,5,A,3\n",
            "the group 'A' shares at 3, another",
        ),
        ("variable,cost,group,group_cost\na,x,,\n", "line 2: the price of 'a' is 'x'"),
        ("variable,cost,group,group_cost\na,,,\n", "line 2: 'a' has no price"),
        ("variable,cost,group,group_cost\n,1,,\n", "line 2: a row has no variable name"),
        ("variable,cost,group,group_cost\na,5,A,-2\n", "the price of 'group A' is -2.0"),
        ("variable,price\na,1e999\n", "the price of 'a' is inf"),
        ('variable,price\na,"1,5"\n', "the price of 'a' is '1,5'"),
        ("variable,price\na,$5\n", "the price of 'a' is '\\$5'"),
        ("\0\0PK", "is not a text file"),
    ],
)
def test_bad_files_say_where(tmp_path, text, message):
    with pytest.raises(PriceError, match=message):
        read(tmp_path, text)


def test_a_file_in_another_encoding(tmp_path):
    with pytest.raises(PriceError, match="not a text file in UTF-8"):
        read(tmp_path, "variable,price\nGröße,1\n", encoding="latin-1")


def test_a_missing_file_is_the_usual_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        PriceList.from_csv(tmp_path / "nowhere.csv")


def test_group_costs_are_paid_once(tmp_path):
    text = "variable,cost,group,group_cost\nage,1,,\nchol,7.27,A,2.10\nfbs,5.20,A,2.10\n"
    prices = read(tmp_path, text).bind(["age", "chol", "fbs"])
    assert PriceList(pd.read_csv(tmp_path / "prices.csv")).bind(["age", "chol", "fbs"]) == prices
    assert prices.cost(["chol"]) == 7.27
    assert prices.cost(["chol", "fbs"]) == 10.37
    assert prices.total == 11.37


def turney(tmp_path, cost, expense=None, group=None):
    paths = []
    for name, text in (("cost", cost), ("expense", expense), ("group", group)):
        if text is not None:
            (tmp_path / name).write_text(text)
        paths.append(None if text is None else tmp_path / name)
    return PriceList.from_turney(*paths)


def test_turneys_files(tmp_path):
    prices = turney(
        tmp_path,
        "age:\t1.00\nchol:\t7.27\nfbs:\t5.20\n\n",
        "age:\t1.00,\t1.00\nchol:\t7.27,\t5.17\nfbs:\t5.20,\t3.10\n",
        "A.\n\nchol:\tA.\nfbs:\tA.\n",
    ).bind(["age", "chol", "fbs"])
    assert prices.cost(["chol", "fbs"]) == 10.37
    assert prices.cost(["fbs"]) == 5.20
    alone = turney(tmp_path, "age: 1\nchol: 7.27\n")
    assert alone.total == 8.27


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (("age 1.00\n",), "cost, line 1: 'age 1.00' is not of the form"),
        (("age: cheap\n",), "cost, line 1: the price of 'age' is 'cheap'"),
        (("age: 1\n", "age: 1\n", "A.\n"), "expense, line 1: '1' should be two prices"),
        (("age: 1\n", "age: 2, 1\n", "A.\n"), "expense, line 1: 'age' costs 2 here and 1 alone"),
        (
            ("age: 1\n", "sex: 1, 1\n", "A.\n"),
            "expense, line 1: 'sex' has no cost in the file of costs",
        ),
        (("age: 2\n", "age: 2, 1\n"), "expense and group go together"),
        (("age: 2\n", "age: 2, 1\n", "A.\n"), "expense: 'age' has a discount but no group"),
        (("a: 2\n", "a: 2, 3\n", "A.\na: A.\n"), "'a' costs more with the discount"),
        (("a: 2\na: 3\n",), "cost, line 2: 'a' stands twice"),
        (("",), "cost has no prices in it"),
        (("age: 2\n", "age: 2, 1\n", "A.\nsex: A.\n"), "group, line 2: 'sex' has no cost"),
        (
            ("a: 5\nb: 5\n", "a: 5, 3\nb: 5, 4\n", "A.\na: A.\nb: A.\n"),
            "the group 'A' shares at 1, another test at 2",
        ),
    ],
)
def test_bad_turney_files(tmp_path, files, message):
    with pytest.raises(PriceError, match=message):
        turney(tmp_path, *files)


def real_turney(public_data, name):
    folder = public_data / "costs" / "turney_files"
    return PriceList.from_turney(*(folder / f"{name}.{end}" for end in TURNEYS_ENDINGS))


def variables_of(prices):
    return [item.name for item in prices.items if not item.name.startswith("group ")]


@pytest.mark.parametrize(
    ("name", "n_variables", "total"), [("heart-disease", 13, 323.97), ("ann-thyroid", 20, 69.81)]
)
def test_the_real_files(public_data, name, n_variables, total):
    prices = real_turney(public_data, name)
    assert len(variables_of(prices)) == n_variables
    assert prices.bind(variables_of(prices)).total == total


@pytest.mark.parametrize(
    ("name", "shared", "alone"),
    [
        ("heart_cleveland", 323.97, 600.57),
        ("thyroid_ann", 69.81, 76.11),
        ("pima_diabetes", 44.29, 46.39),
        ("hepatitis", 42.98, 51.38),
        ("liver_bupa", 30.54, 38.94),
    ],
)
def test_the_real_tables(public_data, name, shared, alone):
    prices = PriceList.from_csv(public_data / "costs" / f"{name}.csv")
    variables = variables_of(prices)
    bound = prices.bind(variables)
    assert bound.total == shared
    assert sum(bound.cost([v]) for v in variables) == pytest.approx(alone)


def test_the_worked_example(public_data):
    prices = PriceList.from_csv(public_data / "costs" / "heart_cleveland.csv")
    variables = variables_of(prices)
    assert prices.cost(["chol", "fbs"]) == 10.37
    assert real_turney(public_data, "heart-disease").bind(variables) == prices.bind(variables)
