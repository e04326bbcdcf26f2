"""The rules by which phones of an engine become labels; Corpus/Labels/README.md states them."""

from speech import AFFRICATES, FRICATIVES, LOWEST_DB, STOPS, VOICED, VOWELS, Levels

STEP = 0.001
# The first 10 ms of a release have to rise by this much over the loudest 5 ms of the closure above
# 1.5 kHz, or there is none; where a voice goes on, its pulses rise and fall by themselves.
LEAST_RISE_DB = 6
LEAST_RISE_OVER_VOICE_DB = 10
# What is labelled reaches this level above 2 kHz: there the engines' own noise lies at -80 dBFS.
CLEAR_DB = LOWEST_DB + 15
# A release may run on into a pause, but a phone begins where the engine says so.
INTO_PAUSE = 0.06
SHORTEST_BURST = 0.008
SHORTEST_FRICATION = 0.02
# The engines' own noise stays under this; voice in a closure after a pause does not.
PAUSE_BELOW_DB = -50
# A window that holds at least one period of a low voice.
PERIODS = 0.02


def steps(start, end):
    """Times from start to end in milliseconds."""
    return [index * STEP for index in range(round(start / STEP), round(end / STEP) + 1)]


class Labeller:
    """Finds bursts, frication, vowels and closures in one recording."""

    def __init__(self, samples, rate):
        self.full = Levels(samples, rate)
        self.high = Levels(samples, rate, low=2000)
        self.release = Levels(samples, rate, low=1500)
        self.voice = Levels(samples, rate, low=100, high=1000)
        self.sound = Levels(samples, rate, low=300)

    def consonant(self, word, phone, after):
        """The start and the end of an obstruent, or None where the samples do not show it."""
        if phone.name in STOPS | AFFRICATES:
            return self.burst(phone, after)
        if phone.name in FRICATIVES:
            return self.frication(word, phone)
        return None

    def clear(self, start, end):
        return self.high.level(start, end) >= CLEAR_DB

    def burst(self, phone, after):
        """The release: from the steepest rise above 2 kHz to 25 dB under the peak."""
        into_pause = not after.name
        last = phone.end + (INTO_PAUSE / 2 if into_pause else -0.008)
        times = steps(phone.start + 0.005, last)
        if not times:
            return None
        peak = max(self.high.around(time, 0.005) for time in times)
        quiet = max(LOWEST_DB, peak - 45)

        def rise(time):
            new, old = self.high.level(time, time + 0.01), self.high.level(time - 0.01, time)
            return max(quiet, new) - max(quiet, old)

        steepest = max(times, key=rise)
        closure = self.high.level(steepest - 0.015, steepest - 0.004)
        start = self.refined(steepest, closure)
        if not self.is_release(start, phone):
            return None
        end = self.fall(start, closure, phone.end + (INTO_PAUSE if into_pause else 0))
        if not into_pause:
            end = min(end, self.voice_onset(start, after, end))
        if end - start < SHORTEST_BURST or not self.clear(start, min(end, start + 0.01)):
            return None
        return round(start, 3), round(end, 3)

    def is_release(self, start, phone):
        """Whether a rise is one out of a closure."""
        voiced = phone.name in VOICED
        back, rise = (PERIODS, LEAST_RISE_OVER_VOICE_DB) if voiced else (0.012, LEAST_RISE_DB)
        times = steps(start - back, start - 0.004)
        loudest = max(self.release.around(time, 0.005) for time in times)
        return self.release.level(start, start + 0.01) >= loudest + rise

    def refined(self, steepest, closure):
        """The first sample above four times the closure and 6 % of the peak, near the rise."""
        wave, index = abs(self.high.samples), self.high.index
        peak = max(wave[index(steepest) : index(steepest + 0.02)], default=0)
        threshold = max(4 * 10 ** (closure / 20), 0.06 * peak)
        first = index(steepest - 0.006)
        for sample in range(first, index(steepest + 0.006)):
            if wave[sample] > threshold:
                return sample / self.high.rate
        return steepest

    def fall(self, start, closure, limit):
        """Where what is above 2 kHz has fallen 25 dB from its peak, or to 5 dB over the closure."""
        times = steps(start + 0.0025, limit)
        levels = [self.high.around(time, 0.005) for time in times]
        if not levels:
            return limit
        top = levels.index(max(levels))
        for time, level in zip(times[top:], levels[top:]):
            if level < max(levels[top] - 25, closure + 5):
                return time
        return limit

    def voice_onset(self, start, after, end):
        """Where the voice of the next phone begins: 12 dB under its level, 100 to 1000 Hz."""
        if after.name in STOPS | AFFRICATES | FRICATIVES:
            return end
        loudest = max(self.voice.around(time, 0.01) for time in steps(after.start, after.end))
        for time in steps(start + 0.005, end):
            if self.voice.level(time, time + 0.01) > loudest - 12:
                return time
        return end

    def frication(self, word, phone):
        """The steady part: within 6 dB of its loudest 20 ms above 2 kHz, without the voice."""
        times = steps(phone.start + 0.005, phone.end - 0.005)
        levels = [self.high.around(time, PERIODS) for time in times]
        if not levels:
            return None
        vowel = max(
            self.voice.around(time, PERIODS)
            for other in word.phones
            for time in steps(other.start, other.end)
        )

        def steady(index):
            voiced = self.voice.around(times[index], PERIODS) > vowel - 12
            return levels[index] >= max(levels) - 6 and (phone.name in VOICED or not voiced)

        return self.run(times, levels, steady, least=SHORTEST_FRICATION)

    def word_vowel(self, word):
        """The steady part of the stressed vowel, or where that is short of another vowel, and its
        name; None where no vowel has one."""
        vowels = [phone for phone in word.phones if phone.name in VOWELS]
        for phone in sorted(vowels, key=lambda phone: not phone.stressed):
            span = self.vowel(phone)
            if span:
                return *span, "AH" if phone.name == "AX" else phone.name
        return None

    def vowel(self, phone):
        """The steady part of a vowel: within 6 dB of its loudest 20 ms, 40 to 200 ms."""
        slope = 0.1 * (phone.end - phone.start)
        times = steps(phone.start + slope, phone.end - slope)
        levels = [self.full.around(time, PERIODS) for time in times]
        span = self.run(times, levels, lambda index: levels[index] >= max(levels) - 6, least=0.04)
        if not span:
            return None
        excess = max(0, span[1] - span[0] - 0.2) / 2
        return round(span[0] + excess, 3), round(span[1] - excess, 3)

    def run(self, times, levels, holds, least):
        """The stretch around the loudest time in which something holds; None where it is short."""
        indices = [index for index in range(len(times)) if holds(index)]
        if not indices:
            return None
        first = last = max(indices, key=lambda index: levels[index])
        while first > 0 and holds(first - 1):
            first -= 1
        while last + 1 < len(times) and holds(last + 1):
            last += 1
        if times[last] - times[first] < least - 1e-9 or not self.clear(times[first], times[last]):
            return None
        return round(times[first], 3), round(times[last], 3)

    def closure(self, burst, before, earliest):
        """From the end of the sound before to the burst; None after a pause, or where it lasts
        less than 10 ms.

        The sound is over where all that follows up to the burst is 20 dB under the loudest 5 ms of
        the last 80 ms of the phone before, or within 6 dB of the quietest 10 ms; above 300 Hz."""
        # Two stops may share one closure: the engine says where the second begins.
        back = 0 if before.name in STOPS else 0.04
        times = steps(max(earliest, before.end - back), burst - 0.004)
        if not before.name or not times:
            return None
        last = steps(max(before.start, before.end - 0.08), before.end)
        loudest = max(self.sound.around(time, 0.005) for time in last)
        quietest = min(self.sound.around(time, 0.01) for time in times)
        threshold = max(loudest - 20, quietest + 6)
        start = None
        for time in reversed(times):
            if self.sound.around(time, 0.005) >= threshold:
                break
            start = time
        if start is None or burst - start < 0.01:
            return None
        return round(start, 3), burst

    def quiet(self, start, end):
        """The longest part of a stretch in which no 20 ms reach -50 dBFS."""
        best = now = None
        for time in steps(start, end):
            if self.full.around(time, PERIODS) >= PAUSE_BELOW_DB:
                now = None
                continue
            now = (now[0] if now else time, time)
            if best is None or now[1] - now[0] > best[1] - best[0]:
                best = now
        return best
