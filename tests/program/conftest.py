"""What every test of the whole program shares: how to run it, and how to read what it says."""

import glob
import json
import os
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from support import Result, assert_sound, strict_json


def path_from(variable):
    value = os.environ.get(variable)
    if not value:
        pytest.fail(f"{variable} is not set")  # a skipped test would look like a passed one
    return Path(value)


def pytest_terminal_summary(terminalreporter, config):
    if words := getattr(config, "closing_words", None):
        terminalreporter.write_line(words)


@pytest.fixture(scope="session")
def source():
    return path_from("SCANBENCH_SOURCE")


def runner(program, folder, cache):
    """`cache` is the user's cache folder, so that nobody's own tuning counts. A variable whose value
    in `env` is None is taken out of the environment."""

    def run(*args, env=None, timeout=120):
        variables = {**os.environ, "XDG_CACHE_HOME": str(cache), **(env or {})}
        done = subprocess.run(
            [program, *map(str, args)],
            env={name: value for name, value in variables.items() if value is not None},
            cwd=folder, capture_output=True, text=True, timeout=timeout)
        return Result(done.stdout, done.stderr, done.returncode)

    return run


@pytest.fixture(scope="session")
def program():
    return str(path_from("SCANBENCH").resolve())


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory):
    """One for all tests, as drivers keep compiled kernels in it; nothing is tuned there."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def software_driver():
    """The manifest of Debian's software driver."""
    places = ["/usr/share", "/usr/local/share", "/etc"]
    found = [file for place in places for file in glob.glob(f"{place}/vulkan/icd.d/lvp_icd*.json")]
    assert found, "the software driver is not installed"
    return Path(found[0])


@pytest.fixture
def run(program, tmp_path, shared_cache):
    """Runs the program in a folder of its own."""
    return runner(program, tmp_path, shared_cache)


@pytest.fixture
def run_faulty(tmp_path, shared_cache):
    """The same program, but its hillis-steele leaves out the last pass, its blelloch does in
    work-groups of 16."""
    return runner(str(path_from("SCANBENCH_FAULTY").resolve()), tmp_path, shared_cache)


@pytest.fixture(scope="session")
def schema(source):
    def load(name):
        loaded = json.loads((source / "src" / "report" / f"{name}.schema.json").read_text())
        Draft202012Validator.check_schema(loaded)
        return loaded

    return load


@pytest.fixture(scope="session")
def read(schema):
    """Text -> report, held against its schema and against what a schema cannot say."""

    def parse(text):
        report = strict_json(text)
        Draft202012Validator(schema(report["schema"])).validate(report)
        if report["schema"] == "scanbench.run":
            assert_sound(report)
        return report

    return parse


@pytest.fixture
def report(run, read):
    """Runs with --json and gives the report of a run that must end well and quietly."""

    def measure(*args, env=None):
        result = run(*args, "--json", env=env)
        assert (result.code, result.stderr) == (0, "")
        return read(result.stdout)

    return measure


@pytest.fixture
def rows(report):
    """The rows of one sample each, by algorithm and n; every one must be ok."""

    def measure(*args, env=None):
        results = report(*args, "--repeat", "1", "--warmup", "0", env=env)["results"]
        assert {row["status"] for row in results} == {"ok"}
        return {(row["algorithm"], row["n"]): row for row in results}

    return measure


@pytest.fixture(scope="session")
def course(source):
    """The right answers for the course's data."""
    return json.loads((source / "tests" / "data" / "course.json").read_text())
