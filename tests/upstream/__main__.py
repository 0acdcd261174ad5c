"""Whether the rules still hold: ``python -m tests.upstream CHECKOUT``.

Exit codes: 0 nothing has changed, 1 a person has to look, 2 the checkout cannot be checked.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from tests.upstream.check import check_rows, current
from tests.upstream.checkout import Checkout, UnusableCheckoutError, open_checkout
from tests.upstream.report import Report, document, markdown, text
from tests.upstream.requests import request_differences
from tests.upstream.symbols import NoSymbolError, requests_in
from tests.upstream.tables import SOURCES, Row, read_tables, rows_of, write_table

_FORMATS: Final = ("text", "json", "markdown")


def main(arguments: Sequence[str] | None = None, sources: Path = SOURCES) -> int:
    """Check a checkout, or accept what it says of one rule."""
    parser = argparse.ArgumentParser("python -m tests.upstream", description=__doc__)
    parser.add_argument("checkout", type=Path, help="top folder of a checkout of a program")
    parser.add_argument("-o", "--output", choices=_FORMATS, default="text")
    parser.add_argument("--all", action="store_true", help="also list what is unchanged")
    parser.add_argument(
        "--accept",
        metavar="RULE",
        help="write the new digest of a rule, after you have compared the rule with the program",
    )
    chosen = parser.parse_args(arguments)
    try:
        if not (chosen.checkout / "go.mod").is_file() and requests_in(chosen.checkout):
            return _check_release(chosen.checkout)
        checkouts = open_checkout(chosen.checkout)
        if chosen.accept:
            return _accept(checkouts, chosen.accept, sources)
        reports = [
            Report(checkout, check_rows(checkout, rows_of(checkout.program.repository, sources)))
            for checkout in checkouts
        ]
    except (UnusableCheckoutError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    shown = {
        "text": lambda: text(reports, every=chosen.all),
        "json": lambda: document(reports),
        "markdown": lambda: markdown(reports),
    }
    sys.stdout.write(f"{shown[chosen.output]()}\n")
    return 1 if any(report.news for report in reports) else 0


def _check_release(folder: Path) -> int:
    """Compare the CredentialsRequests that ``oc adm release extract`` wrote."""
    differences = list(request_differences(folder))
    lines = [*differences, f"{len(requests_in(folder))} CredentialsRequests in {folder}"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if differences else 0


def _accept(checkouts: Sequence[Checkout], rule: str, sources: Path) -> int:
    by_repository = {checkout.program.repository: checkout for checkout in checkouts}
    known: set[str] = set()
    accepted = 0
    for file, rows in read_tables(sources).items():
        written: list[Row] = []
        for row in rows:
            checkout = by_repository.get(row.repository)
            known |= {row.rule} if checkout else set()
            if checkout is None or row.rule != rule:
                written.append(row)
                continue
            written.append(_accepted(checkout, row))
            accepted += 1
        if write_table(written) != write_table(rows):
            file.write_text(write_table(written), encoding="utf-8")
    if not accepted:
        near = get_close_matches(rule, known, 1) or sorted(known)[:1]
        raise UnusableCheckoutError(
            f"{rule}: no rule follows this program under that name; did you mean {near[0]}?"
        )
    sys.stdout.write(f"{rule}: {accepted} rows follow the checkout\n")
    return 0


def _accepted(checkout: Checkout, row: Row) -> Row:
    try:
        now = current(checkout, row)
    except NoSymbolError:
        raise UnusableCheckoutError(
            f"{row.rule}: {row.symbol} is gone from {row.file}; correct or delete its row by hand"
        ) from None
    return replace(row, commit=row.commit) if now.digest == row.digest else now


if __name__ == "__main__":
    sys.exit(main())
