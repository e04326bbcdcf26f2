"""Third-octave levels and hum lines of recorded noise, as JSON.

   measure-noise.py ROOT [NAME...]       the noises of the list below, from unpacked packages
   measure-noise.py ROOT --of FILE...    one noise in files of one's own

A pause is a run of frames of 20 ms whose mean square is under a limit, without 40 ms at either
end, and at least 150 ms long; frames of digital zeros are none. The limit is 6 dB over the tenth
percentile of the frames that are not zeros. Steady noise is taken whole, in stretches of 1.5 s.
Each stretch is read with one Hann window, and the powers are averaged by length (P. D. Welch,
IEEE Transactions on Audio and Electroacoustics 15(2), 1967). Levels are decibels re full scale
of the mean square of a band (IEC 61260-1:2014, base ten). Lines are read within 3.5 Hz of the
multiples of the mains or of a blade, less the median of the bins within 20 Hz, and are left out of the bands.
"""

import glob
import io
import json
import sys
import zipfile

import numpy as np
import soundfile

FRAME_SECONDS, GUARD_SECONDS, SHORTEST_SECONDS, STRETCH_SECONDS = 0.02, 0.04, 0.15, 1.5
SIZE = 1 << 17
KLETTRES = "usr/share/klettres/"
UFO = "usr/share/games/ufoai/base/0snd.pk3!sound/ambience/"
# name: files, whether only their pauses are noise, frequency of a comb of lines or None
NOISES = {
    "klettres-en": (KLETTRES + "en/syllab/*.ogg", True, 60),
    "klettres-hu": (KLETTRES + "hu/syllab/*.ogg", True, 50),
    "klettres-en-gb": (KLETTRES + "en_GB/syllab/*.ogg", True, None),
    "librivox": ("usr/share/pocketsphinx/test/data/librivox/*.wav", True, None),
    "alsa-noise": ("usr/share/sounds/alsa/Noise.wav", False, None),
    "ktuberling-lt": ("usr/share/ktuberling/sounds/lt/*", True, None),
    "ktuberling-da": ("usr/share/ktuberling/sounds/da/*", True, None),
    "restaurant": ("phonlab/data/noise/restaurant.wav", False, None),
    "party": ("phonlab/data/noise/party.wav", False, None),
    "babble": ("phonlab/data/noise/babble.wav", False, None),
    "vinyl-hiss": ("usr/share/sonic-pi/samples/vinyl_hiss.flac", False, None),
    "minepump": (UFO + "minepump03.ogg", False, None),
    "arctic-wind": (UFO + "arcticwind.ogg", False, None),
    "wind-turbine": (UFO + "wind_turbine.ogg", False, 54.17),
    "key-strokes": ("usr/share/buckle/wav/*.wav", False, None),
}


def opened(root, pattern):
    """The recordings that a pattern names, in order; 'ARCHIVE!PATH' reads from a zip."""
    if "!" in pattern:
        archive, path = pattern.split("!")
        with zipfile.ZipFile(f"{root}/{archive}") as file:
            yield soundfile.read(io.BytesIO(file.read(path)), always_2d=True)
        return
    paths = sorted(glob.glob(f"{root}/{pattern}"))
    if not paths:
        sys.exit(f"measure-noise: no file fits '{pattern}'.")
    for path in paths:
        yield soundfile.read(path, always_2d=True)


def frame_powers(samples, rate):
    size = int(FRAME_SECONDS * rate)
    count = len(samples) // size
    return (samples[: count * size].reshape(count, size) ** 2).mean(axis=1), size


def pauses(samples, rate, limit):
    powers, size = frame_powers(samples, rate)
    # A decoder leaves less than one step of 16 bits where its maker put zeros.
    quiet = (powers < limit) & (powers > 1e-10)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], quiet.astype(int), [0]])))
    for start, end in zip(edges[::2], edges[1::2]):
        first, last = start * size, end * size
        guard = int(GUARD_SECONDS * rate)
        first += guard if first else 0
        last -= guard if last < len(samples) - size else 0
        if last - first >= SHORTEST_SECONDS * rate:
            yield samples[first:last]


def stretches(recordings, only_pauses):
    channels = [(samples[:, 0], rate) for samples, rate in recordings]
    limit = np.inf
    if only_pauses:
        powers = np.concatenate([frame_powers(*channel)[0] for channel in channels])
        limit = np.percentile(powers[powers > 1e-10], 10) * 10**0.6
    for samples, rate in channels:
        if only_pauses:
            yield from ((pause, rate) for pause in pauses(samples, rate, limit))
        else:
            size = min(len(samples), int(STRETCH_SECONDS * rate))
            for first in range(0, len(samples) - size + 1, size):
                yield samples[first : first + size], rate


def spectrum(parts):
    """One-sided power of each bin, which add up to the mean square, and the width of a bin."""
    rates = {rate for _, rate in parts}
    if len(rates) != 1:
        common = max(rates, key=lambda rate: sum(len(p) for p, r in parts if r == rate))
        parts = [(part, rate) for part, rate in parts if rate == common]
    rate = parts[0][1]
    total, weight = np.zeros(SIZE // 2 + 1), 0
    for part, _ in parts:
        window = np.hanning(len(part) + 1)[:-1]
        power = np.abs(np.fft.rfft((part - part.mean()) * window, SIZE)) ** 2
        total += len(part) * 2 * power / (SIZE * (window**2).sum())
        weight += len(part)
    return total / weight, rate / SIZE, rate, weight / rate, len(parts)


def lines(power, width, mains):
    """Takes lines out of the bins, and returns their levels from the first harmonic up."""
    levels = []
    frequencies = np.arange(len(power)) * width
    for number in range(1, int(3000 / mains) + 1):
        near = np.abs(frequencies - number * mains)
        line = near < 3.5
        floor = np.median(power[(near > 5) & (near < 20)])
        share = (power[line] - floor).sum()
        stands_out = power[line].max() > 4 * floor
        levels.append(round(10 * np.log10(share), 1) if stands_out and share > 0 else None)
        if stands_out:
            power[near < 5] = np.minimum(power[near < 5], floor)
    while levels and levels[-1] is None:
        levels.pop()
    return levels


def bands(power, width, rate):
    frequencies = np.arange(len(power)) * width
    levels = {}
    for index in range(-16, 15):
        low, high = 1000 * 10 ** ((index - 0.5) / 10), 1000 * 10 ** ((index + 0.5) / 10)
        if high > rate / 2 * 1.001:
            break
        share = np.clip(
            np.minimum(frequencies + width / 2, high) - np.maximum(frequencies - width / 2, low),
            0, None) / width
        levels[nominal(index)] = round(10 * np.log10((share * power).sum() + 1e-20), 1)
    return levels


def nominal(index):
    step = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8][index % 10]
    return f"{step * 10 ** (3 + index // 10):g}"


def measured(name, recordings, only_pauses, mains):
    parts = list(stretches(recordings, only_pauses))
    if not parts:
        sys.exit(f"measure-noise: '{name}' has no pause.")
    power, width, rate, seconds, count = spectrum(parts)
    result = {"name": name, "stretches": count, "seconds": round(seconds, 1), "rateHz": rate,
              "rmsDBFS": round(10 * np.log10(power.sum()), 1)}
    if mains:
        result["fundamentalHz"] = mains
        result["linesDB"] = lines(power, width, mains)
    result["bandsDB"] = bands(power, width, rate)
    return result


def main(arguments):
    root, names = arguments[0], arguments[1:]
    if names and names[0] == "--of":
        recordings = [soundfile.read(path, always_2d=True) for path in names[1:]]
        print(json.dumps(measured(" ".join(names[1:]), recordings, False, None)))
        return
    for name in names or NOISES:
        if name not in NOISES:
            sys.exit(f"measure-noise: no noise '{name}'; there are: {', '.join(NOISES)}.")
        pattern, only_pauses, mains = NOISES[name]
        print(json.dumps(measured(name, list(opened(root, pattern)), only_pauses, mains)))


main(sys.argv[1:])
