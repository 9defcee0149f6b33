import json
import math
from typing import NamedTuple

ALGORITHMS = ["serial", "naive", "hillis-steele", "blelloch", "blelloch-inplace",
              "scan-then-propagate", "reduce-then-scan", "decoupled-lookback"]
ON_DEVICE = ALGORITHMS[1:]
TILED = ALGORITHMS[5:]
QUICK = ["--repeat", "1", "--warmup", "0"]
NO_DRIVER = {"VK_DRIVER_FILES": "/nonexistent", "VK_ICD_FILENAMES": None}


class Result(NamedTuple):
    stdout: str
    stderr: str
    code: int


def strict_json(text):
    """JSON as the standard has it: no NaN or Infinity, and no key twice in one object."""

    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    def no_twins(pairs):
        keys = [key for key, _ in pairs]
        if len(keys) != len(set(keys)):
            raise ValueError(f"a key stands twice in {keys}")
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=no_twins)


def assert_complaint(result, code, *tokens):
    """One line on stderr that names what is at fault, and the right exit code."""
    assert result.code == code, result
    assert result.stderr.startswith("scanbench: ")
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1, result.stderr
    for token in tokens:
        assert token in result.stderr


def assert_usage_error(result, *tokens):
    assert_complaint(result, 2, *tokens)
    assert result.stdout == ""


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9)


def assert_times(time_s):
    if time_s is None:
        return
    assert time_s["min"] <= time_s["q1"] <= time_s["median"] <= time_s["q3"]
    if time_s["ci95"]:
        low, high = time_s["ci95"]
        assert time_s["min"] <= low <= time_s["median"] <= high


#: Every device binds so much at once; past that, a pass may be several dispatches.
LEAST_BINDING_BYTES = 2 ** 27


def assert_passes(row):
    passes = row["passes"]
    assert [one["index"] for one in passes] == list(range(len(passes)))
    if not passes:
        return
    for total in ("additions", "bytes_moved"):
        assert sum(one[total] for one in passes) == row["work"][total]
    if row["padded_n"] * (8 if row["type"].endswith("64") else 4) <= LEAST_BINDING_BYTES:
        assert len(passes) == row["work"]["dispatches"]
    else:
        assert len(passes) <= row["work"]["dispatches"]
    if row["passes_sum_s"] is not None:
        assert close(row["passes_sum_s"], sum(one["time_s"]["median"] for one in passes))


def assert_sound(report):
    """What a report must keep to beyond its schema."""
    assert report["results"]
    for row in report["results"]:
        assert row["padded_n"] >= row["n"]
        assert_times(row["time_s"])
        assert_times(row["wall_time_s"])
        assert_passes(row)
        if row["work"]:
            assert row["work"]["minimum_additions"] == row["n"] - 1
            width = 8 if row["type"].endswith("64") else 4
            assert row["work"]["minimum_bytes"] == 2 * width * row["n"]
        if row["time_s"]:
            assert close(row["elements_per_s"], row["n"] / row["time_s"]["median"])
        if row["instrumentation_ratio"]:
            ratio = row["passes_sum_s"] / row["time_s"]["median"]
            assert close(row["instrumentation_ratio"], ratio)
        if row["status"] == "ok":
            assert row["check"]["max_rel_error"] <= row["check"]["bound"]
