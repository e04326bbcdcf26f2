"""What an engine has spoken: samples, phones and words, and levels in bands of the samples."""

import wave
from dataclasses import dataclass, field

import numpy

VOWELS = set("AA AE AH AO AW AX AY EH ER EY IH IY OW OY UH UW".split())
STOPS = set("P T K B D G".split())
AFFRICATES = {"CH", "JH"}
FRICATIVES = set("F TH S SH Z HH".split())
VOICED = set("B D G JH Z".split())

# Nothing under this level counts as sound: 16 bits round at -98 dBFS, and some closures are zero.
LOWEST_DB = -80.0


@dataclass
class Phone:
    """A phone as the engine timed it; its name is empty where nobody speaks."""

    name: str
    start: float
    end: float
    stressed: bool = False


@dataclass
class Word:
    """A word and its phones; what is around them, too."""

    text: str
    phones: list = field(default_factory=list)
    before: Phone = None
    after: Phone = None

    def edges(self):
        """Its first and its last phone: the tier, the phone, and the phones beside it."""
        if len(self.phones) < 2:
            return []
        return [
            ("initial-consonant", self.phones[0], self.before, self.phones[1]),
            ("final-consonant", self.phones[-1], self.phones[-2], self.after)]


def read_wave(path):
    """Reads a mono file of 16 bits: the samples as integers, and their rate."""
    with wave.open(path) as file:
        if (file.getnchannels(), file.getsampwidth()) != (1, 2):
            raise SystemExit(f"label: '{path}' is not mono with 16 bits.")
        samples = numpy.frombuffer(file.readframes(file.getnframes()), dtype="<i2")
        return samples, file.getframerate()


def read_phones(path, offset, end):
    """Reads the phones of one sentence, moved by an offset and cut at an end: phones, words."""
    phones, words, current, start = [], [], "0", offset
    with open(path, encoding="utf-8") as file:
        for line in file:
            time, name, number, stress, text = line.rstrip("\n").split("\t")
            spoken = number != "0"
            name = name.upper() if spoken else ""
            phone = Phone(name, start, min(offset + float(time), end), stress == "1")
            if number != current and current != "0" and words:
                words[-1].after = phone
            if number != current and spoken:
                words.append(Word(text.lower(), before=phones[-1]))
            if spoken:
                words[-1].phones.append(phone)
            phones.append(phone)
            current, start = number, phone.end
    return phones, words


class Levels:
    """Levels of stretches of a recording in a band, in dBFS."""

    def __init__(self, samples, rate, low=None, high=None):
        self.rate = rate
        spectrum = numpy.fft.rfft(samples / 32768.0)
        hertz = numpy.fft.rfftfreq(len(samples), 1 / rate)
        # Raised cosine flanks, 20 % of the edge to each side: what rings is over in 2 ms.
        for edge, sign in ((low, 1), (high, -1)):
            if edge:
                across = numpy.clip((hertz / edge - 0.8) / 0.4, 0, 1)
                spectrum *= 0.5 - sign * 0.5 * numpy.cos(numpy.pi * across)
        self.samples = numpy.fft.irfft(spectrum, len(samples))
        self.sums = numpy.concatenate(([0.0], numpy.cumsum(self.samples**2)))

    def index(self, time):
        return int(numpy.clip(round(time * self.rate), 0, len(self.samples)))

    def level(self, start, end):
        """The RMS level of a stretch."""
        first, last = self.index(start), self.index(end)
        power = (self.sums[last] - self.sums[first]) / max(1, last - first)
        return max(LOWEST_DB, 10 * numpy.log10(max(power, 1e-12)))

    def around(self, time, width):
        """The RMS level of a window around a time."""
        return self.level(time - width / 2, time + width / 2)
