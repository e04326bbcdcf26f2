"""Holds our loudness, loudness range and true peak against libebur128 and ffmpeg's ebur128.

   crosscheck-loudness.py FILE   a list, tabs between: a recording, our LUFS, our LU, our dBTP

libebur128 gives a loudness range of one block a second; ten, as ours and ffmpeg's are of, are read
from its loudness of each. How ffmpeg is asked, after its documentation and source:
 - Blocks. It hears at 48 kHz, and its resampler may be a sample short of the last block: it is
   given whole tenths of a second, and half of one in silence after them, which completes no other.
 - Loudness and range. It adds up a histogram, whose steps of 0.01 LU are rounded down, and starts
   at its gate rounded down: its loudness stands 0.005 LU low, and a block within 0.01 LU of the
   gate may be in or out. Its loudness of each block is exact, and the same sums over those are
   compared beside it. Its 10th percentile lies up to a block under that of Tech 3342: what one
   block makes there is allowed on top, for a room that rings out falls by 1 LU from block to block.
 - True peak. It is printed in steps of 0.001 of full scale, so it is given 60 dB more.
 - Rates. It looks 192000 times a second for a true peak; the standard at 16 kHz 64000 times. So
   recordings that are not at 48 kHz are compared there, as the list has them.
Exit codes: 0 within 0.02 LU, 0.05 dB and 1 LU; 1 further apart; 2 something is missing; 64 usage.
"""

import ctypes
import ctypes.util
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import soundfile

from crosscheck_rows import Row, finish

# The flags of ebur128.h: integrated loudness, loudness range, true peak, and what they build on.
MODES = 0b111111
RANGE_LIMIT = 1.0  # the tolerance of EBU Tech 3342
BLOCKS_LIMIT = 0.05  # of the same sums over the same blocks: the tolerance of our metric


def load_library():
    for name in ["libebur128.so.1", ctypes.util.find_library("ebur128")] + [
        f"{prefix}/lib/libebur128.dylib" for prefix in ("/opt/homebrew", "/usr/local")
    ]:
        try:
            library = ctypes.CDLL(name) if name else None
        except OSError:
            continue
        if library:
            break
    else:
        raise OSError("libebur128 is not installed: run scripts/setup")
    pointer, number = ctypes.c_void_p, ctypes.POINTER(ctypes.c_double)
    library.ebur128_init.restype = pointer
    library.ebur128_init.argtypes = [ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
    library.ebur128_add_frames_double.argtypes = [pointer, pointer, ctypes.c_size_t]
    library.ebur128_loudness_global.argtypes = [pointer, number]
    library.ebur128_loudness_range.argtypes = [pointer, number]
    library.ebur128_loudness_shortterm.argtypes = [pointer, number]
    library.ebur128_true_peak.argtypes = [pointer, ctypes.c_uint, number]
    library.ebur128_destroy.argtypes = [ctypes.POINTER(pointer)]
    return library


def library_version(library):
    parts = [ctypes.c_int() for _ in range(3)]
    library.ebur128_get_version(*map(ctypes.byref, parts))
    return ".".join(str(part.value) for part in parts)


def by_library(library, audio, rate):
    """Its loudness, range and true peak, and its loudness of each block of 3 s."""
    audio = np.ascontiguousarray(audio)
    state = ctypes.c_void_p(library.ebur128_init(audio.shape[1], rate, MODES))
    if not state:
        raise RuntimeError("libebur128 refuses the recording")
    value = ctypes.c_double()

    def read(function, *words):
        if function(state, *words, ctypes.byref(value)) != 0:
            raise RuntimeError("libebur128 refuses a figure")
        return value.value

    try:
        blocks = []
        for start in range(0, len(audio), rate // 10):
            part = audio[start : start + rate // 10]
            samples = part.ctypes.data_as(ctypes.c_void_p)
            if library.ebur128_add_frames_double(state, samples, len(part)) != 0:
                raise RuntimeError("libebur128 refuses the samples")
            # The first blocks begin before the recording, and the last part is none.
            if start >= rate // 10 * 29 and len(part) == rate // 10:
                blocks.append(read(library.ebur128_loudness_shortterm))
        loudness = read(library.ebur128_loudness_global)
        spread = read(library.ebur128_loudness_range)
        peak = max(read(library.ebur128_true_peak, c) for c in range(audio.shape[1]))
        return (loudness, spread, 20 * np.log10(peak)), np.array(blocks)
    finally:
        library.ebur128_destroy(ctypes.byref(state))


def by_ffmpeg(path, frames, rate):
    """What it says of the loudness, the range and the true peak, and its loudness of each block of
    0.4 s and of 3 s."""
    step = rate // 10
    whole = frames // step * step
    with tempfile.TemporaryDirectory() as folder:
        blocks, peaks = os.path.join(folder, "blocks"), os.path.join(folder, "peaks")
        graph = (
            "aformat=sample_fmts=dbl,asplit[a][b];"
            f"[a]atrim=end_sample={whole},apad=pad_len={step // 2},ebur128=metadata=1,"
            f"ametadata=print:file={blocks}[c];"
            f"[b]volume=1000:precision=double,apad=pad_len={step},ebur128=metadata=1:peak=true,"
            f"ametadata=print:file={peaks}[d]"
        )
        words = ["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", "-i", path]
        words += ["-filter_complex", graph, "-map", "[c]", "-f", "null", "-"]
        subprocess.run(words + ["-map", "[d]", "-f", "null", "-"], check=True)
        said = {}
        for file in (blocks, peaks):
            for key, value in re.findall(r"lavfi\.r128\.(\w+)=(\S+)", open(file).read()):
                # The peaks are those of the second file, all else that of the first.
                if (file == peaks) == key.startswith("true_peaks_ch"):
                    said.setdefault(key, []).append(float(value))
    peak = max(values[-1] for key, values in said.items() if key.startswith("true_peaks"))
    own = said["I"][-1], said["LRA"][-1], 20 * np.log10(peak / 1000)
    return own, np.array(said["M"]), np.array(said["S"])


def gated(levels, under):
    """The levels over -70 LUFS and over that much under their mean."""
    loud = levels[levels >= -70]
    if not len(loud):
        return loud
    return loud[loud >= 10 * np.log10(np.mean(10 ** (loud / 10))) - under]


def loudness_of(momentary):
    """Source: ITU-R BS.1770-4."""
    loud = gated(momentary, 10)
    return 10 * np.log10(np.mean(10 ** (loud / 10))) if len(loud) else -np.inf


def range_of(short_term):
    """The loudness range, and by how much more or less it is one block further down or up.

    Source: EBU Tech 3342, whose rounding takes a half up."""
    loud = np.sort(gated(short_term, 20))
    if not len(loud):
        return 0.0, 0.0
    low, high = (int((len(loud) - 1) * share + 0.5) for share in (0.1, 0.95))
    steps = [np.ptp(loud[max(0, at - 1) : at + 2]) for at in (low, high)]
    return loud[high] - loud[low], sum(steps)


def compare(path):
    library = load_library()
    theirs = f"libebur128 {library_version(library)}"
    words = subprocess.run(["ffmpeg", "-version"], capture_output=True, text=True, check=True)
    other = "ffmpeg " + words.stdout.split()[2].split("-")[0]
    loud_library = Row("integrated loudness", theirs, "LU", 0.02)
    peak_library = Row("true peak", theirs, "dB", 0.05)
    range_library = Row("loudness range", theirs, "LU", None)
    range_library.note = "it reads one block a second, ours and ffmpeg ten"
    range_library_blocks = Row("loudness range", f"blocks of {theirs}", "LU", BLOCKS_LIMIT)
    loud_ffmpeg = Row("integrated loudness", other, "LU", 0.02)
    loud_ffmpeg.note = "its histogram is rounded down to 0.01 LU"
    loud_blocks = Row("integrated loudness", f"blocks of {other}", "LU", 0.02)
    peak_ffmpeg = Row("true peak", other, "dB", 0.05)
    peak_other = Row("true peak not at 48 kHz", other, "dB", None)
    peak_other.note = "it looks 192000 times a second, the standard four times a sample"
    range_ffmpeg = Row("loudness range", other, "LU", RANGE_LIMIT)
    range_ffmpeg.note = "its 10th percentile lies a block lower, which is allowed on top"
    range_blocks = Row("loudness range", f"blocks of {other}", "LU", BLOCKS_LIMIT)

    recordings = [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8")]

    def ask(recording):
        audio, rate = soundfile.read(recording[0], always_2d=True)
        return (
            rate, by_library(library, audio, rate), *by_ffmpeg(recording[0], len(audio), rate)
        )

    print(
        "loudness: ours, libebur128, ffmpeg, its blocks | range: ours, libebur128, its blocks,"
        " ffmpeg, its blocks | true peak: ours, libebur128, ffmpeg"
    )
    with ThreadPoolExecutor(2) as pool:
        for recording, asked in zip(recordings, pool.map(ask, recordings)):
            name = os.path.basename(recording[0]).removesuffix(".wav")
            rate, ((l1, r1, p1), blocks), (l2, r2, p2), momentary, short_term = asked
            # A reading without a number is NaN, which is further apart than anything.
            ours = [float(word) for word in recording[1:]]
            l3, r4 = loudness_of(momentary), range_of(blocks)[0]
            r3, one_block = range_of(short_term)
            fits = [
                loud_library.add(ours[0] - l1, name),
                peak_library.add(ours[2] - p1, name),
                range_library.add(ours[1] - r1, name),
                loud_ffmpeg.add(ours[0] - l2, name),
                loud_blocks.add(ours[0] - l3, name),
                (peak_ffmpeg if rate == 48000 else peak_other).add(ours[2] - p2, name),
                range_library_blocks.add(ours[1] - r4, name),
                range_ffmpeg.add(ours[1] - r2, name, one_block),
                range_blocks.add(ours[1] - r3, name),
            ]
            print(
                *(f"{x:9.3f}" for x in (ours[0], l1, l2, l3)), " |",
                *(f"{x:6.3f}" for x in (ours[1], r1, r4, r2, r3)), " |",
                *(f"{x:8.3f}" for x in (ours[2], p1, p2)),
                f" {rate} {name}{'' if all(fits) else '  TOO FAR'}",
            )
    if not recordings:
        raise ValueError("the list is empty, so nothing was checked")
    return finish([
        loud_library, loud_ffmpeg, loud_blocks, peak_library, peak_ffmpeg, peak_other,
        range_library, range_library_blocks, range_ffmpeg, range_blocks,
    ])


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    try:
        sys.exit(compare(sys.argv[1]))
    except (OSError, KeyError, ValueError, RuntimeError, subprocess.CalledProcessError) as error:
        print(f"crosscheck-loudness: {error}", file=sys.stderr)
        sys.exit(2)
