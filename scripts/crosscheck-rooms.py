"""The Python part of crosscheck-rooms.

   crosscheck-rooms.py make FOLDER   decays as float WAV
   crosscheck-rooms.py compare       reads lines 'EDT T20 T30 C50 TRANSMISSION STI FILE', tabs
                                     between, 'none' where there is no such time; exit code 1
                                     where one is further than 1e-4 from what it should be
"""

import os
import sys
from importlib.metadata import version

import numpy as np
import soundfile
from crosscheck_rows import Row, finish
from scipy.io import wavfile

LIMIT = 1e-4
NEPERS = 6 * np.log(10)
MODULATIONS = np.array([0.63, 0.8, 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10, 12.5])
DECAYS = [0.2, 0.5, 1.2, 3.0]
RATES = [16000, 44100, 48000]


def make(folder):
    for rate in RATES:
        for seconds in DECAYS:
            time = np.arange(int(2.2 * seconds * rate)) / rate
            decay = np.exp(-NEPERS / 2 * time / seconds)
            noise = np.random.default_rng(int(10 * seconds)).standard_normal(len(time)) * decay
            noise[0] = 0.5 * np.abs(noise).max()
            tail = 0.05 * noise
            tail[: rate // 100] = 0
            tail[0] = 1
            for kind, samples in [("even", decay), ("noise", noise), ("room", tail)]:
                samples = (samples / np.abs(samples).max()).astype(np.float32)
                # Not soundfile, which adds a chunk with the date.
                wavfile.write(os.path.join(folder, f"{kind}-{seconds}-{rate}.wav"), rate, samples)


def closed_form(seconds):
    """The transmission of a room in which all decays alike."""
    depth = 1 / np.sqrt(1 + (2 * np.pi * MODULATIONS * seconds / NEPERS) ** 2)
    ratio = np.clip(10 * np.log10(depth / (1 - depth)), -15, 15)
    return np.mean((ratio + 15) / 30)


def compare():
    import pyfar
    from pyrato import edc, parameters

    pyrato = f"pyrato {version('pyrato')}"
    rows = {
        "T20": Row("T20", pyrato, "of it", LIMIT),
        "T30": Row("T30", pyrato, "of it", LIMIT),
        "C50": Row("C50", pyrato, "dB", LIMIT),
        "EDT": Row("EDT, even decays", pyrato, "of it", LIMIT),
        "transmission": Row("MTF as an index, even decays", "its closed form", "", LIMIT),
        "STI": Row("STI, decaying noise", "its closed form", "", 0.03),
    }
    rows["STI"].note = "noise is even on average alone; 0.03 is what is just noticed (IEC 60268-16)"

    def hold(name, difference):
        rows[name].add(difference, file.removesuffix(".wav"))
        return difference

    print("   T20        T30        C50        EDT        transmission   file")
    for line in sys.stdin:
        *words, path = line.rstrip("\n").split("\t")
        early, t20, t30, clarity, transmission, sti = (
            np.nan if word == "none" else float(word) for word in words
        )
        file = os.path.basename(path)
        samples, rate = soundfile.read(path)
        # From the direct sound on, after ISO 3382-1.
        start = np.flatnonzero(np.abs(samples) >= 0.1 * np.abs(samples).max())[0]
        curve = edc.schroeder_integration(pyfar.Signal(samples[start:], rate))
        # The lines are drawn between levels against the start of the curve.
        curve = curve / curve.time[..., 0]
        cells = []
        for name, ours in [("T20", t20), ("T30", t30)]:
            theirs = parameters.reverberation_time_linear_regression(curve, name).item()
            # A line through less than half of its range is no reading of ours: the direct sound
            # stands too far over the tail.
            if np.isnan(ours) and file.startswith("room"):
                cells.append("     none")
                continue
            cells.append(f"{hold(name, abs(ours / theirs - 1)):9.1e}")
        theirs = parameters.clarity(curve, 50).item()
        cells.append(f"{hold('C50', abs(clarity - min(theirs, 40))):9.1e}")
        seconds = float(file.split("-")[1])
        if file.startswith("noise"):
            hold("STI", abs(sti - closed_form(seconds)))
        if file.startswith("even"):
            theirs = parameters.reverberation_time_linear_regression(curve, "EDT").item()
            cells.append(f"{hold('EDT', abs(early / theirs - 1)):9.1e}")
            cells.append(f"{hold('transmission', abs(transmission - closed_form(seconds))):9.1e}")
        print("  ".join(cells), file, sep="   ")
    missing = [name for name, row in rows.items() if not row.count]
    compared = sum(row.count for row in rows.values())
    if missing or compared < 100:
        print(f"crosscheck-rooms: only {compared} figures were compared.", file=sys.stderr)
        sys.exit(2)
    sys.exit(finish(rows.values()))


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"] and len(sys.argv) == 3:
        make(sys.argv[2])
    elif sys.argv[1:] == ["compare"]:
        compare()
    else:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
