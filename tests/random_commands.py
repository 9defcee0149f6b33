#!/usr/bin/env python3
"""Runs so many random commands, some of them interrupted at a random moment, and holds each against
what any command must keep to: a promised exit code, one line on stderr at most, a sound report, and
answers that closed formulas give.

    tests/random_commands.py PROGRAM COUNT [SEED]

Ends with 1 at the first command that does not, and prints it."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator

ALGORITHMS = ["serial", "naive", "hillis-steele", "blelloch", "blelloch-inplace",
              "scan-then-propagate", "reduce-then-scan", "decoupled-lookback"]
TILED = ALGORITHMS[5:]
TYPES = {"f32": None, "u32": 32, "i32": 32, "f64": None, "u64": 64, "i64": 64}
SCHEMAS = Path(__file__).resolve().parent.parent / "src" / "report"


def wrapped(value, kind):
    """As an integer of that type holds it."""
    bits = TYPES[kind]
    if bits is None:
        return float(value)
    value %= 2 ** bits
    return value - 2 ** bits if kind[0] == "i" and value >= 2 ** (bits - 1) else value


#: Sums of the first i elements, where they are exact.
SUMS = {
    "ones": lambda i: i,
    "zeros": lambda i: 0,
    "ramp": lambda i: i * (i + 1) // 2,
    "alternating": lambda i: i % 2,
}


def some_size(pick):
    base = 2 ** pick.randint(0, 20)
    return max(1, base + pick.choice([-1, 0, 0, 1, pick.randint(0, base)]))


def run_command(pick):
    names = pick.sample(ALGORITHMS, pick.randint(1, 3))
    sizes = sorted({some_size(pick) for _ in range(pick.randint(1, 3))})
    args = ["--algo", pick.choice([",".join(names), ",".join(names), "all"]),
            "-n", ",".join(map(str, sizes)), "--format", pick.choice(["json", "json", "jsonl"])]
    kind = pick.choice(list(TYPES))
    pattern = pick.choice([*SUMS, "course", "walk", "random"])
    args += ["--type", kind, "--input", pattern]
    options = {
        "--op": ["add", "add", "min", "max"], "--kind": ["inclusive", "exclusive"],
        "--workgroup": [1, 3, 8, 64, 256, 1000], "--items": [4, 8, 256, 4096],
        "--tile-scan": ["subgroup", "shared"], "--init": [0, 1, 7], "--cache": ["cold"],
        "--repeat": [1, 2, 5], "--warmup": [0, 1], "--max-time": [0.01, 0.1],
        "--probe": [0, "0,7"], "--device": [0, "llvmpipe", 9], "--timeout": [1, 60, 0.001],
        "--seed": [1, 2 ** 32 - 1],
    }
    for option in pick.sample(list(options), pick.randint(1, 5)):
        args += [option, str(pick.choice(options[option]))]
    return args + pick.choice([[], [], ["--quiet"], ["--raw"], ["--untuned"]])


def other_command(pick):
    first, second = pick.sample(ALGORITHMS, 2)
    low = some_size(pick)
    return pick.choice([
        ["devices", "--json"], ["algorithms", "--json"],
        ["crossover", first, second, "--range", f"{low}..{low * 8 + 1}", "--repeat", "3",
         "--json"],
        ["tune", "--algo", pick.choice(TILED), "-n", str(low), "--repeat", "2", "--json"],
        ["--algo", first, "-n", pick.choice(["0", "-1", "x", "2^99", "1..", ""])],
        ["compare", "/nowhere", "/dev/null"],
    ])


def environment(pick, folder):
    env = {**os.environ, "XDG_CACHE_HOME": folder}
    for name, values in {"LP_NUM_THREADS": ["0", "1", "8"],
                         "LP_NATIVE_VECTOR_WIDTH": ["64", "128", "256", "512"]}.items():
        if pick.random() < 0.2:
            env[name] = pick.choice(values)
    return env


def run(program, args, env, sent, after_s):
    """The result, and whether a signal came before the end."""
    with subprocess.Popen([program, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, env=env) as running:
        try:
            out, err = running.communicate(timeout=after_s if sent else 300)
            return running.returncode, out, err, False
        except subprocess.TimeoutExpired:
            assert sent, "it hangs"
            running.send_signal(sent)
            out, err = running.communicate(timeout=300)
            return running.returncode, out, err, True


def report_of(args, out):
    """The report as one object, held against its schema."""
    if "jsonl" in args:
        head, *rows = [json.loads(line) for line in out.splitlines()]
        report = {**head, "results": rows}
    else:
        report = json.loads(out)
    schema = json.loads((SCHEMAS / f"{report['schema']}.schema.json").read_text())
    Draft202012Validator(schema).validate(report)
    return report


def check_answer(row, init):
    """Against the closed formula, where there is one and its sums are exact."""
    sums = SUMS.get(row["input"]["pattern"])
    largest = {"f32": 2 ** 24, "f64": 2 ** 53}.get(row["type"])
    if row["op"] != "add" or sums is None:
        return
    if largest is not None and sums(row["n"]) + init > largest:
        return
    found = {**row["answer"]["exclusive"], "total": row["answer"]["total"]}
    for where, value in found.items():
        if value is None:
            continue
        i = row["n"] if where == "total" else int(where)
        start = init if row["algorithm"] in TILED else 0
        want = wrapped(start + sums(i), row["type"])
        assert float(value) == float(want), f"{row['algorithm']}: {where} is {value}, not {want}"


def check(args, code, out, err, interrupted):
    lines = [line for line in err.splitlines() if line.startswith("scanbench: ")]
    assert len(lines) == len(err.splitlines()), f"stderr holds more than complaints: {err!r}"
    allowed = {0, 2, 3, 6} | ({130, 143, -signal.SIGINT, -signal.SIGTERM} if interrupted else set())
    assert code in allowed, f"exit code {code}"
    assert len(lines) <= 3, f"too many lines: {err!r}"
    assert code == 0 or code < 0 or lines, "it failed without a word"
    if code < 0 or code == 2 or "json" not in " ".join(args):
        return
    report = report_of(args, out)
    init = int(args[args.index("--init") + 1]) if "--init" in args else 0
    for row in report.get("results", []):
        assert row["status"] != "wrong", row["reason"]
        if row["status"] == "ok":
            check_answer(row, init)


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(2 ** 32)
    pick = random.Random(seed)
    codes = {}
    with tempfile.TemporaryDirectory() as folder:
        for i in range(count):
            args = run_command(pick) if pick.random() < 0.85 else other_command(pick)
            env = environment(pick, folder)
            sent = pick.choice([None, None, None, signal.SIGINT, signal.SIGTERM])
            after_s = pick.uniform(0, 1.5)
            try:
                result = run(program, args, env, sent, after_s)
                check(args, *result)
            except Exception as error:
                print(f"command {i} of seed {seed}: {program} {' '.join(args)}\n"
                      f"signal {sent} after {after_s:.3f} s\n{type(error).__name__}: {error}")
                return 1
            codes[result[0]] = codes.get(result[0], 0) + 1
    print(f"{count} commands of seed {seed}; exit codes: "
          + ", ".join(f"{code}: {codes[code]}" for code in sorted(codes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
