"""An answer is kept as long as names and contents of the files stay, and no longer."""

from pathlib import Path

import pytest

from tests.kit import unchanged


def test_a_program_is_asked_again_when_a_file_changes_comes_or_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unchanged, "ANSWERS", tmp_path / "answers")
    folder = tmp_path / "folder"
    folder.mkdir()
    asked: list[str] = []

    def answer() -> str:
        def ask() -> str:
            asked.append("once more")
            return f"answer {len(asked)}\nin lines"

        return unchanged.answer_to("a", folder.iterdir(), folder, ask)

    (folder / "a").write_text("1")
    assert [answer(), answer()] == ["answer 1\nin lines"] * 2
    (folder / "a").write_text("2")
    assert [answer(), answer()] == ["answer 2\nin lines"] * 2
    (folder / "a").rename(folder / "b")
    assert answer() == "answer 3\nin lines"
    (folder / "c").write_text("")
    assert answer() == "answer 4\nin lines"


def test_another_lock_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = unchanged.digest_of([], tmp_path)
    (tmp_path / "lock").write_text("other requirements")
    monkeypatch.setattr(unchanged, "LOCK", tmp_path / "lock")
    assert unchanged.digest_of([], tmp_path) != before


def test_an_answer_that_fails_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "ANSWERS", tmp_path / "answers")

    def fail() -> str:
        raise OSError("no such program")

    with pytest.raises(OSError, match="no such program"):
        unchanged.answer_to("a", [], tmp_path, fail)
    assert unchanged.answer_to("a", [], tmp_path, lambda: "yes") == "yes"
