"""scripts/ab.sh on programs made here: the order of runs, the verdict and what it refuses."""

import json
import os
import subprocess

import pytest

from support import Result, assert_complaint, assert_usage_error
from test_compare import document, row, wrong

# Tells its runs to a file; its time is one of a list, in turn.
FAKE = """#!/bin/bash
if [[ $1 == compare ]]; then exec '{program}' "$@"; fi
printf '%s %s\\n' {name} "$*" >> '{folder}/log'
i=$(grep -c '^{name} ' '{folder}/log')
cat '{folder}/{name}'$(((i - 1) % {count})).json
exit {code}
"""


@pytest.fixture
def build(program, tmp_path):
    """A program that reports the given rows, one a run."""

    def make(name, *rows, code=0):
        for i, one in enumerate(rows):
            (tmp_path / f"{name}{i}.json").write_text(json.dumps(document(one)))
        file = tmp_path / name
        file.write_text(FAKE.format(program=program, name=name, folder=tmp_path, count=len(rows),
                                    code=code))
        file.chmod(0o755)
        return file

    return make


@pytest.fixture
def ab(source, tmp_path):
    def call(*args, **variables):
        done = subprocess.run([source / "scripts" / "ab.sh", *args], capture_output=True, text=True,
                              cwd=tmp_path, timeout=120, env={**os.environ, **variables})
        return Result(done.stdout, done.stderr, done.returncode)

    return call


def plain(*times):
    return [row(time_s, relative_to_launch=None) for time_s in times]


def test_builds_run_in_turn_with_the_order_changing(ab, build, tmp_path):
    result = ab(build("a", row()), build("b", row()), "-n", "8", ROUNDS="3")
    assert result.code == 0, result
    runs = (tmp_path / "log").read_text().splitlines()
    assert [run[0] for run in runs] == ["a", "b", "b", "a", "a", "b"]
    assert {run[1:] for run in runs} == {" -n 8 --json"}


def test_equal_builds_on_a_machine_that_slows_down_are_the_same(ab, build):
    times = plain(1e-4, 2e-4, 3e-4, 4e-4, 5e-4)
    result = ab(build("a", *times), build("b", *times))
    assert (result.code, result.stderr) == (0, "")
    assert "1 same" in result.stdout


def test_a_slower_build_is_caught_on_such_a_machine(ab, build):
    result = ab(build("a", *plain(1e-4, 2e-4, 3e-4)), build("b", *plain(1.2e-4, 2.5e-4, 3.6e-4)),
                ROUNDS="3")
    assert_complaint(result, 4, "blelloch at n = 1024")


def test_builds_whose_runs_contradict_each_other_are_left_open(ab, build):
    result = ab(build("a", *plain(1e-4, 1.3e-4)), build("b", *plain(1.3e-4, 1e-4)), ROUNDS="4")
    assert_complaint(result, 5, "cannot detect")


def test_a_wrong_answer_is_caught(ab, build):
    result = ab(build("a", row()), build("b", wrong(), code=1))
    assert_complaint(result, 1, "cell 3 is off")


def test_a_run_that_fails_ends_it(ab, build, tmp_path):
    result = ab(build("a", row()), build("b", row(), code=3))
    assert_complaint(result, 3, "ended in 3")
    assert len((tmp_path / "log").read_text().splitlines()) == 2


def test_threshold_and_format_reach_the_comparison(ab, build, read):
    a, b = build("a", *plain(1e-4)), build("b", *plain(1.2e-4))
    result = ab(a, b, FORMAT="json", THRESHOLD="30%")
    assert result.code == 0
    assert read(result.stdout)["threshold"] == 0.3


def test_the_reports_are_kept_where_asked(ab, build, tmp_path):
    assert ab(build("a", row()), build("b", row()), KEEP="kept", ROUNDS="2").code == 0
    assert sorted(file.name for file in (tmp_path / "kept").iterdir()) == [
        "A1.json", "A2.json", "B1.json", "B2.json"]


@pytest.mark.parametrize("args, variables, token", [
    ([], {}, "two programs"), (["./a"], {}, "two programs"), (["./a", "./none"], {}, "'./none'"),
    (["./a", "."], {}, "'.'"), (["./a", "./b"], {"ROUNDS": "1"}, "'1'"),
    (["./a", "./b"], {"ROUNDS": "x"}, "'x'"), (["./a", "./b"], {"ROUNDS": "1001"}, "'1001'"),
    (["./a", "./b", "--json"], {}, "--json"), (["./a", "./b", "--output=x"], {}, "--output=x"),
    (["./a", "./b", "devices"], {}, "'devices'"), (["./a", "./b"], {"THRESHOLD": "5"}, "'5'"),
    (["./a", "./b"], {"FORMAT": "csv"}, "'csv'"), (["./a", "./b"], {"KEEP": "x,y"}, "'x,y'")])
def test_bad_arguments_are_refused_before_any_run(ab, build, tmp_path, args, variables, token):
    build("a", row()), build("b", row())
    assert_usage_error(ab(*args, **variables), token)
    assert not (tmp_path / "log").exists()


def test_it_has_help(ab):
    result = ab("--help")
    assert (result.code, result.stderr) == (0, "")
    assert "ROUNDS" in result.stdout
