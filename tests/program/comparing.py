"""Reports to compare, made here, and fixtures that compare them."""

import json

import pytest


def statistics(median, width=0.01, samples=100):
    ci95 = None if samples < 6 else [median / (1 + width), median * (1 + width)]
    return {"samples": samples, "median": median, "min": median / 2, "q1": median / 1.1,
            "q3": median * 1.1, "ci95": ci95}


def row(time_s=1e-4, algorithm="blelloch", n=1024, width=0.01, **others):
    made = {"algorithm": algorithm, "n": n, "type": "f32", "op": "add", "kind": "exclusive",
            "input": {"pattern": "course", "seed": 5109}, "status": "ok", "reason": None,
            "cache": "warm", "tuning": {"workgroup": 128, "items": 4, "source": "default"},
            "time_s": statistics(time_s, width), "wall_time_s": statistics(2 * time_s, width),
            "limited_by": "launches", "relative_to_launch": statistics(time_s / 1e-5, width),
            "relative_to_copy": statistics(time_s / 1e-4, width),
            "yardstick_launch_s": 1e-5, "yardstick_copy_s": 1e-4}
    return {**made, **others}


def wrong(**others):
    return row(status="wrong", reason="cell 3 is off", time_s=1e-4) | {"time_s": None} | others


def document(*rows, **others):
    made = {"schema": "scanbench.run", "schema_version": "1.1", "yardstick_version": 1,
            "started": "2026-01-01T00:00:00Z", "host": {"cpu": "a processor"},
            "tool": {"version": "0.1.0", "git": "0123456789abcdef"},
            "device": {"name": "a device", "type": "discrete", "uuid": "u-1",
                       "driver_name": "a driver", "driver_info": "1.0"},
            "results": list(rows)}
    return {**made, **others}


@pytest.fixture
def compare(run, tmp_path):
    """Writes both reports and compares them."""

    def call(base, new, *args):
        for name, content in (("base.json", base), ("new.json", new)):
            text = content if isinstance(content, str) else json.dumps(content, indent=1)
            (tmp_path / name).write_text(text)
        return run("compare", "base.json", "new.json", *args)

    return call


@pytest.fixture
def verdicts(compare, read):
    """The verdict of each row and the exit code, from the JSON, which must say that code too."""

    def call(base, new, *args):
        result = compare(base, new, "--json", *args)
        report = read(result.stdout)
        assert report["exit_code"] == result.code
        counts = report["summary"]
        for verdict in ("broken", "slower", "cannot_tell", "same", "faster", "not_compared"):
            assert counts[verdict] == sum(one["verdict"] == verdict for one in report["results"])
        return [one["verdict"] for one in report["results"]], result.code

    return call
