"""The JSON report, its schema, and the validator that holds one against the other."""

import copy
import datetime
import math
import os

import pytest
from jsonschema import Draft202012Validator

from support import ALGORITHMS, QUICK, strict_json


def test_every_algorithm_s_row_at_1024_is_ok_and_within_the_schema(report):
    found = report("--algo", "all", "-n", "1024", *QUICK)
    assert found["schema_version"] == "1.2"
    assert [row["status"] for row in found["results"]] == ["ok"] * len(ALGORITHMS)
    for row in found["results"]:
        assert row["time_s"] is not None and row["wall_time_s"] is not None
        assert all(one["time_s"] for one in row["passes"])


def test_the_report_repeats_its_command_line_and_says_when_it_began(report, program):
    before = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    args = ["--algo", "serial", "--probe", "1,2", *QUICK]
    found = report(*args)
    assert found["command"] == [program, *args, "--json"]
    started = datetime.datetime.strptime(found["started"], "%Y-%m-%dT%H:%M:%S%z")
    assert before <= started <= datetime.datetime.now(datetime.timezone.utc)


def test_format_json_is_the_same_as_json(run, read):
    result = run("--algo", "serial", "--format", "json", *QUICK)
    assert result.code == 0
    assert read(result.stdout)["results"][0]["algorithm"] == "serial"


def test_what_does_not_exist_is_null(rows):
    row = rows("--algo", "hillis-steele", "-n", "1")["hillis-steele", 1]
    for key in ("time_s", "wall_time_s", "elements_per_s", "passes_sum_s", "instrumentation_ratio"):
        assert row[key] is None
    assert row["passes"] == []
    serial = rows("--algo", "serial")["serial", 1024]
    assert serial["tuning"] is None and serial["passes"] == []
    assert serial["passes_sum_s"] is None and serial["instrumentation_ratio"] is None
    assert rows("--algo", "blelloch")["blelloch", 1024]["passes"][10]["stride"] is None


def test_repeat_sets_the_number_of_samples_everywhere(report):
    row, = report("--algo", "blelloch", "--repeat", "7", "--warmup", "0")["results"]
    assert row["time_s"]["samples"] == row["wall_time_s"]["samples"] == 7
    assert all(one["time_s"]["samples"] <= 7 for one in row["passes"])
    assert row["time_s"]["ci95"] is not None


def test_fewer_than_6_samples_have_no_interval(report):
    row, = report("--algo", "serial", "--repeat", "5")["results"]
    assert row["time_s"]["ci95"] is None and row["wall_time_s"]["ci95"] is None


def test_a_small_scan_is_sampled_at_least_11_times_by_default(report):
    for row in report("--algo", "serial,blelloch", "-n", "64", "--quiet")["results"]:
        assert row["time_s"]["samples"] >= 11


def test_rows_of_a_run_that_ended_in_3_are_still_printed(run, read):
    result = run("--algo", "naive", "-n", "65537", "--json")
    assert result.code == 3
    row, = read(result.stdout)["results"]
    assert row["status"] == "unsupported" and "65536" in row["reason"]


def test_bytes_that_are_no_utf_8_do_not_spoil_the_report(run, read, tmp_path):
    name = os.fsdecode(b"report-\xff")
    assert run("--algo", "serial", "--json", "--output", name, *QUICK) == ("", "", 0)
    read((tmp_path / name).read_text(encoding="utf-8"))


def added_later(schema):
    """Keys that a report of an earlier minor version need not have."""
    later = {"label", "shuffle_seed", "yardstick_version", "load_average", "governor",
             "p5", "p95", "p99", "outliers"}
    later.add("tile_scan")
    for since in ("row_since_1_1", "row_since_1_2"):
        later |= set(schema.get("$defs", {}).get(since, {"required": []})["required"])
    return later


@pytest.mark.parametrize("name", ["scanbench.run", "scanbench.devices", "scanbench.algorithms",
                                  "scanbench.compare", "scanbench.crossover",
                                  "scanbench.tune"])
def test_every_key_of_a_schema_is_described_and_required_from_the_start_or_says_since_when(schema, name):
    later = {"scanbench.run": added_later(schema("scanbench.run")),
             "scanbench.crossover": {"reason"}}.get(name, set())

    def visit(node):
        if isinstance(node, list):
            for item in node:
                visit(item)
        if not isinstance(node, dict):
            return
        if "required" in node and "description" in node:
            assert set(node["required"]) == set(node["properties"]) - later
            for key, value in node["properties"].items():
                assert value["description"].endswith("."), key
                assert (" Since 1." in value["description"]) == (key in later), key
        for value in node.values():
            visit(value)

    visit(schema(name))


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": -Infinity}', '{"a": 1, "a": 2}', "[1]x", ""])
def test_the_parser_refuses_what_is_not_json(text):
    with pytest.raises(ValueError):
        strict_json(text)


# Each turns a good report (rows: serial, then blelloch) into one that must not pass.
FAULTS = {
    "a missing key": lambda r: r["results"][0].pop("check"),
    "a missing key of the top": lambda r: r.pop("host"),
    "a missing key of a pass": lambda r: r["results"][1]["passes"][3].pop("stride"),
    "a number as text": lambda r: r["results"][0]["time_s"].update(median="NaN"),
    "a total that is no number": lambda r: r["results"][0]["answer"].update(total="NaN"),
    "an ok row without an answer": lambda r: r["results"][0].update(answer=None),
    "an ok row without work": lambda r: r["results"][1].update(work=None),
    "an ok row with a reason": lambda r: r["results"][0].update(reason="why not"),
    "an ok row whose check failed": lambda r: r["results"][0]["check"].update(ok=False),
    "a right check with mismatches": lambda r: r["results"][0]["check"].update(mismatches=1),
    "a wrong row with an answer": lambda r: r["results"][0].update(status="wrong", reason="so"),
    "an error without a reason": lambda r: r["results"][0].update(status="error", answer=None),
    "an unsupported row with a time": lambda r: r["results"][1].update(
        status="unsupported", reason="so", answer=None, check=None),
    "an unknown status": lambda r: r["results"][0].update(status="fine"),
    "a negative time": lambda r: r["results"][1]["time_s"].update(min=-1e-6),
    "a time of 0": lambda r: r["results"][1]["passes"][0]["time_s"].update(median=0),
    "a null where a number must be": lambda r: r["results"][0].update(n=None),
    "half an element": lambda r: r["results"][0].update(n=1023.5),
    "n of 0": lambda r: r["results"][0].update(n=0),
    "an interval with one end": lambda r: r["results"][1]["time_s"].update(ci95=[1e-6]),
    "an interval of two samples": lambda r: r["results"][1]["time_s"].update(ci95=[1e-6, 2e-6]),
    "a probe that is no index": lambda r: r["results"][0]["answer"].update(exclusive={"0512": 1}),
    "no probe": lambda r: r["results"][0]["answer"].update(exclusive={}),
    "a wrapped float": lambda r: r["results"][0]["answer"].update(wrapped=True),
    "an unknown type": lambda r: r["results"][0].update(type="f99"),
    "a fraction in u32": lambda r: r["results"][0].update(type="u32"),
    "a rate without a time": lambda r: r["results"][0].update(time_s=None, wall_time_s=None),
    "a stride of 0": lambda r: r["results"][1]["passes"][10].update(stride=0),
    "a seed that ones does not have": lambda r: r["results"][0]["input"].update(pattern="ones"),
    "a local time": lambda r: r.update(started="2024-05-01T12:00:00+02:00"),
    "month 13": lambda r: r.update(started="2024-13-01T12:00:00Z"),
    "another format": lambda r: r.update(schema="scanbench.devices"),
    "another major version": lambda r: r.update(schema_version="2.0"),
    "a device's row without a device": lambda r: r.update(device=None),
    "an unknown kind of device": lambda r: r["device"].update(type="toaster"),
    "a missing key of 1.1": lambda r: r["results"][1].pop("floor_s"),
    "a missing key of 1.1 at the top": lambda r: r.pop("label"),
    "a missing key of 1.1 of the host": lambda r: r["host"].pop("load_average"),
    "a missing key of 1.1 of a time": lambda r: r["results"][1]["time_s"].pop("outliers"),
    "a floor of 0": lambda r: r["results"][1].update(floor_s=0),
    "a limit that is none": lambda r: r["results"][1].update(limited_by="luck"),
    "a suspicion without grounds": lambda r: r["results"][1].update(
        fraction_of_copy=None, suspect=True),
    "a fraction of a copy without a verdict": lambda r: r["results"][1].update(
        fraction_of_copy=0.5, suspect=None),
    "a percentile of two samples": lambda r: r["results"][1]["time_s"].update(p95=1e-3),
    "a lukewarm cache": lambda r: r["results"][1].update(cache="lukewarm"),
    "a load of one number": lambda r: r["host"].update(load_average=[1.0]),
    "raw samples that are none": lambda r: r["results"][1].update(raw_time_s=[]),
    "a heap of no bytes": lambda r: r["device"]["memory"].update(heap_bytes=0),
}


@pytest.fixture(scope="module")
def good(program, tmp_path_factory, shared_cache, read):
    from conftest import runner
    run = runner(program, tmp_path_factory.mktemp("good"), shared_cache)
    return read(run("--algo", "serial,blelloch", "--json", "--repeat", "2", "--warmup", "0").stdout)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_validator_refuses(good, schema, fault):
    broken = copy.deepcopy(good)
    FAULTS[fault](broken)
    assert not Draft202012Validator(schema("scanbench.run")).is_valid(broken)


def test_the_validator_accepts_a_report_of_version_1_0(good, schema):
    early = copy.deepcopy(good)
    later = added_later(schema("scanbench.run"))
    for node in (early, early["host"]):
        for key in later & set(node):
            del node[key]
    for row in early["results"]:
        for node in filter(None, (row, row["time_s"], row["wall_time_s"])):
            for key in later & set(node):
                del node[key]
    early["schema_version"] = "1.0"
    assert Draft202012Validator(schema("scanbench.run")).is_valid(early)
    early["schema_version"] = "1.1"
    assert not Draft202012Validator(schema("scanbench.run")).is_valid(early)


def test_rows_say_how_they_were_sampled_and_the_report_on_what_machine(report):
    found = report("--algo", "serial,blelloch", *QUICK)
    assert found["label"] is None and found["yardstick_version"] >= 1
    load = found["host"]["load_average"]
    assert load is None or all(value >= 0 for value in load)
    for row in found["results"]:
        assert row["rounds"] >= 1 and row["cache"] == "warm"
        assert row["raw_time_s"] is None and row["raw_wall_time_s"] is None
    serial, blelloch = found["results"]
    assert serial["unaccounted_s"] is None and serial["floor_s"] is None
    gap = blelloch["wall_time_s"]["median"] - blelloch["time_s"]["median"]
    assert math.isclose(blelloch["unaccounted_s"], gap, rel_tol=1e-9)


def test_the_validator_accepts_keys_that_a_later_version_adds(good, schema):
    later = copy.deepcopy(good)
    later["schema_version"] = "1.7"
    later["results"][0]["energy_j"] = later["device"]["driver_id"] = 3
    later["results"][1]["passes"][0]["note"] = "new"
    assert Draft202012Validator(schema("scanbench.run")).is_valid(later)


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "9007199254740993", "-9007199254740993"])
def test_the_validator_accepts_elements_that_no_json_number_holds(good, schema, value):
    exotic = copy.deepcopy(good)
    exotic["results"][0]["answer"]["total"] = value
    assert Draft202012Validator(schema("scanbench.run")).is_valid(exotic)


def test_a_short_scan_ends_long_before_its_time_is_up(report):
    rows = report("--algo", "naive,hillis-steele", "-n", "32", "--max-time", "60",
                  "--precision", "5%", "--quiet")["results"]
    assert {row["stopped_by"] for row in rows} <= {"precision", "settled"}


def test_whether_floats_vary_from_sample_to_sample_is_said(report):
    for row in report("--algo", "all", "-n", "250000", "--input", "random", "--repeat", "20",
                      "--quiet")["results"]:
        if row["status"] == "unsupported":
            assert row["algorithm"] == "naive" and row["deterministic"] is None
        elif row["algorithm"] == "decoupled-lookback":
            assert row["deterministic"] in (True, False)  # who combines what is the run's affair
        else:
            assert row["deterministic"] is True
