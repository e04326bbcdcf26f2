"""The jobs of bench-peers that run in Python: pedalboard, and scipy with numba.

   bench-peers.py presets LIBRARY | compile | versions
   bench-peers.py one|clips|space pedalboard|scipy FOLDER IN...
"""

import glob
import json
import math
import os
import sys

# The level that ends the curves below, and how far the gate goes down, in dB.
LOWEST, DEEPEST = -120.0, 60.0
ROOMS = {"smallRoom": 0.25, "plate": 0.5, "largeHall": 0.8, "cathedral": 0.95}


def print_presets(library):
    """One line a preset: id, category, room, mix, high-pass, attack, release, curve of pairs of
    levels, gate threshold and ratio, compressor threshold and ratio, then the bells as
    frequency:octaves:decibels."""
    for path in sorted(glob.glob(library + "/*.json")):
        with open(path) as file:
            preset = json.load(file)
        over, headroom = -preset["compressionThreshold"], preset["compressionHeadroom"]
        # Our law at 0 dBFS: its ratio there stands for the whole curve.
        top = 2 * headroom / math.pi * math.atan(math.pi * over / (2 * headroom))
        gate, ratio = preset["expansionThreshold"], preset["expansionRatio"]
        curve = []
        if ratio > 1:
            knee = max(LOWEST, gate - DEEPEST / (ratio - 1))
            if knee > LOWEST:
                curve += [LOWEST, LOWEST - DEEPEST]
            curve += [knee, gate + ratio * (knee - gate), gate, gate]
        else:
            curve += [LOWEST, LOWEST]
        curve += [-over, -over, 0, top - over]
        numbers = [preset["highPassFreq"], preset["attackTime"], preset["releaseTime"]]
        bells = [
            ":".join(f"{bell[key]:g}" for key in ("frequency", "bandwidth", "gain"))
            for bell in preset["eqBands"]
        ]
        print(
            preset["id"], preset["category"], preset["reverbPreset"] or "none",
            f"{preset['reverbMix']:g}", *(f"{number:g}" for number in numbers),
            ",".join(f"{level:.4g}" for level in curve), f"{gate:g}", f"{ratio:g}",
            f"{-over:g}", f"{over / top:.4g}", *bells,
        )


def read_presets(path, category=None):
    """The presets as lists of words."""
    with open(path) as file:
        lines = [line.split() for line in file]
    return [line for line in lines if category in (None, line[1])]


def bells_of(line):
    return [tuple(map(float, bell.split(":"))) for bell in line[12:]]


def quality(octaves):
    return 2 ** (octaves / 2) / (2**octaves - 1)


def pedalboard_renderer(line, has_room):
    """A function from audio and rate to audio."""
    import pedalboard as board

    high_pass, attack, release = map(float, line[4:7])
    gate, gate_ratio, threshold, ratio = map(float, line[8:12])
    # Its high-pass is of the first order, so two stand in for one of the second.
    stages = [board.HighpassFilter(high_pass), board.HighpassFilter(high_pass)]
    stages += [board.PeakFilter(f, g, quality(o)) for f, o, g in bells_of(line)]
    if gate_ratio > 1:
        stages.append(board.NoiseGate(gate, gate_ratio, attack * 1000, release * 1000))
    stages.append(board.Compressor(threshold, ratio, attack * 1000, release * 1000))
    if has_room:
        wet = float(line[3]) / 100
        stages.append(
            board.Reverb(
                room_size=ROOMS[line[2]], damping=0.4, wet_level=wet, dry_level=1 - wet, width=0))
    chain = board.Pedalboard(stages)

    def render(audio, rate):
        result = chain(audio.T, rate)
        result *= 10 ** (-1 / 20) / max(result.max(), -result.min())
        return result.T

    return render


def scipy_renderer(line, follow):
    """The same with scipy's filters in floats, and a compiled loop for the rest."""
    import numpy
    from scipy.signal import sosfilt

    high_pass, attack, release = map(float, line[4:7])
    gate, gate_ratio, threshold, ratio = map(float, line[8:12])

    def sections(rate):
        # Source: R. Bristow-Johnson, Audio EQ Cookbook.
        angle = 2 * math.pi * high_pass / rate
        alpha, cosine = math.sin(angle) / math.sqrt(2), math.cos(angle)
        rows = [[(1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2,
                 1 + alpha, -2 * cosine, 1 - alpha]]
        for frequency, octaves, gain in bells_of(line):
            angle = 2 * math.pi * frequency / rate
            alpha, cosine = math.sin(angle) / (2 * quality(octaves)), math.cos(angle)
            amount = 10 ** (gain / 40)
            rows.append([1 + alpha * amount, -2 * cosine, 1 - alpha * amount,
                         1 + alpha / amount, -2 * cosine, 1 - alpha / amount])
        return numpy.array([[n / row[3] for n in row] for row in rows], numpy.float32)

    def render(audio, rate):
        filtered = sosfilt(sections(rate), audio, axis=0)
        numbers = [1 - math.exp(-1 / (seconds * rate)) for seconds in (attack, release)]
        numbers += [threshold, 1 / ratio - 1, gate, gate_ratio - 1]
        peak = max(
            follow(filtered[:, channel], *map(numpy.float32, numbers))
            for channel in range(filtered.shape[1]))
        filtered *= numpy.float32(10 ** (-1 / 20) / peak)
        return filtered

    return render


def compiled_follower():
    """Envelope, curve and peak in one loop, in place; compiled once and cached."""
    import numpy
    from numba import njit

    single = numpy.float32

    @njit(cache=True, fastmath=True)
    def follow(samples, attack, release, threshold, slope, gate, gate_slope):
        envelope = single(0)
        peak = single(0)
        for index in range(samples.size):
            size = abs(samples[index])
            envelope += (attack if size > envelope else release) * (size - envelope)
            level = single(6.0205999) * numpy.log2(envelope + single(1e-9))
            gain = single(0)
            if level > threshold:
                gain = slope * (level - threshold)
            elif level < gate:
                gain = max(gate_slope * (level - gate), single(-60))
            sample = samples[index] * numpy.exp2(gain * single(0.16609640))
            samples[index] = sample
            peak = max(peak, abs(sample))
        return peak

    return follow


def run(job, peer, folder, paths):
    import soundfile

    target = None
    if job == "clips":
        lines = read_presets(folder + "/dry-presets")
    else:
        lines = read_presets(folder + "/presets", "space" if job == "space" else None)
    if job == "one":
        lines, target, paths = [line for line in lines if line[0] == "denoise"], paths[1], paths[:1]
    if peer == "pedalboard":
        renderers = [pedalboard_renderer(line, job == "space") for line in lines]
    else:
        follow = compiled_follower()
        renderers = [scipy_renderer(line, follow) for line in lines]
    for path in paths:
        audio, rate = soundfile.read(path, dtype="float32", always_2d=True)
        for line, render in zip(lines, renderers):
            name = target or f"{folder}/out/{line[0]}-{os.path.basename(path)}"
            soundfile.write(name, render(audio, rate), rate, subtype="FLOAT")


def compile_follower():
    """Fills the cache with the loop for one channel, contiguous or not."""
    import numpy

    follow = compiled_follower()
    numbers = [numpy.float32(0.5)] * 6
    for audio in (numpy.zeros((8, 1), numpy.float32), numpy.zeros((8, 2), numpy.float32)):
        follow(audio[:, 0], *numbers)


def print_versions():
    import numba, numpy, pedalboard, scipy

    print(", ".join(f"{m.__name__} {m.__version__}" for m in (pedalboard, scipy, numba, numpy)))


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["presets"] and len(words) == 2:
        print_presets(words[1])
    elif words == ["compile"]:
        compile_follower()
    elif words == ["versions"]:
        print_versions()
    elif len(words) >= 4 and words[0] in ("one", "clips", "space"):
        run(words[0], words[1], words[2], words[3:])
    else:
        sys.exit(__doc__)
