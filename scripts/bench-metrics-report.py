"""The figures of bench-metrics as a section in Markdown, and whether every line is met."""

import statistics
import textwrap

FASTER, REAL_TIME, WARM = 50, 400, 1.0
MAIN = ("all metrics denoise", "all metrics podcast", "all metrics cathedral")
GROUPS = {
    "intelligibility": "STOI and ESTOI (pystoi)", "level_measures":
    "loudness, range, peaks (pyloudnorm, scipy)", "gain_measures": "gain over speech (librosa)",
    "colour_measures": "spectrum (librosa)", "time_measures": "onsets, pauses, noise (numpy)"}


def spread(values, decimals=1):
    return (f"{statistics.median(values):.{decimals}f} "
            f"({min(values):.{decimals}f} to {max(values):.{decimals}f})")


def filled(text):
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def line(what, asked, figure, met):
    return f"| {what} | {asked} | {figure} | {'yes' if met else 'no'} |", met


def peer_rates(sample, presets, bank_presets):
    """Milliseconds of CPU for each second of render: over the sample, over the bank, measuring."""
    rates = []
    for run in sample:
        peer, audio = run["peer"], run["audio"]
        once = peer["reading"] + peer["reference"]
        each = peer["rendering"] + peer["measuring"]
        rates.append([1000 * seconds / audio for seconds in (
            once + each, once * presets / bank_presets + each, peer["measuring"])])
    return list(zip(*rates))


def bank_lines(data, peer):
    runs, cache = data["bank"], data["cache"]
    ratios = [rate / (1000 * run["cpu"] / run["audio"]) for rate, run in zip(peer, runs)]
    walls = [run["wall"] for run in cache["warm"]]
    whole = all(run["reused"] == cache["results"] for run in cache["warm"])
    expected = cache["results"] - cache["fixtures"]
    return [
        line("the whole bank: the peer over ours, by seconds of render", f"aim at {FASTER}",
             spread(ratios), statistics.median(ratios) >= FASTER),
        line("nothing changed: seconds on the wall, all results reused", f"under {WARM:.0f}",
             spread(walls, 2), whole and statistics.median(walls) < WARM),
        line("one number of one preset changed: results reused", f"{expected:.0f}",
             f"{cache['retuned']['reused']:.0f} of {cache['results']:.0f}",
             cache["retuned"]["reused"] == expected)]


def bank_rows(data):
    runs, cache = data["bank"], data["cache"]
    warm, retuned = cache["warm"], cache["retuned"]
    audio = runs[0]["audio"]
    return [
        f"| `check --no-cache`: {runs[0]['presets']:.0f} presets, {runs[0]['fixtures']:.0f} "
        f"fixtures, {audio:.0f} s of renders | {spread([run['cpu'] for run in runs])} "
        f"| {spread([run['wall'] for run in runs])} "
        f"| {audio / statistics.median([run['cpu'] for run in runs]):.0f} |",
        f"| `check`, no result kept yet | {cache['cold']['cpu']:.1f} "
        f"| {cache['cold']['wall']:.1f} | |",
        f"| `check` again, nothing changed | {spread([run['cpu'] for run in warm], 2)} "
        f"| {spread([run['wall'] for run in warm], 2)} | |",
        f"| `check`, one number of 'denoise' changed: it and its approved numbers rendered "
        f"| {retuned['cpu']:.1f} | {retuned['wall']:.1f} | |"]


def section(data, fixtures, presets):
    """The text, and whether every line is met."""
    sample, metrics = data["sample"], data["metrics"]
    bank_presets = data["bank"][0]["presets"] if data["bank"] else len(presets)
    whole, banked, measuring = peer_rates(sample, len(presets), bank_presets)
    ours = [1000 * run["ours"] / run["audio"] for run in sample]
    # Each file has three renders of one length; all count alike.
    ours_measuring = [statistics.mean(value for rows in files for value in rows)
                      for files in data["files"]]
    ratios = [theirs / own for theirs, own in zip(whole, ours)]
    factors = {name: [rows[name][1] for rows in metrics] for name in MAIN}
    slowest = min(factors.values(), key=statistics.median)
    analysis = [rows["reference analysis"][1] for rows in metrics]
    lines = [line(
        "all metrics of one render of 10 s, the slowest of three presets, times real time",
        f"at least {REAL_TIME}", spread(slowest, 0), statistics.median(slowest) >= REAL_TIME)]
    if data["bank"]:
        lines += bank_lines(data, banked)
    audio = sample[0]["audio"]
    versions = ", ".join(f"{name} {version}" for name, version in data["versions"].items())
    groups = "; ".join(
        f"{label} {statistics.median(1000 * run['groups'][key] / audio for run in sample):.1f}"
        for key, label in GROUPS.items())
    text = [
        "## Rendered, measured and compared", "",
        filled(
            f"Written by `scripts/bench-metrics --rounds {len(sample)}`. CPU seconds, user and "
            "system, but where the wall is named; medians, with the least and the most in "
            "brackets. The two sides take turns, fixture by fixture."), "",
        "| line | asked | figure | met |", "|---|---|---:|---|",
        *(text for text, _ in lines), "",
        "| one command | CPU s | wall s, all cores | times real time, by CPU |",
        "|---|---:|---:|---:|"]
    if data["bank"]:
        text += bank_rows(data)
    text += [
        f"| `corpus build`, all fixtures, once | {data['corpusBuild']:.1f} | | |", "",
        "| work, one thread | ours | the peer | peer / ours |", "|---|---:|---:|---:|",
        f"| the sample, {audio:.0f} s of renders: ms of CPU for each second | {spread(ours, 2)} "
        f"| {spread(whole)} | {spread(ratios)} |",
        "| measuring alone, ms for each second of a render, reference analysis apart "
        f"| {spread(ours_measuring, 2)} | {spread(measuring)} "
        f"| {spread([a / b for a, b in zip(measuring, ours_measuring)])} |",
        f"| reference analysis of 10 s, times real time | {spread(analysis, 0)} | | |", "",
        filled(
            f"The peer is one process of {versions}: gate, bells, compressor, reverb and peak gain "
            f"by pedalboard; then for each render {sample[0]['numbers']} numbers of the same kinds "
            f"as ours. In ms of CPU for each second: {groups}. Its libraries are loaded and warm "
            "before the clock starts, each recording is read and analysed once for all presets, "
            "and the numbers are compared with those of the first round. Ours starts a process, "
            "reads corpus, labels and goldens and checks their digests, and measures by labels "
            "too, which the peer does not. Both read fixtures that are already built. Measuring "
            "alone is `harness-bench metrics` on the sample's recordings, without labels, on both "
            "sides."), "",
        filled(
            f"The sample: {', '.join(f'`{name}`' for name in presets)} on "
            f"{', '.join(f'`{name}`' for name in fixtures)}. A recording is analysed for five "
            "presets there and for all of them in the bank, so the line of the whole bank sets "
            "the peer's figure of the sample, its analysis shared by as many presets as ours, "
            "against our run over the bank in the same round. A tenth of the bank is noise alone, "
            "of which ours has less to measure."), "",
        "Rerun: `scripts/bench-metrics`, which installs the peer."]
    return "\n".join(text), all(met for _, met in lines)
