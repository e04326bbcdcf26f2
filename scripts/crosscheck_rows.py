"""The rows of the table that crosscheck prints: what was held against what, and how far apart.

A part of crosscheck adds its rows to the file that CROSSCHECK_ROWS names, one a line, tabs between.
"""

import os
from dataclasses import dataclass


@dataclass
class Row:
    """The worst of many differences. Without a limit it is there to be read, and never fails."""

    figure: str
    against: str
    unit: str
    limit: float | None
    count: int = 0
    worst: float = -1.0
    where: str = ""
    failed: int = 0
    note: str = ""

    def add(self, difference, where, allowed=0.0):
        """Holds a difference against the limit, and says whether it fits. 'allowed' comes on top
        where the reference is that loose itself."""
        difference = abs(difference)
        self.count += 1
        # NaN is further apart than anything, and no difference comes after it.
        if not difference <= self.worst and self.worst == self.worst:
            self.worst, self.where = difference, where
        # Not beyond is not enough.
        fits = self.limit is None or difference <= self.limit + allowed
        self.failed += not fits
        return fits

    def __str__(self):
        limit = "no limit" if self.limit is None else f"limit {self.limit:g}"
        words = f"{self.figure} against {self.against}: {self.count} compared, worst"
        words += f" {self.worst:.2g} {self.unit}".rstrip() + f" ({self.where}), {limit}"
        words += f", {self.failed} TOO FAR" if self.failed else ""
        return words + (f"; {self.note}" if self.note else "")


def finish(rows):
    """Prints the rows and hands them on; the exit code of a part: 1 where one is too far."""
    for row in rows:
        print(row)
    path = os.environ.get("CROSSCHECK_ROWS")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            for row in rows:
                limit = "" if row.limit is None else f"{row.limit:g}"
                cells = [row.figure, row.against, row.count, f"{row.worst:.2g}", row.unit, limit]
                cells += [row.failed, row.where, row.note]
                print(*cells, sep="\t", file=file)
    return 1 if any(row.failed for row in rows) else 0
