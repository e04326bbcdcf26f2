"""Writes a Praat TextGrid, long text form."""


def write(path, tiers, end):
    """Writes tiers, each a name and its (start, end, text) in the order of time; fills the gaps."""
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0"]
    lines += [f"xmax = {end!r}", "tiers? <exists>", f"size = {len(tiers)}", "item []:"]
    for number, (name, marks) in enumerate(tiers, 1):
        intervals = filled(marks, end)
        lines += [f"    item [{number}]:", '        class = "IntervalTier"']
        lines += [f'        name = "{name}"', "        xmin = 0", f"        xmax = {end!r}"]
        lines += [f"        intervals: size = {len(intervals)}"]
        for index, (start, stop, text) in enumerate(intervals, 1):
            lines += [f"        intervals [{index}]:", f"            xmin = {short(start)}"]
            lines += [f"            xmax = {short(stop)}", f'            text = "{text}"']
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def filled(marks, end):
    """The marks, with empty intervals wherever nothing is marked."""
    intervals, time = [], 0
    for start, stop, text in marks:
        if not time <= start < stop <= end:
            raise SystemExit(f"label: '{text}' at {start} s overlaps or runs backwards.")
        if start > time:
            intervals.append((time, start, ""))
        intervals.append((start, stop, text))
        time = stop
    if time < end:
        intervals.append((time, end, ""))
    return intervals


def short(time):
    """The shortest text of a time: whole seconds without a point."""
    return repr(int(time)) if time == int(time) else repr(float(time))
