"""Compiled code is kept only where nobody else can change it, and nothing needs to be kept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pennyweight
from pennyweight.files import caches
from pennyweight.files.caches import cache_folder

USE = """
import numpy as np, pennyweight
from pennyweight.learners.l1.loops import _dot
from pennyweight.learners.forest.compiled.categories import order_categories
print(_dot(np.ones(3), np.ones(3)), pennyweight.__file__)
"""
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A source in a folder where nothing can be kept, and a home for its user."""
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__pycache__").write_text("a file, where a folder would have to be")
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setattr(caches.config, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "caches"))
    monkeypatch.setenv("LOCALAPPDATA", str(home / "caches"))
    monkeypatch.setattr(caches.Path, "home", lambda: home)
    cache_folder.cache_clear()
    path = tmp_path / "package" / "source.py"
    path.write_text("1 + 1")
    yield path
    cache_folder.cache_clear()


def folder_for(*sources):
    cache_folder.cache_clear()
    return cache_folder(sources)


def test_without_any_folder_to_write_to_it_works_and_leaves_nothing_in_the_temporary_one(tmp_path):
    package = tmp_path / "pennyweight"
    here = Path(pennyweight.__file__).parent
    shutil.copytree(here, package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in {path.parent for path in package.rglob("*.py")}:
        (folder / "__pycache__").write_text("a file, where a folder would have to be")
    (tmp_path / "temporary").mkdir()
    nowhere = {"HOME": "/dev/null", "TMPDIR": str(tmp_path / "temporary")}
    kept = {k: v for k, v in os.environ.items() if k not in {"XDG_CACHE_HOME", "NUMBA_CACHE_DIR"}}
    done = subprocess.run(
        [sys.executable, "-c", USE],
        env=kept | nowhere | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["3.0", str(package / "__init__.py")], done.stderr
    assert not list((tmp_path / "temporary").iterdir())


def test_the_folder_of_the_sources_comes_first_and_changes_with_them(source):
    (source.parent / "__pycache__").unlink()
    one = folder_for(source)
    assert one.parent == source.parent / "__pycache__"
    assert folder_for(source) == one
    source.write_text("1 + 2")
    assert folder_for(source) not in {one, None}


def test_else_it_is_one_of_the_users_caches(source, tmp_path, monkeypatch):
    assert folder_for(source).is_relative_to(tmp_path / "home")
    monkeypatch.setattr(caches.config, "CACHE_DIR", str(tmp_path / "chosen"))
    assert folder_for(source).is_relative_to(tmp_path / "chosen")


@posix
def test_the_folder_is_closed_to_others_whatever_they_may_usually_do(source):
    before = os.umask(0o002)
    try:
        assert folder_for(source).stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_to_is_not_used(source, mode):
    folder_for(source).chmod(mode)
    assert folder_for(source) is None


@posix
def test_a_folder_that_others_could_replace_is_not_used(source, tmp_path):
    assert folder_for(source) is not None
    (tmp_path / "home").chmod(0o777)
    assert folder_for(source) is None
    (tmp_path / "home").chmod(0o1777)  # as in /tmp, only owners can remove what is theirs
    assert folder_for(source) is not None


@posix
def test_a_folder_of_somebody_else_is_not_used(source, monkeypatch):
    folder_for(source)
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    assert folder_for(source) is None


@posix
def test_a_link_to_a_folder_that_others_can_write_to_is_not_used(source, tmp_path):
    folder = folder_for(source)
    folder.rmdir()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs").chmod(0o777)
    folder.symlink_to(tmp_path / "theirs")
    assert folder_for(source) is None


def test_without_a_home_there_is_no_folder(source, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA")
    monkeypatch.setattr(caches.Path, "home", no_home)
    assert folder_for(source) is None
