"""Joins the utterances of one voice, and labels them: a WAV file and a TextGrid.

   label.py SENTENCES OUT.wav OUT.TextGrid

SENTENCES is a folder with 01.wav, 01.phones, 02.wav and so on, as the engines write them."""

import glob
import os
import sys
import wave

import numpy

import textgrid
from rules import Labeller
from speech import AFFRICATES, STOPS, read_phones, read_wave

# Pauses between utterances last this long in turn; what an engine leaves of its own is part of it.
PAUSES = (0.5, 0.4, 0.6)
LONGEST_TRAIL = 0.2
LAST_PAUSE = 0.4
FROM_WORDS = 0.03
LEAST_PAUSE = 0.08
LABELS = ("initial-consonant", "vowel", "final-consonant")


def joined(folder):
    """All utterances, with pauses: samples, rate, phones and words."""
    parts, phones, words, frame, trail = [], [], [], 0, 0
    paths = sorted(glob.glob(os.path.join(folder, "*.wav")))
    for number, path in enumerate(paths):
        samples, rate = read_wave(path)
        table = path.removesuffix(".wav") + ".phones"
        told, _ = read_phones(table, 0, len(samples) / rate)
        spoken = [phone for phone in told if phone.name]
        lead = spoken[0].start
        if parts:
            zeros = round((PAUSES[number % len(PAUSES)] - trail - lead) * rate)
            parts.append(numpy.zeros(max(0, zeros), dtype="<i2"))
            frame += len(parts[-1])
        last = min(len(samples), round((spoken[-1].end + LONGEST_TRAIL) * rate))
        trail = last / rate - spoken[-1].end
        told, of_words = read_phones(table, frame / rate, (frame + last) / rate)
        parts.append(samples[:last])
        frame += last
        phones += told
        words += of_words
    parts.append(numpy.zeros(max(0, round((LAST_PAUSE - trail) * rate)), dtype="<i2"))
    return numpy.concatenate(parts), rate, phones, words


def labelled(labeller, words, end):
    """The tiers of the labels, and the pauses between the words."""
    tiers = {name: [] for name in (
        "word", "initial-consonant", "vowel", "final-consonant", "pause", "closure")}
    for word in words:
        start, stop = word.phones[0].start, word.phones[-1].end
        vowel = labeller.word_vowel(word)
        if vowel:
            tiers["vowel"].append(vowel)
        for tier, phone, before, after in word.edges() if vowel else ():
            span = labeller.consonant(word, phone, after)
            if not span:
                continue
            earlier = (mark[1] for name in LABELS for mark in tiers[name][-2:])
            earliest = max((time for time in earlier if time <= span[0]), default=0)
            tiers[tier].append((*span, phone.name))
            stop = max(stop, span[1])
            if phone.name in STOPS | AFFRICATES:
                closure = labeller.closure(span[0], before, earliest)
                if closure:
                    tiers["closure"].append((*closure, phone.name))
                elif not before.name:
                    # After a pause nobody sees where the closure begins: it is part of the pause.
                    start = span[0] - 0.002
        tiers["word"].append((round(start, 3), round(stop, 3), word.text))
    edges = [(0, 0)] + [mark[:2] for mark in tiers["word"]] + [(end, end)]
    for (_, left), (right, _) in zip(edges, edges[1:]):
        left = left + FROM_WORDS if left > 0 else 0
        right = right - FROM_WORDS if right < end else end
        span = labeller.quiet(left, right)
        if span and span[1] - span[0] >= LEAST_PAUSE - 1e-9:
            last = end if right == end and end - span[1] < 0.002 else round(span[1], 3)
            tiers["pause"].append((round(span[0], 3), last, "pause"))
    return tiers


def main(folder, wave_path, grid_path):
    samples, rate, phones, words = joined(folder)
    end = len(samples) / rate
    tiers = labelled(Labeller(samples, rate), words, end)
    tiers["phone"] = [
        (round(phone.start, 6), round(phone.end, 6), phone.name) for phone in phones if phone.name]
    textgrid.write(grid_path, [(name, sorted(marks)) for name, marks in tiers.items()], end)
    with wave.open(wave_path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
