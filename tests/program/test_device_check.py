"""scripts/device-check.sh, with stand-ins for the programs that it runs."""

import json
import os
import subprocess

import pytest

from conftest import path_from
from support import Result, assert_complaint, assert_usage_error, strict_json

CUT_SHORT = 130


@pytest.fixture
def check(source, tmp_path):
    """Runs the script in a folder of its own."""

    def run(*args, **env):
        done = subprocess.run([source / "scripts" / "device-check.sh", *map(str, args)],
                              env={**os.environ, **env}, cwd=tmp_path, capture_output=True,
                              text=True, timeout=120)
        return Result(done.stdout, done.stderr, done.returncode)

    return run


@pytest.fixture
def build(tmp_path, program):
    """A folder whose programs do little: a scan or two of few elements, whatever they are asked."""
    folder = tmp_path / "a build"
    folder.mkdir()

    def make(scans=program, cub=None):
        (folder / "scanbench").write_text(f"""#!/bin/sh
case $1 in
  tune) exec "{program}" tune --algo naive -n 64 --max-time 0.01 --max-samples 5 --json ;;
  *) exec "{scans}" --algo serial,hillis-steele -n 64,100 --repeat 7 --warmup 0 --json ;;
esac
""")
        (folder / "scanbench").chmod(0o755)
        if cub:
            (folder / "cub_scan").write_text(f"#!/bin/sh\n{cub}\n")
            (folder / "cub_scan").chmod(0o755)
        return folder

    return make


def test_it_leaves_all_reports_in_one_file_and_what_to_take_from_them_in_another(
        check, build, read, tmp_path):
    peer = path_from("SCANBENCH_PEER").resolve()
    result = check(build(cub=f"exec '{peer}' -n 64,100 --repeat 7 --json"), "out", BUDGET_S="400")
    assert (result.code, result.stdout) == (0, ""), result.stderr
    found = strict_json((tmp_path / "out.json").read_text())
    assert list(found["steps"]) == [
        *(f"correctness-{kind}-{way}" for kind in ("f32", "u32", "i32", "f64", "u64", "i64")
          for way in ("exclusive", "inclusive")), "tune", "largest", "sweep", "cub"]
    for step in found["steps"].values():
        assert step["exit_code"] == 0
        read(json.dumps(step["report"]))
    text = (tmp_path / "out.txt").read_text()
    assert text.startswith(f"device: {found['steps']['sweep']['report']['device']['name']}")
    assert text.count("  4 / 0 / 0\n") == 12
    assert "naive                        64  " in text
    assert "100 hillis-steele" in text and "100 host-in-a-gpus-place" in text


def test_a_wrong_answer_is_its_own_exit_code_and_named(check, build, tmp_path):
    faulty = path_from("SCANBENCH_FAULTY").resolve()
    assert check(build(scans=faulty), "out").code == 1
    text = (tmp_path / "out.txt").read_text()
    assert "  2 / 0 / 2, exit code 1\n" in text
    assert "sweep: hillis-steele at n = 64: " in text


def test_cub_without_its_gpu_is_no_failure_and_said(check, build, tmp_path):
    assert check(build(cub="echo scanbench: no CUDA device >&2; exit 3"), "out").code == 0
    assert "cub said: scanbench: no CUDA device\n" in (tmp_path / "out.txt").read_text()


def test_a_step_past_its_limit_counts_as_what_it_has_finished(check, build, tmp_path, program):
    endless = f"exec '{program}' --algo serial -n 1,2^20 --repeat 1000000 --json"
    assert check(build(cub=endless), "out", BUDGET_S="20").code == 0
    step = strict_json((tmp_path / "out.json").read_text())["steps"]["cub"]
    assert step["exit_code"] == CUT_SHORT
    assert [row["status"] for row in step["report"]["results"]].count("skipped") == 1
    assert "cub, cut short at its limit" in (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_on_stdout(check, option):
    result = check(option)
    assert (result.code, result.stderr) == (0, "")
    assert result.stdout.startswith("usage: scripts/device-check.sh FOLDER OUT\n")


@pytest.mark.parametrize("args, token", [
    ([], "--help"), (["one"], "--help"), (["nowhere", "out"], "'nowhere'"), ([".", "out"], "'.'"),
    (["a build", "no/where"], "'no/where.json'"), (["a build", "taken"], "'taken.txt'")])
def test_what_cannot_be_checked_is_refused(check, build, tmp_path, args, token):
    build()
    (tmp_path / "taken.txt").mkdir()
    before = sorted(tmp_path.iterdir())
    assert_usage_error(check(*args), token)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name, value", [("LARGEST", "1023"), ("LARGEST", "many"), ("LARGEST", "-1"),
                                         ("BUDGET_S", "19"), ("BUDGET_S", "8m")])
def test_a_limit_that_is_none_is_refused(check, build, name, value):
    assert_complaint(check(build(), "out", **{name: value}), 2, name, value)
