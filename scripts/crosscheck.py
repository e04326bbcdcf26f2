"""The Python part of crosscheck.

   crosscheck.py lists FOLDER        from FOLDER/readings, which 'harness measure' wrote, the lists
                                     FOLDER/pairs for crosscheck-stoi.py and FOLDER/recordings
                                     for crosscheck-loudness.py
   crosscheck.py table ROWS [FILE]   the table of what was compared, in FILE as Markdown, too
Exit codes: 0 fine; 1 something is too far apart; 2 something was not compared; 64 usage.
"""

import json
import pathlib
import sys

FEWEST_PAIRS = 40
# What has to be compared for the whole to count.
FIGURES = [
    "STOI",
    "ESTOI",
    "integrated loudness",
    "true peak",
    "loudness range",
    "active speech level",
    "T20",
    "T30",
    "C50",
    "EDT, even decays",
    "MTF as an index, even decays",
    "STI, decaying noise",
]
HEAD = ["figure", "against", "compared", "worst difference", "limit", "too far", "where", "note"]


def readings(path):
    """What was measured, by metric, NaN where there is no number; and the delay in frames."""
    measured = json.loads(path.read_text(encoding="utf-8"))
    if measured["failures"]:
        raise ValueError(f"'{path.name}': {measured['failures'][0]}")
    found = {reading["metric"]: reading["value"] for reading in measured["readings"]}
    late = measured.get("delay", {}).get("frames", 0)
    return lambda metric: found.get(metric, "nan"), late


def lists(folder):
    folder = pathlib.Path(folder)
    pairs, recordings, voiceless = [], [], []
    for render in sorted(folder.glob("renders/*.wav")):
        beside = folder / "readings" / f"{render.stem}.pair.json"
        if not render.stem.endswith("-at-48k"):
            speech = folder / "speech" / f"{render.stem.rsplit('-', 1)[0]}.wav"
            value, late = readings(beside)
            pairs.append([speech, render, value("stoi"), value("estoi"), late])
        value, late = readings(folder / "readings" / f"{render.stem}.alone.json")
        if late != 0:
            raise ValueError(f"'{render.name}' is {late} frames late against its softer copy")
        recordings.append(
            [render, *map(value, ["integrated-loudness", "loudness-range", "true-peak"])]
        )
    if len(pairs) < FEWEST_PAIRS:
        raise ValueError(f"only {len(pairs)} pairs were measured")
    for name, lines in [("pairs", pairs), ("recordings", recordings)]:
        text = "".join("\t".join(map(str, line)) + "\n" for line in lines)
        (folder / name).write_text(text, encoding="utf-8")
    return 0


def table(path, page=None):
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    cells = [HEAD]
    for figure, against, count, worst, unit, limit, failed, where, note in rows:
        worst, limit = f"{worst} {unit}".strip(), f"{limit} {unit}".strip() if limit else "none"
        cells.append([figure, against, count, worst, limit, failed, where, note])
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEAD))]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    drawn = "\n".join(lines)
    print(drawn)
    if page:
        pathlib.Path(page).write_text(drawn + "\n", encoding="utf-8")
    failed = sum(int(row[6]) for row in rows)
    held = [row for row in rows if row[5] and int(row[2])]
    missing = [figure for figure in FIGURES if figure not in (row[0] for row in held)]
    compared = sum(int(row[2]) for row in held)
    print(f"{compared} figures held against those of others: {failed} too far apart.")
    if missing:
        print(f"crosscheck: not compared: {', '.join(missing)}.", file=sys.stderr)
    return 1 if failed else 2 if missing else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    try:
        if words[:1] == ["lists"] and len(words) == 2:
            sys.exit(lists(words[1]))
        if words[:1] == ["table"] and len(words) in (2, 3):
            sys.exit(table(*words[1:]))
    except (OSError, KeyError, ValueError) as error:
        print(f"crosscheck: {error!r}", file=sys.stderr)
        sys.exit(2)
    print(__doc__, file=sys.stderr)
    sys.exit(64)
