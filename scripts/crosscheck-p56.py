"""The Python part of crosscheck-p56.

   crosscheck-p56.py pad FOLDER FILE...   copies with 0.4 s of silence after the end, as float WAV;
                                          prints where each is, and its name
   crosscheck-p56.py compare              reads 'LEVEL PADDED NAME' lines, tabs between
"""

import os
import sys
from importlib.metadata import version

import numpy as np
import soundfile
from crosscheck_rows import Row, finish
from scipy.signal import lfilter

LIMIT = 0.2
GAINS = np.arange(0, 6, 0.75)


def pad(folder, files):
    for number, path in enumerate(files):
        audio, rate = soundfile.read(path, always_2d=True, dtype="float32")
        audio = np.concatenate([audio, np.zeros((int(0.4 * rate), audio.shape[1]), "float32")])
        padded = os.path.join(folder, f"{number:04d}.wav")
        soundfile.write(padded, audio, rate, subtype="FLOAT")
        print(padded, "/".join(path.split(os.sep)[-3:]), sep="\t")


def fifteen_thresholds(samples, rate):
    """How far the reading at thresholds of 1/2, 1/4 ... of full scale, with a straight line
    between, moves when the file is made louder: that reading as it is, the least, the greatest."""
    keep = np.exp(-1 / (0.03 * rate))
    envelope = abs(samples)
    for _ in range(2):
        envelope = lfilter([1 - keep], [1, -keep], envelope)
    here = np.arange(len(samples))
    readings = []
    for gain in 10 ** (GAINS / 20):
        energy, before, reading = np.sum(samples**2), None, np.nan
        for j in range(15, 0, -1):
            over = envelope >= 0.5**j / gain
            last = np.maximum.accumulate(np.where(over, here, -len(samples) - rate))
            active = np.count_nonzero(here - last <= int(0.2 * rate + 0.5))
            if not active:
                break
            level = 10 * np.log10(energy / active)
            excess = level - 20 * np.log10(0.5**j / gain) - 15.9
            if excess <= 0:
                part = before[1] / (before[1] - excess) if before else 1
                low = before[0] if before else level
                reading = low + part * (level - low)
                break
            before = (level, excess)
        readings.append(reading)
    return readings[0], np.nanmin(readings), np.nanmax(readings)


def compare():
    from pyvoicebox.v_activlev import v_activlev

    print("   ours  pyvoicebox  difference  15 thresholds, and how far with gain")
    against = f"pyvoicebox-sap {version('pyvoicebox-sap')}"
    level = Row("active speech level", against, "dB", LIMIT)
    loosely = Row("active speech level, loosely defined", against, "dB", LIMIT)
    loosely.note = "the reading of the standard moves with gain, and that much more is allowed"
    for line in sys.stdin:
        ours, padded, name = line.rstrip("\n").split("\t")
        audio, rate = soundfile.read(padded, always_2d=True)
        levels = [float(v_activlev(channel, rate, "d")[0]) for channel in audio.T]
        theirs = max(levels)
        channel = audio.T[levels.index(theirs)]
        fifteen, least, greatest = fifteen_thresholds(channel, rate)
        spread = greatest - least
        difference = float("nan") if ours == "none" else float(ours) - theirs
        defined = spread <= LIMIT
        # How loosely is not known where the standard's own reading has no number.
        good = level.add(difference, name) if defined else loosely.add(difference, name, spread)
        mark = ("" if defined else " *") + ("" if good else "  TOO FAR")
        print(
            f"{ours[:8]:>7}  {theirs:10.3f}  {difference:+10.3f}  {fifteen:13.3f}"
            f"  {spread:6.3f}  {name}{mark}"
        )
    status = finish([level] + ([loosely] if loosely.count else []))
    sys.exit(status if level.count else 2)


if sys.argv[1:2] == ["pad"]:
    pad(sys.argv[2], sys.argv[3:])
elif sys.argv[1:] == ["compare"]:
    compare()
else:
    sys.exit(__doc__)
