"""Who has a file, and what is left of the lock."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from knaves.table.log import filelock
from knaves.table.log.filelock import FileLock

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files are not locked elsewhere")


def test_of_two_one_has_it_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    first, second = FileLock(str(path)), FileLock(str(path))
    assert first.by() == "" and first.take() and not second.take()
    assert second.by() == f" (process {os.getpid()})"
    assert Path(f"{path}.lock").read_text() == str(os.getpid())
    second.release()
    assert not second.take(), "it was not his"
    first.release()
    first.release()
    assert second.take() and Path(f"{path}.lock").exists()
    second.release()


def test_whatever_name_leads_to_it(tmp_path: Path) -> None:
    path, other = tmp_path / "tables.sqlite", tmp_path / "other"
    path.touch()
    other.symlink_to(path)
    first, second = FileLock(str(path)), FileLock(str(other))
    assert first.take() and not second.take()
    first.release()


def test_what_an_older_process_wrote_is_replaced(tmp_path: Path) -> None:
    Path(lock := f"{tmp_path}/tables.sqlite.lock").write_text("12345678901234567890")
    one = FileLock(f"{tmp_path}/tables.sqlite")
    assert one.take() and Path(lock).read_text() == str(os.getpid())
    one.undo()
    assert Path(lock).exists(), "it was there before"
    Path(lock).write_text("nobody")
    assert one.by() == ""


def test_a_lock_that_was_made_for_nothing_is_gone(tmp_path: Path) -> None:
    one = FileLock(f"{tmp_path}/tables.sqlite")
    assert one.take()
    one.undo()
    assert [*tmp_path.iterdir()] == [] and one.take()
    one.release()
    assert [file.name for file in tmp_path.iterdir()] == ["tables.sqlite.lock"]


def test_where_nothing_can_be_written_nobody_is_kept_out(tmp_path: Path) -> None:
    one = FileLock(f"{tmp_path}/no/such/folder/tables.sqlite")
    assert one.take()
    one.undo()
    one.release()


def test_everybody_may_read_who_has_it(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        one = FileLock(f"{tmp_path}/tables.sqlite")
        assert one.take() and (tmp_path / "tables.sqlite.lock").stat().st_mode & 0o777 == 0o644
        one.release()
    finally:
        os.umask(before)


def open_files() -> int:
    return len(os.listdir("/dev/fd"))


def test_where_files_cannot_be_locked_nobody_is_kept_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(file: int, how: int) -> None:
        raise OSError("a file system without locks")

    one, left = FileLock(f"{tmp_path}/tables.sqlite"), open_files()
    monkeypatch.setattr("fcntl.flock", cannot)
    assert one.take() is True and open_files() == left
    monkeypatch.setattr(filelock, "fcntl", None)
    assert one.take() is True and open_files() == left


def test_a_lock_that_somebody_has_removed_is_let_go_without_a_word(tmp_path: Path) -> None:
    one = FileLock(f"{tmp_path}/tables.sqlite")
    assert one.take()
    (tmp_path / "tables.sqlite.lock").unlink()
    one.undo()
    assert one.take(), "it was let go"
    one.release()
