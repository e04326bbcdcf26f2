"""What people would write in Python to measure what a preset did to speech, on arrays of numpy.

Everything that depends on the recording alone is worked out once for all of its renders, each
library is called as its pages say, and one transform serves all measures of a kind. Needs no
labels: onsets and pauses are those of the signal.
"""

import librosa
import numpy as np
import pyloudnorm
from pystoi import stoi
from scipy.fft import next_fast_len
from scipy.signal import resample_poly

TINY = 1e-12
# The seven bands of the seed article, third-octaves from 125 Hz, and the two of the voice.
BANDS = {
    "rumble": (20, 60), "bass": (60, 130), "body": (85, 180), "mud": (200, 400),
    "clarity": (1000, 3000), "crispness": (5000, 8000), "air": (10000, 20000),
    "low-mids": (180, 400), "middle": (500, 2000)}
THIRDS = [1000 * 2 ** (k / 3) for k in range(-9, 13)]


def decibels(power):
    return 10 * np.log10(power + TINY)


def band_matrix(edges, rate, size):
    """Rows of ones over the bins of each band."""
    bins = np.fft.rfftfreq(size, 1 / rate)
    return np.array([(bins >= low) & (bins < high) for low, high in edges], np.float32)


def power_of(audio, size, hop):
    spectrum = librosa.stft(audio, n_fft=size, hop_length=hop)
    return spectrum.real**2 + spectrum.imag**2


def runs_of(mask):
    """The first frames of runs, and those after their ends."""
    edges = np.flatnonzero(np.diff(mask.astype(np.int8), prepend=0, append=0))
    return edges[::2], edges[1::2]


class Recording:
    """What all renders of one recording have in common."""

    def __init__(self, audio, rate):
        self.audio, self.rate = audio, rate
        self.meter = pyloudnorm.Meter(rate)
        self.size, self.hop = next_fast_len(round(0.016 * rate), True), round(0.004 * rate)
        edges = np.geomspace(100, 7800, 15)
        self.bands = band_matrix(zip(edges[:-1], edges[1:]), rate, self.size)
        self.levels = decibels(self.bands @ power_of(audio, self.size, self.hop))
        self.strong = self.levels > self.levels.max(axis=0) - 20
        self.strong_count = self.strong.sum(axis=0)
        level = decibels((10 ** (self.levels / 10)).sum(axis=0))
        mean = decibels(np.mean(10 ** (level[level > level.max() - 40] / 10)))
        self.active = (level > mean - 35) & (level > np.percentile(level, 5) + 8)
        self.loud, self.weak = level > mean - 3, self.active & (level < mean - 10)
        # Talk spurts: active frames with gaps of less than 150 ms.
        starts, ends = runs_of(self.active)
        apart = np.flatnonzero(starts[1:] - ends[:-1] >= 0.15 * rate / self.hop)
        self.starts = starts[np.r_[0, apart + 1]]
        self.ends = ends[np.r_[apart, len(ends) - 1]]
        self.in_spurt = np.zeros(len(level), bool)
        for start, end in zip(self.starts, self.ends):
            self.in_spurt[start:end] = True
        self.long = next_fast_len(round(rate / 6), True)
        thirds = [(f * 2 ** (-1 / 6), f * 2 ** (1 / 6)) for f in THIRDS]
        self.long_bands = band_matrix([*BANDS.values(), *thirds], rate, self.long)
        self.long_levels = self.long_term(audio)
        self.fine = self.fine_levels(audio)
        frames = decibels(self.short_power(audio))
        self.high, self.noise = frames > mean_level(frames) - 1, frames < mean_level(frames) - 35
        self.frames = frames

    def long_term(self, audio):
        return decibels(self.long_bands @ power_of(audio, self.long, self.long // 2).mean(axis=1))

    def fine_levels(self, audio):
        """Levels of 5 ms every 1 ms."""
        step, size = round(0.001 * self.rate), round(0.005 * self.rate)
        sums = np.cumsum(audio.astype(np.float64) ** 2)
        return decibels((sums[size::step] - sums[:-size:step]) / size)

    def short_power(self, audio):
        size = self.rate // 100
        return np.square(audio[: len(audio) // size * size]).reshape(-1, size).mean(axis=1)


def mean_level(frames):
    return decibels(np.mean(10 ** (frames[frames > frames.max() - 40] / 10)))


def gain_measures(recording, render):
    """Of the gain over time: what is eaten, faded, clipped, how it chatters and hangs over."""
    levels = decibels(recording.bands @ power_of(render, recording.size, recording.hop))
    gain = ((levels - recording.levels) * recording.strong).sum(axis=0) / recording.strong_count
    gain -= np.median(gain[recording.loud])
    active, off = recording.active, gain <= -12
    count = max(1, active.sum())
    holes = off & active
    first, last = runs_of(holes)
    front = middle = back = 0
    for start, end in zip(recording.starts, recording.ends):
        spurt, passed = holes[start:end], np.flatnonzero(~off[start:end])
        if passed.size:
            front += spurt[: passed[0]].sum()
            back += spurt[passed[-1] :].sum()
            middle += spurt[passed[0] : passed[-1]].sum()
        else:
            front += spurt.sum()
    # The gate's state by hysteresis: closed at -9 dB, open again at -3.
    inside = gain[recording.in_spurt]
    state = (inside < -9)[(inside < -9) | (inside > -3)]
    seconds = count * recording.hop / recording.rate
    outside, passing = ~recording.in_spurt, ~off
    hanging = np.zeros_like(outside)
    for end, following in zip(recording.ends, np.r_[recording.starts[1:], len(gain)]):
        closed = np.flatnonzero(off[end:following])
        hanging[end : end + closed[0] if closed.size else following] = True
    idle = max(1, outside.sum())
    return {
        "lost": 100 * holes.sum() / count, "faded": 100 * (active & (gain <= -6)).sum() / count,
        "hole": 4 * int((last - first).max(initial=0)), "front": 100 * front / count,
        "middle": 100 * middle / count, "back": 100 * back / count,
        "weak": np.maximum(gain[recording.weak], -40).mean(),
        "chatter": np.count_nonzero(np.diff(state)) / seconds,
        "overhang": 100 * hanging.sum() / idle,
        "noise-passed": 100 * (outside & passing & ~hanging).sum() / idle}


def colour_measures(recording, render):
    """Of the long-term spectrum: bands, body, low mids, third-octaves and spectral deltas."""
    levels = recording.long_term(render)
    change = levels - recording.long_levels
    bands = {f"band-{name}": level for name, level in zip(BANDS, levels)}
    moved = dict(zip(BANDS, change))
    thirds = change[len(BANDS) :]
    return {
        **bands, "voice-body": moved["body"] - moved["middle"],
        "low-mids": moved["low-mids"] - moved["middle"],
        "third-octave": np.abs(thirds - np.median(thirds)).max(),
        "delta": np.sqrt(np.mean(thirds**2)), "delta-peak": np.abs(thirds).max()}


def time_measures(recording, render):
    """Of the envelope: onsets, endings, pauses and noise."""
    gain = recording.fine_levels(render) - recording.fine
    opening, closing = [], []
    milliseconds = 1000 * recording.hop / recording.rate
    for start, end in zip(recording.starts * milliseconds, recording.ends * milliseconds):
        spurt = gain[int(start) : int(end)]
        if spurt.size:
            usual = np.median(spurt)
            opening.append(np.argmax(np.abs(spurt - usual) <= 3))
            closing.append(np.argmax(gain[int(end) : int(end) + 500] <= usual - 12)
                           if int(end) < gain.size else 0)
    power = recording.short_power(render)
    frames = decibels(power)
    change = frames - recording.frames
    noise, high = recording.noise, recording.high
    loud = change[high].mean()
    return {
        "opening": max(opening, default=0), "closing": np.median(closing) if closing else 0,
        "pause": decibels(power[noise].mean()) - decibels(power[high].mean()) if noise.any() else 0,
        "noise-reduction": change[noise].mean() - loud if noise.any() else 0,
        "snr": decibels(max(1e-5, power[high].mean() / (power[noise].mean() + TINY) - 1))
        if noise.any() else 0}


def level_measures(recording, render):
    meter = recording.meter
    return {
        "peak": 20 * np.log10(np.abs(render).max() + TINY),
        "true-peak": 20 * np.log10(np.abs(resample_poly(render, 4, 1)).max() + TINY),
        "loudness": meter.integrated_loudness(render), "range": meter.loudness_range(render)}


def intelligibility(recording, render):
    return {
        "stoi": stoi(recording.audio, render, recording.rate),
        "estoi": stoi(recording.audio, render, recording.rate, extended=True)}


GROUPS = (gain_measures, colour_measures, time_measures, level_measures, intelligibility)


def measures(recording, render):
    """All of them by name, in decibels, percent, LUFS, LU, milliseconds or as an index."""
    found = {}
    for group in GROUPS:
        found.update(group(recording, render))
    return found


def differing(found, approved, tolerance=0.05):
    """The names of what is not where it was approved."""
    return [name for name, value in found.items() if not abs(value - approved[name]) <= tolerance]
