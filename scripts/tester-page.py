"""Writes docs/tester.md from what was measured.

tester-page.py READINGS AXES.md AGREEMENT.md PAGE.md: READINGS is a folder of VOICE.RUN.json, as
'harness measure' writes them, of the voices S, F and W; AXES.md is the table of check-tester,
AGREEMENT.md that of AgreementTests. What stands between the marks of the cross-checks in PAGE.md
is kept. Exit codes: 0 written; 2 something was not measured.
"""

import json
import pathlib
import re
import sys

VOICES = ["S", "F", "W"]
HARMLESS = ["hp80", "gain-6", "delay20", "exp50", "comp3"]
RUNS = ["exp28", "gate40", "gate28", "hp200", "cut300", "cut300-3", "reverb20", "reverb80"]
HEADS = {"cut300": "cut300/12", "cut300-3": "cut300/3"}
MARKS = ("<!-- cross-checks: kept by scripts/tester-page -->", "<!-- end of cross-checks -->")
# The metric, its words, its digits, and what the prototype read: by run, S / F / W.
ROWS = [
    ("lost-speech-time", "lost at -12 dB, %", 1, {
        "harmless": "0", "exp28": "1.4 / 1.9 / 4.3", "gate40": "0.7 / 1.2 / 7.5",
        "gate28": "17 / 34 / 41", "hp200": "0 to 0.2"}),
    ("faded-speech-time", "lost at -6 dB, %", 1, {
        "harmless": "0", "exp28": "6 / 10 / 18", "gate40": "0.7 / 1.2 / 8",
        "gate28": "20 / 37 / 42", "hp200": "0 to 2.1"}),
    ("longest-hole", "longest hole, ms", 0, {
        "harmless": "0", "exp28": "12 / 24 / 24", "gate40": "16 / 24 / 48",
        "gate28": "124 / 172 / 168", "hp200": "4"}),
    ("weak-class-gain", "weak class, dB", 1, {
        "harmless": "0 to 5.5", "exp28": "-4.2 / -3.2 / -4.9", "gate40": "-1.9 / -1.3 / -7",
        "gate28": "-32 / -34 / -36"}),
    ("lost-final-obstruents", "finals lost, %", 0, {
        "harmless": "0", "exp28": "0 / 8 / 36", "gate40": "0 / 0 / 16",
        "gate28": "0 / 48 / 56"}),
    ("gate-chatter", "chatter, per s", 1, {
        "harmless": "0", "exp28": "2.5 / 3.0 / 5.2", "gate40": "0.5 / 1.6 / 4.2",
        "gate28": "11 / 11 / 9", "hp200": "0 to 1.2"}),
    ("voice-body", "body, dB", 1, {
        "harmless": "-1.1 to 3.4", "exp28": "0", "gate40": "0", "gate28": "0",
        "hp200": "-17 / -15 / -"}),
    ("third-octave-deviation", "third-octave, dB", 1, {
        "harmless": "0 to 2.7", "exp28": "0 to 0.3", "gate40": "0", "gate28": "0 to 0.9",
        "hp200": "12 to 18", "cut300": "6.2", "cut300-3": "2.2"}),
    ("low-mids", "low mids, dB", 1, {
        "harmless": "-0.1 to 2.3", "exp28": "0", "gate40": "0", "gate28": "0",
        "cut300": "-5.3 / -3.3 / -3.8", "cut300-3": "-1.7 to -1.1"}),
    ("sti", "STI", 2, {}),
    ("clarity", "C50, dB", 1, {}),
]


class NotMeasured(Exception):
    """A run without readings."""


def load(folder):
    """By voice and run: the readings, and the metrics that had too little material."""
    found = {}
    for voice in VOICES:
        for run in HARMLESS + RUNS:
            path = pathlib.Path(folder) / f"{voice}.{run}.json"
            try:
                document = json.loads(path.read_text(encoding="utf-8"))
                values = {r["metric"]: r["value"] for r in document["readings"]}
                uncertain = {u["metric"] for u in document["uncertain"]}
            except (OSError, ValueError, KeyError) as error:
                raise NotMeasured(f"'{path.name}' holds no readings: {error!r}")
            found[voice, run] = (values, uncertain)
    return found


def number(value, digits):
    text = f"{float(value):.{digits}f}"
    return text[1:] if text.startswith("-") and float(text) == 0 else text


def cell(found, metric, digits, run):
    """The readings of the three voices."""
    words = []
    for voice in VOICES:
        values, uncertain = found[voice, run]
        if metric in values:
            words.append(number(values[metric], digits))
        else:
            words.append("?" if metric in uncertain else "-")
    return " / ".join(words)


def spread(found, metric, digits):
    """The least and the most of the harmless runs, on any voice."""
    values = [float(found[v, r][0][metric]) for v in VOICES for r in HARMLESS
              if metric in found[v, r][0]]
    if not values:
        return "-"
    low, high = number(min(values), digits), number(max(values), digits)
    return low if low == high else f"{low} to {high}"


def readings_table(found):
    heads = ["", "harmless five", *(HEADS.get(run, run) for run in RUNS)]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for metric, words, digits, prototype in ROWS:
        ours = [spread(found, metric, digits), *(cell(found, metric, digits, r) for r in RUNS)]
        lines.append("| " + " | ".join([f"**{words}**", *ours]) + " |")
        if prototype:
            theirs = [prototype.get(run, "") for run in ["harmless", *RUNS]]
            lines.append("| " + " | ".join(["prototype", *theirs]) + " |")
    return "\n".join(lines)


def kept(page):
    """What somebody wrote between the marks."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    inside = re.search(re.escape(MARKS[0]) + "(.*?)" + re.escape(MARKS[1]), text, re.DOTALL)
    return inside.group(1) if inside else "\n\n"


PAGE = """\
# How the tester is tested

Written by `scripts/tester-page`, which makes and measures everything on this page anew; nothing but the section on
cross-checks is written by hand. The runs are made by sox and ffmpeg ([scripts/tester-runs](../scripts/tester-runs) says how),
not by this project's chain, from speech at an active level of -26 dBov, and measured with `harness measure`.

## Nine runs, seven axes

Four kinds of harm must each fail on their own axis and on no other, five harmless changes on none
(`scripts/check-tester`, which fails where this table does).

{axes}

## Readings

S: a man reading, recorded, 7 s at 16 kHz, without labels. F: flite's `rms`, a man. W: flite's `slt`, a woman, whose weak
consonants go first. Cells are S / F / W; the harmless five are a range over the voices; "?" is too little speech, "-" a metric
that does not apply (body on a high voice). *Prototype* is what the definitions read when they were first tried, on the same
man, and the same two synthesisers with another text. Its gate was another program's, its runs were raised to a peak of -1 dBFS
and not of -1 dBTP, and its definitions differ as below: compare the order of magnitude.

{readings}

The depth of exp28, 12 dB, is the threshold of *lost*: a hundredth of a decibel decides whether its deepest frames count, so
its first and third rows are no finer than their order of magnitude; the second, at -6 dB, is. S has its consonants from
[the labeller](labeller.md), and their ends are not those of a phonetician. Reverberation fills what it follows: a room
behind a gate hides the holes from anybody who has the signals alone.

## Exact and estimated

For our own chain the gain of the dynamics and the response of the equaliser are known; for renders of others both are
estimated from the signals. Here both are held against each other on our chain:

{agreement}

- Dry: the tolerances are in `Tests/RunnerTests/AgreementTests.swift`. What is left comes from the limiter, which lowers loud
  frames behind the dynamics, so that the weak ones seem to rise (loudness: 3 dB); from gains that move within a frame of 16 ms,
  of which the trace takes the mean over time and the signal the mean over energy, so that at onsets the trace seems to count
  more as lost; and from recordings of few seconds, in which one frame is 0.3 %.
- With a room: axes 1 to 3 of an estimate are blind to what the room fills. Lost speech reads too low, the weak class up to
  20 dB too high. Use the tool's own chain for those presets, or render them dry.
- A response is fitted to all speech and not to its loud frames alone: bright consonants are seldom loud, and a telephone
  or a tape would otherwise pass for a gate that eats them.

## Cross-checks

{marks[0]}{cross}{marks[1]}

## Where the definitions differ from the prototype's, and why

| what | prototype | here | why |
|---|---|---|---|
| gain of a frame | 14 bands from 100 Hz | the bands from 186 Hz up | a low-cut must fail as a thin voice, not as eaten speech |
| equaliser in the gain | one median for all bands | a response for each band is fitted and taken out | a bell must fail as colour; a treble cut must not seem to gate every *s* |
| third-octaves | long-term spectra from 125 Hz | from 250 Hz, a fit of frame gains and band responses | gates and compressors bend long-term spectra; below lies the body, an axis of its own: so hp200 reads 1 dB and not 12 to 18 |
| low mids | 180-400 Hz | 200-400 Hz | away from the slope of a harmless low-cut and from high fundamentals |
| weak class | mean of decibels | no frame counts below -40 dB | how deep silence is must not decide a mean |
| holes | bands as above | active frames at or under -12 dB in one piece | frames at the edges fall otherwise: under gate28 the hole of S is 36 ms longer here |
| finals lost | mean over the label | energy over 1.5 kHz decides, 8 ms at each end left out | a vowel beside the label must not stand for the consonant |
| level of the runs | peak at -1 dBFS | -1 dBTP | the peaks between samples clip elsewhere |
"""


def main(readings, axes, agreement, page):
    page = pathlib.Path(page)
    try:
        found = load(readings)
    except NotMeasured as error:
        print(f"tester-page: {error}.", file=sys.stderr)
        return 2
    text = PAGE.format(
        axes=pathlib.Path(axes).read_text(encoding="utf-8").strip(),
        readings=readings_table(found),
        agreement=pathlib.Path(agreement).read_text(encoding="utf-8").strip(),
        marks=MARKS, cross=kept(page))
    page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
