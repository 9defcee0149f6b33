"""Sums up the steps of device-check.sh: OUT.json holds every report, OUT.txt what to take from them.

usage: device_check_summary.py FOLDER OUT, where FOLDER holds NAME.json, .err and .code of each step.
Exits with the worst of their codes.
"""

import json
import sys
from pathlib import Path

CUT_SHORT = 130  # at its limit
KILLED = 137     # did not end even then
NO_GPU = 3       # for cub
DEVICE_LOST = 6
WORST_FIRST = (DEVICE_LOST, 1, 3, 2)


def load(folder):
    """The steps by name, in the order in which they ran."""
    steps = {}
    for code in sorted(folder.glob("*.code"), key=lambda file: file.stat().st_mtime_ns):
        try:
            report = json.loads(code.with_suffix(".json").read_text())
        except ValueError:
            report = None
        steps[code.stem] = {"exit_code": int(code.read_text()), "report": report,
                            "stderr": code.with_suffix(".err").read_text()}
    return steps


def rows_of(steps, *names):
    reports = [steps[name]["report"] for name in names if name in steps]
    return [row for report in reports if report for row in report["results"]]


def ending(step):
    code = step["exit_code"]
    return {0: "", CUT_SHORT: ", cut short at its limit",
            KILLED: ", killed: it hung"}.get(code, f", exit code {code}")


def correctness(steps):
    yield "correctness, rows: right / unsupported here / wrong or failed"
    for name, step in steps.items():
        if name.startswith("correctness-"):
            status = [row["status"] for row in rows_of(steps, name)]
            counts = [sum(one in kinds for one in status)
                      for kinds in (["ok"], ["unsupported"], ["wrong", "error"])]
            yield (f"  {name.removeprefix('correctness-'):<14} {counts[0]:>3} / {counts[1]} / "
                   f"{counts[2]}{ending(step)}")


def tuning(steps):
    step = steps.get("tune")
    if not step:
        return
    yield f"tune, u32: the winner, and the default's time over the fastest other's{ending(step)}"
    for scan in step["report"]["scans"] if step["report"] else []:
        won, gain = scan["winner"], scan["gain"]
        cut = "none"
        if won:
            cut = (f"{'default ' if won['default'] else ''}{won['workgroup']} x {won['items']}"
                   f" {won['tile_scan'] or ''}").rstrip()
        line = f"  {scan['algorithm']:<20} {scan['n']:>10}  {cut}"
        if gain:
            line += f", {gain['value']:.3f}"
            if gain["ci95"]:
                line += " ({:.3f} to {:.3f})".format(*gain["ci95"])
        yield line


def microseconds(time_s):
    text = f"{time_s['median'] * 1e6:.1f}"
    if time_s["ci95"]:
        text += " ({:.1f} to {:.1f})".format(*(1e6 * end for end in time_s["ci95"]))
    return text


def of(part, whole, digits=3):
    return f"{part / whole:.{digits}f}" if part and whole else "-"


def times(steps):
    """A line a row; CUB's time over the row's says which is faster: above 1 the row is."""
    measured = [row for row in rows_of(steps, "sweep", "largest", "cub") if row["status"] == "ok"]
    cub_s = {row["n"]: row["time_s"]["median"] for row in rows_of(steps, "cub") if row["time_s"]}
    yield "times, u32: microseconds (95 % interval), G elements/s, copy over it, CUB over it"
    for name in ("sweep", "largest", "cub"):
        if name in steps and ending(steps[name]):
            yield f"  {name}{ending(steps[name])}"
    for row in sorted(measured, key=lambda row: row["n"]):
        time_s = row["time_s"] or row["wall_time_s"]
        if time_s:
            yield (f"  {row['n']:>10} {row['algorithm']:<20} {microseconds(time_s):<34} "
                   f"{row['n'] / time_s['median'] / 1e9:>8.3f}"
                   f" {of(row['copy_s'], time_s['median']):>7}"
                   f" {of(cub_s.get(row['n']), time_s['median']):>7}")


def faults(steps):
    for name, step in steps.items():
        for row in rows_of(steps, name) if name != "tune" else []:
            if row["status"] in ("wrong", "error"):
                yield f"{name}: {row['algorithm']} at n = {row['n']}: {row['reason']}"
        if step["stderr"] and step["exit_code"] != CUT_SHORT:
            yield f"{name} said: {step['stderr'].rstrip()}"


def worst(steps):
    codes = {DEVICE_LOST if step["exit_code"] == KILLED else step["exit_code"]
             for name, step in steps.items()
             if not (name == "cub" and step["exit_code"] == NO_GPU)}
    codes -= {0, CUT_SHORT}
    return next((code for code in WORST_FIRST if code in codes), max(codes, default=0))


def main(folder, out):
    steps = load(Path(folder))
    devices = [step["report"]["device"] for step in steps.values()
               if step["report"] and step["report"].get("device")]
    lines = ["device: {name} ({type}), {driver_name} {driver_info}".format(**devices[0])
             if devices else "device: none that could be used"]
    for part in (correctness, tuning, times, faults):
        lines += ["", *part(steps)]
    try:
        Path(out + ".json").write_text(json.dumps(
            {"schema": "scanbench.device-check", "schema_version": "1.0", "steps": steps},
            indent=1) + "\n")
        Path(out + ".txt").write_text("\n".join(lines).rstrip() + "\n")
    except OSError as error:
        print(f"scanbench: {error}: give another OUT", file=sys.stderr)
        return 2
    return worst(steps)


sys.exit(main(*sys.argv[1:]))
