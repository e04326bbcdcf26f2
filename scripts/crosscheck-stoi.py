"""Holds our intelligibility indices against pystoi, a public implementation.

   crosscheck-stoi.py FILE     a list, tabs between: clean speech, render, our STOI, our ESTOI
                               (nan: no number), and by how many frames the render is late

Prints each difference, and the worst at the end. Channels are averaged; what a render lacks at its
start or end is silence, and what sounds on after the speech is left out. pystoi adds noise where
a band is digital silence, and its ESTOI differs from one run to the next there: where two runs
differ, that much more is allowed, and printed.
Exit codes: 0 within 0.0001; 1 further apart; 2 something is missing; 64 usage.
"""

import os
import sys
import warnings
from importlib.metadata import version
from multiprocessing import Pool

import numpy as np
from crosscheck_rows import Row, finish

LIMIT = 1e-4


def take_out(render, late, frames):
    """The render without its delay, as long as the speech."""
    if abs(late - round(late)) > 0.02:
        # A second of silence on both sides: the shift goes round.
        pad = 65536
        render = np.pad(render, ((pad, pad), (0, 0)))
        angles = -2j * np.pi * np.fft.rfftfreq(len(render))[:, None] * -late
        render = np.fft.irfft(np.fft.rfft(render, axis=0) * np.exp(angles), len(render), axis=0)
        late = pad
    late = round(late)
    render = np.pad(render, ((max(0, -late), 0), (0, 0)))[max(0, late) :][:frames]
    return np.pad(render, ((0, frames - len(render)), (0, 0)))


def theirs(clean, render, rate, extended, seed):
    from pystoi import stoi

    np.random.seed(seed)
    # Too little speech is a warning there, and a number that means nothing.
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        return float(np.mean([stoi(x, y, rate, extended) for x, y in zip(clean.T, render.T)]))


def ask(words):
    """What pystoi says: STOI, ESTOI, and ESTOI with other noise where ours is not within it."""
    import soundfile

    clean, rate = soundfile.read(words[0], always_2d=True)
    render, render_rate = soundfile.read(words[1], always_2d=True)
    if render_rate != rate or render.shape[1] != clean.shape[1]:
        raise ValueError(f"'{words[1]}' does not fit its clean speech")
    render = take_out(render, float(words[4]) if len(words) > 4 else 0.0, len(clean))
    said = [theirs(clean, render, rate, extended, 1) for extended in (False, True)]
    # Only where its noise could matter: it takes as long as the rest.
    again = said[1]
    if not abs(float(words[3]) - again) <= LIMIT:
        again = theirs(clean, render, rate, True, 2)
    return *said, again


def compare(path):
    rows = [Row(name, f"pystoi {version('pystoi')}", "", LIMIT) for name in ("STOI", "ESTOI")]
    loosest = 0.0
    print("  STOI     difference  ESTOI    difference  loose    render")
    lines = [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8")]
    lines = [words for words in lines if words != [""]]
    with Pool(os.cpu_count()) as pool:
        for words, (stoi, estoi, again) in zip(lines, pool.imap(ask, lines)):
            name = os.path.basename(words[1]).removesuffix(".wav")
            loose = abs(estoi - again)
            loosest = max(loosest, loose)
            # A reading without a number is NaN, which is further apart than anything.
            differences = float(words[2]) - stoi, float(words[3]) - estoi
            fits = [rows[0].add(differences[0], name), rows[1].add(differences[1], name, loose)]
            print(
                f"{stoi:8.5f}  {differences[0]:+.1e}  {estoi:8.5f}  {differences[1]:+.1e}"
                f"  {loose:.0e}  {name}{'' if all(fits) else '  TOO FAR'}"
            )
    if not lines:
        print("crosscheck-stoi: the list is empty, so nothing was checked", file=sys.stderr)
        return 2
    rows[1].note = f"where it is further, pystoi's own moves by up to {loosest:.0e} with its noise"
    return finish(rows)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    try:
        sys.exit(compare(sys.argv[1]))
    except (OSError, ImportError, ValueError, RuntimeError, RuntimeWarning) as error:
        print(f"crosscheck-stoi: {error}", file=sys.stderr)
        sys.exit(2)
