"""What the measurements say of the tester's nine runs, as a table of runs and axes.

check-tester.py READINGS [TABLE.md]: READINGS is a folder of VOICE.RUN.json, as 'harness measure'
writes them. VOICE ends in '-high' where the voice is too high to show a lost body. Exit codes:
0 each run fails on its own axis only, or on none if it is harmless; 1 not so; 2 not measured.
"""

import json
import pathlib
import sys

AXES = {
    "lostSpeech": "eaten",
    "weakConsonants": "weak",
    "chatter": "chatter",
    "voiceBody": "body",
    "colour": "colour",
    "wetness": "wet",
    "levelAndNoise": "level",
}
# Of each run the axes that must fail. Nothing else may.
RUNS = {
    "gate28": ["lostSpeech", "weakConsonants", "chatter"],
    "hp200": ["voiceBody"],
    "cut300": ["colour"],
    "reverb80": ["wetness"],
    "hp80": [],
    "gain-6": [],
    "delay20": [],
    "exp50": [],
    "comp3": [],
}
# "none": no metric of the axis has anything to say of these recordings.
VERDICTS = ["ok", "none", "uncertain", "warn", "fail"]


class NotMeasured(Exception):
    """A run without a verdict on every axis."""


def read(folder):
    """The voices, and by voice and run what was measured."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        voice, run = path.stem.rsplit(".", 1)
        try:
            measured = json.loads(path.read_text(encoding="utf-8"))
            missing = [a for a in AXES if measured["axes"].get(a) not in VERDICTS]
            readings = measured["readings"]
        except (ValueError, KeyError, AttributeError) as error:
            raise NotMeasured(f"'{path.name}' is not what 'harness measure' writes: {error!r}")
        if missing:
            raise NotMeasured(f"'{path.name}' has no verdict on {', '.join(missing)}")
        if not readings:
            raise NotMeasured(f"'{path.name}' holds no readings")
        found[voice, run] = measured
    voices = sorted({voice for voice, _ in found})
    gaps = [f"{v}.{r}" for v in voices for r in RUNS if (v, r) not in found]
    if not voices or gaps:
        raise NotMeasured(f"nothing was measured of {', '.join(gaps) or 'any voice'}")
    return voices, found


def worst_reading(measured, axis):
    """The readings of an axis that have its verdict, in words."""
    verdict = measured["axes"][axis]
    words = []
    for reading in measured["readings"]:
        if reading.get("axis") == axis and reading.get("verdict") == verdict:
            value = reading.get("value")
            number = f"{value:.2f}" if isinstance(value, (int, float)) else str(value)
            words.append(f"{reading['metric']} {number} {reading.get('unit', '')}".strip())
    return "; ".join(words) or "no reading says why"


def judge(voices, found):
    """The cells of the table, what is wrong, and what is close to it."""
    cells, wrong, close = {}, [], []
    for run, own in RUNS.items():
        for axis in AXES:
            counts = dict.fromkeys(VERDICTS, 0)
            for voice in voices:
                measured = found[voice, run]
                verdict = measured["axes"][axis]
                counts[verdict] += 1
                told = f"{run}, {voice}, {axis}: {verdict}, {worst_reading(measured, axis)}"
                if axis in own:
                    too_high = axis == "voiceBody" and voice.endswith("-high")
                    if verdict != "fail" and not (too_high and verdict in ("none", "uncertain")):
                        wrong.append(f"missed: {told}")
                elif verdict == "fail":
                    wrong.append(f"off its axis: {told}" if own else f"harmless, yet: {told}")
                elif verdict == "warn":
                    close.append(told)
            if counts["uncertain"] + counts["none"] == len(voices):
                wrong.append(f"not judged: {run}, {axis}: on no voice")
            seen = [f"{counts[v]} {v}" for v in reversed(VERDICTS) if counts[v]]
            cell = seen[0].split()[1] if len(seen) == 1 else ", ".join(seen)
            cells[run, axis] = f"**{cell}**" if axis in own else cell
    return cells, wrong, close


def table(cells):
    """The nine runs by the seven axes, in Markdown; bold are the axes of a run's own harm."""
    rows = [["run", *AXES.values()], *([r, *(cells[r, a] for a in AXES)] for r in RUNS)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |" for row in rows]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(lines)


def main(folder, page=None):
    try:
        voices, found = read(folder)
    except NotMeasured as error:
        print(f"check-tester: {error}.", file=sys.stderr)
        return 2
    cells, wrong, close = judge(voices, found)
    drawn = table(cells)
    print(drawn)
    for words in close:
        print(f"close: {words}")
    for words in wrong:
        print(f"WRONG: {words}")
    verdict = f"{len(voices)} voices, {len(found)} runs measured: "
    verdict += f"{len(wrong)} wrong" if wrong else "every run as it must be"
    print(verdict)
    if page:
        legend = "Bold: must fail. Without a count: on every voice."
        text = [f"Voices: {', '.join(voices)}. {legend}", drawn]
        text += ["\n".join(f"- {words}" for words in lines) for lines in (wrong, close) if lines]
        pathlib.Path(page).write_text("\n\n".join(text) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
