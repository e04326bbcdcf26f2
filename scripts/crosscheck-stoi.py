"""Holds our intelligibility indices against pystoi, a public implementation.

   crosscheck-stoi.py FILE     a list, tabs between: clean speech, render, our STOI, our ESTOI

Prints each difference, and the worst at the end. Channels are averaged. pystoi adds noise where
a band is digital silence, and its ESTOI differs from one run to the next there: where two runs
differ, that much more is allowed, and printed.
Exit codes: 0 within 0.0001; 1 further apart; 2 something is missing; 64 usage.
"""

import sys
import warnings

import numpy as np

LIMIT = 1e-4


def theirs(clean, render, rate, extended, seed):
    from pystoi import stoi

    np.random.seed(seed)
    # Too little speech is a warning there, and a number that means nothing.
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        return float(np.mean([stoi(x, y, rate, extended) for x, y in zip(clean.T, render.T)]))


def compare(path):
    import soundfile

    worst = {"STOI": 0.0, "ESTOI": 0.0}
    count, failed = 0, 0
    print("  STOI     difference  ESTOI    difference  loose    render")
    for line in open(path, encoding="utf-8"):
        if not line.strip():
            continue
        clean_path, render_path, *ours = line.rstrip("\n").split("\t")
        clean, rate = soundfile.read(clean_path, always_2d=True)
        render, render_rate = soundfile.read(render_path, always_2d=True)
        if render_rate != rate or render.shape[1] != clean.shape[1] or len(render) < len(clean):
            print(f"crosscheck-stoi: '{render_path}' does not fit its clean speech", file=sys.stderr)
            return 2
        render = render[: len(clean)]
        first = theirs(clean, render, rate, False, 1)
        runs = [theirs(clean, render, rate, True, seed) for seed in (1, 2)]
        loose = abs(runs[0] - runs[1])
        differences = float(ours[0]) - first, float(ours[1]) - runs[0]
        fits = abs(differences[0]) <= LIMIT and abs(differences[1]) <= LIMIT + loose
        count += 1
        failed += not fits
        for name, difference in zip(worst, differences):
            worst[name] = max(worst[name], abs(difference)) if difference == difference else np.nan
        print(
            f"{first:8.5f}  {differences[0]:+.1e}  {runs[0]:8.5f}  {differences[1]:+.1e}"
            f"  {loose:.0e}  {render_path}{'' if fits else '  TOO FAR'}"
        )
    if not count:
        print("crosscheck-stoi: the list is empty, so nothing was checked", file=sys.stderr)
        return 2
    print(
        f"{count} renders, worst difference {worst['STOI']:.1e} of STOI, {worst['ESTOI']:.1e} of"
        f" ESTOI; {failed} further apart than {LIMIT}"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    try:
        sys.exit(compare(sys.argv[1]))
    except (OSError, ImportError, ValueError, RuntimeError, RuntimeWarning) as error:
        print(f"crosscheck-stoi: {error}", file=sys.stderr)
        sys.exit(2)
