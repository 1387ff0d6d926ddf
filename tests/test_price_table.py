import pytest

from pennyworth import PriceList
from pennyworth.exceptions import PriceError


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
        ("", "no column 'variable' but nothing"),
        ("variable;price\nage;1\n", "no column 'variable' but 'variable;price'"),
        ("variable,cost\nage,1\n", "no column 'price'"),
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
