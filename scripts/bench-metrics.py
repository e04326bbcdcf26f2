"""The jobs of bench-metrics, and what they come to.

   bench-metrics.py has NAME==VERSION...    exit code 0 where exactly these are installed
   bench-metrics.py run FOLDER ROUNDS [--no-bank] [--table FILE] [--json FILE]

HARNESS_TOOL and HARNESS_BENCH name the programs; FOLDER/presets is what 'bench-peers.py presets'
prints. Exit codes of 'run': 0 every line is met; 1 one is not; 2 something failed or is missing.
"""

import glob
import importlib
import importlib.metadata
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
import traceback

# Two people in a studio and in hiss, a reader, a man cut to digital zero, two synthesised voices;
# all mono, at all three levels, 44.1 and 48 kHz. A gate, two voices, the loudest, and a room: one
# preset in five has one, in the bank four in 25.
FIXTURES = ["prompts-normal", "hiss-voice-normal", "reader-quiet", "gated-voice-normal",
            "flite-slt-loud", "festival-kal-quiet"]
PRESETS = ["denoise", "podcast", "street-vlog", "loudness", "cathedral"]
LIBRARIES = ["pedalboard", "pystoi", "pyloudnorm", "librosa", "scipy", "numpy"]
RETUNED = ("denoise", r'("expansionThreshold": )-?[0-9.]+', r"\g<1>-31.5")
WARM_RUNS = 5


class Missing(Exception):
    """What failed or is missing."""


def spent(command, folder, allowed=(0, 1, 3)):
    """Runs a program: its output, the CPU seconds of its process, and those on the wall."""
    environment = {**os.environ, "HARNESS_CACHE": os.path.abspath(folder)}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in allowed:
        raise Missing(f"'{' '.join(command)}' ended with {done.returncode}:\n"
                      f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done.stdout, cpu, wall


def figure(pattern, text):
    found = re.findall(pattern, text)
    if not found:
        raise Missing(f"there is no '{pattern}' in:\n{text[-2000:]}")
    return float(found[-1])


def options(name, values):
    return [word for value in values for word in (name, value)]


def built(tool, folder):
    """The sample's fixtures as files, each from a cache of its own, by id."""
    paths = {}
    for fixture in FIXTURES:
        cache = f"{folder}/fixtures/{fixture}"
        shutil.rmtree(cache, ignore_errors=True)
        spent([tool, "corpus", "build", "--fixture", fixture], cache, allowed=(0,))
        files = glob.glob(cache + "/*.wav")
        if not files:
            raise Missing(f"'corpus build' left no file of '{fixture}'")
        # The recording that a fixture is made from is there too, and was there before it.
        paths[fixture] = max(files, key=lambda path: os.stat(path).st_mtime_ns)
    return paths


class Peer:
    """Reading, rendering and measuring in this process, after everything is loaded."""

    def __init__(self, presets, paths):
        import soundfile

        self.read, self.paths = soundfile.read, paths
        self.measuring = importlib.import_module("bench-metrics-peer")
        board = importlib.import_module("bench-peers")
        lines = {line[0]: line for line in board.read_presets(presets)}
        self.renderers = {
            preset: board.pedalboard_renderer(lines[preset], lines[preset][2] != "none")
            for preset in PRESETS}
        self.approved = {}
        # What the libraries load and compile at their first call does not count.
        self.run(FIXTURES[:1])

    def run(self, fixtures):
        """The CPU seconds of each kind of work, and the seconds of renders."""
        clock = time.process_time
        seconds = {"reading": 0.0, "reference": 0.0, "rendering": 0.0, "measuring": 0.0}
        groups = {group.__name__: 0.0 for group in self.measuring.GROUPS}
        audio_seconds = 0.0
        for fixture in fixtures:
            start = clock()
            audio, rate = self.read(self.paths[fixture], dtype="float32")
            ready = clock()
            recording = self.measuring.Recording(audio, rate)
            seconds["reading"] += ready - start
            seconds["reference"] += clock() - ready
            for preset, render in self.renderers.items():
                start = clock()
                output = render(audio[:, None], rate)[:, 0]
                ready = clock()
                found = {}
                for group in self.measuring.GROUPS:
                    begun = clock()
                    found.update(group(recording, output))
                    groups[group.__name__] += clock() - begun
                approved = self.approved.setdefault((fixture, preset), found)
                moved = self.measuring.differing(found, approved)
                seconds["rendering"] += ready - start
                seconds["measuring"] += clock() - ready
                if moved:
                    raise Missing(f"the peer reads another {', '.join(moved)} the second time")
                audio_seconds += len(audio) / rate
        return seconds, groups, audio_seconds, len(found)


def metric_rows(bench, file, rounds):
    """Milliseconds and times real time by work and preset, as 'harness-bench metrics' prints."""
    command = [bench, "metrics", *file, "--rounds", str(rounds)]
    text, _, _ = spent(command, ".harness/bench/metrics", allowed=(0,))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    found = {(row[0], row[1]): (float(row[2]), float(row[4])) for row in rows[2:] if len(row) == 5}
    if ("reference analysis", "") not in found:
        raise Missing(f"'{' '.join(command)}' printed no table")
    return found


def total(parts):
    """The sums by name."""
    parts = list(parts)
    return {name: sum(part[name] for part in parts) for name in parts[0]}


def bank_round(tool, folder, into):
    """All presets over all fixtures, in one command."""
    text, cpu, wall = spent([tool, "check", "--no-cache"], folder)
    into.append({"cpu": cpu, "wall": wall, "audio": figure(r"([0-9]+) s of audio", text),
                 "presets": figure(r"([0-9]+) presets", text),
                 "fixtures": figure(r"([0-9]+) fixtures", text)})


def results_of(text):
    return figure(r"([0-9]+) presets", text) * figure(r"([0-9]+) fixtures", text)


def reused(text):
    """How many results the summary says were not rendered; where it says nothing, none."""
    if "all reused" in text:
        return results_of(text)
    return figure(r"([0-9]+) reused", text) if "reused" in text else 0


def cache_runs(tool, folder):
    """From an empty cache, again, and after one number of one preset is another."""
    shutil.rmtree(folder + "/results", ignore_errors=True)
    _, cold_cpu, cold_wall = spent([tool, "check"], folder)
    warm = [spent([tool, "check"], folder) for _ in range(WARM_RUNS)]
    presets = folder + "/retuned"
    shutil.rmtree(presets, ignore_errors=True)
    shutil.copytree("Sources/Presets/Library", presets)
    name, pattern, value = RETUNED
    with open(f"{presets}/{name}.json", encoding="utf-8") as file:
        before = file.read()
    after, count = re.subn(pattern, value, before)
    if count != 1 or after == before:
        raise Missing(f"'{name}' has no number to change")
    with open(f"{presets}/{name}.json", "w", encoding="utf-8") as file:
        file.write(after)
    text, cpu, wall = spent([tool, "check", "--presets", presets], folder)
    return {
        "results": results_of(text), "fixtures": figure(r"([0-9]+) fixtures", text),
        "cold": {"cpu": cold_cpu, "wall": cold_wall},
        "warm": [{"cpu": cpu, "wall": wall, "reused": reused(text)} for text, cpu, wall in warm],
        "retuned": {"cpu": cpu, "wall": wall, "reused": reused(text)}}


def measured(folder, rounds, with_bank):
    """The figures of every round; ours and the peer's take turns."""
    tool, bench = os.environ["HARNESS_TOOL"], os.environ["HARNESS_BENCH"]
    cache = folder + "/metrics"
    print("bench-metrics: making the inputs...", file=sys.stderr)
    _, build, _ = spent([tool, "corpus", "build", "--rebuild"], cache, allowed=(0,))
    paths = built(tool, cache)
    peer = Peer(folder + "/presets", paths)
    ours_command = [tool, "check", "--no-cache", "--jobs", "1", *options("--fixture", FIXTURES),
                    *options("--preset", PRESETS)]
    data = {"versions": {name: importlib.metadata.version(name) for name in LIBRARIES},
            "corpusBuild": build, "bank": [], "sample": [], "metrics": [], "files": []}
    spent(ours_command, cache)
    for number in range(rounds):
        print(f"bench-metrics: round {number + 1} of {rounds}...", file=sys.stderr)
        own, theirs = [], []
        for fixture in FIXTURES:
            # Turn by turn: a neighbour on the same processor slows both sides alike.
            own.append(spent(ours_command, cache)[1])
            theirs.append(peer.run([fixture]))
        data["sample"].append({
            "ours": sum(own) / len(own), "peer": total(run[0] for run in theirs),
            "groups": total(run[1] for run in theirs), "audio": sum(run[2] for run in theirs),
            "numbers": theirs[0][3]})
        rows = metric_rows(bench, [], 5)
        data["metrics"].append({" ".join(key).strip(): row for key, row in rows.items()})
        ratios = [metric_rows(bench, [path], 1) for path in paths.values()]
        data["files"].append([
            [1000 / row[1] for key, row in rows.items() if key[0] == "all metrics"]
            for rows in ratios])
        if with_bank:
            bank_round(tool, cache, data["bank"])
    if with_bank:
        print("bench-metrics: the cache...", file=sys.stderr)
        data["cache"] = cache_runs(tool, cache)
    return data


def main(folder, rounds, with_bank, table, raw):
    data = measured(folder, rounds, with_bank)
    report = importlib.import_module("bench-metrics-report")
    text, met = report.section(data, FIXTURES, PRESETS)
    print(text)
    # 'bench-page' takes it from the folder.
    for path in filter(None, (folder + "/metrics/section.md", table)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    if raw:
        with open(raw, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1, sort_keys=True)
            file.write("\n")
    return 0 if met else 1


def installed(pins):
    try:
        return all(importlib.metadata.version(name) == version
                   for name, version in (pin.split("==") for pin in pins))
    except importlib.metadata.PackageNotFoundError:
        return False


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["has"]:
        sys.exit(0 if installed(words[1:]) else 1)
    if words[:1] != ["run"] or len(words) < 3:
        sys.exit(__doc__)
    rest = words[3:]
    with_bank = "--no-bank" not in rest
    files = [rest[rest.index(name) + 1] if name in rest else None for name in ("--table", "--json")]
    try:
        sys.exit(main(words[1], int(words[2]), with_bank, *files))
    except (Missing, OSError) as error:
        print(f"bench-metrics: {error}", file=sys.stderr)
        sys.exit(2)
    except Exception:
        # Python would end with 1, which says that a line is not met.
        traceback.print_exc()
        sys.exit(2)
