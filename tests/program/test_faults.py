"""A device that fails in every way there is, by a Vulkan layer (tests/faults) between the program
and the driver. Every cell of the matrix is a fault x a subcommand that meets it; the suite prints
the table at its end."""

import pytest

from conftest import path_from, runner
from support import assert_complaint, strict_json

ROW = ("--algo", "hillis-steele", "-n", "1000", "--repeat", "3", "--warmup", "0")
COMMANDS = {
    "run": ROW,
    "run tiles": ("--algo", "decoupled-lookback,reduce-then-scan", *ROW[2:]),
    "run jsonl": (*ROW, "--format", "jsonl"),
    "crossover": ("crossover", "blelloch", "hillis-steele", "--range", "64..1000", *ROW[4:]),
    "tune": ("tune", "--algo", "reduce-then-scan", "-n", "1000", *ROW[4:]),
    "devices": ("devices",),
}
MEASURING = [name for name in COMMANDS if name != "devices"]

#: Fault: for each command the exit code, and what the complaint says.
LOST, LATE, SHORT = "was lost", "did not end within 2 s", "ErrorOutOfDeviceMemory"
MATRIX = {
    "oom=1": {name: (3, SHORT) for name in MEASURING},
    "oom=4": {name: (3, SHORT) for name in MEASURING},
    "lost-submit=1": {name: (6, LOST) for name in MEASURING},
    "lost-submit=30": {name: (6, LOST) for name in MEASURING},
    "lost-wait=1": {name: (6, LOST) for name in MEASURING},
    "lost-wait=30": {name: (6, LOST) for name in MEASURING},
    "hang=1": {name: (6, LATE) for name in MEASURING},
    "hang=30": {name: (6, LATE) for name in MEASURING},
    "hang-in-pass=1": {name: (6, f"{LATE} in pass 1 of ") for name in MEASURING},
    "hang-in-pass=2": {name: (6, f"{LATE} in pass 2 of ") for name in ("run", "crossover", "tune")},
    "flip=1": {name: (1, "wrong on the verifying walk: cell ") for name in MEASURING},
    "valid-bits=0": {name: (0, "") for name in COMMANDS},
    "valid-bits=36": {name: (0, "") for name in COMMANDS},
    "period=0": {name: (0, "") for name in COMMANDS},
    "period=nan": {name: (0, "") for name in COMMANDS},
    "period=52.08": {name: (0, "") for name in COMMANDS},
    "stamps-equal": {name: (0, "") for name in MEASURING},
    "stamps-zero": {name: (0, "") for name in MEASURING},
    "stamps-backwards": {name: (0, "") for name in MEASURING},
    "stamps-missing": {name: (0, "") for name in MEASURING},
    "slow-before": {"run": (0, "")},
    "storage-range=2048": {**{name: (0, "") for name in COMMANDS},
                           "tune": (3, "the largest n here")},
    "storage-range=16": {name: (3, "the largest n here") for name in ("run", "run jsonl")},
    "groups=1": {name: (0, "") for name in COMMANDS},
    "shared=80": {name: (0, "") for name in COMMANDS},
    "shared=1": {name: (3, "0 invocations") for name in ("run",)},
    "push=16": {name: (3, "push constants") for name in COMMANDS},
    "invocations=8": {name: (0, "") for name in COMMANDS},
    "heap=4096": {name: (3, "the largest n here") for name in MEASURING},
    "no-subgroup-ops": {name: (0, "") for name in COMMANDS},
    "api-1.2": {name: (3, "older than 1.3") for name in COMMANDS},
    "no-compute": {name: (3, "no compute queue") for name in COMMANDS},
    "no-instance": {name: (3, "Vulkan did not start") for name in COMMANDS},
    "no-device": {name: (3, "the device does not open") for name in MEASURING},
    "prints": {name: (0, "") for name in COMMANDS},
}
CELLS = [(fault, name) for fault, row in MATRIX.items() for name in row]


class Faults:
    """Runs the program under the layer; `log` is what the layer says of the last run."""

    def __init__(self, run, folder):
        self.run = run
        self.file = folder / "faults.log"
        self.log = []

    def __call__(self, faults, *args, env=None):
        self.file.unlink(missing_ok=True)
        result = self.run(*args, env={
            "VK_ADD_LAYER_PATH": str(path_from("SCANBENCH_FAULTS_LAYER")),
            "VK_INSTANCE_LAYERS": "VK_LAYER_SCANBENCH_faults",
            "SCANBENCH_FAULTS": faults, "SCANBENCH_FAULTS_LOG": str(self.file), **(env or {})})
        self.log = self.file.read_text().splitlines() if self.file.exists() else []
        assert "present" in self.log, "the layer was not there"
        return result

    def count(self, what):
        return next(int(line.split()[1]) for line in self.log if line.startswith(f"{what} "))


@pytest.fixture
def under(program, tmp_path, tmp_path_factory):
    # A cache of its own: tune writes to it.
    return Faults(runner(program, tmp_path, tmp_path_factory.mktemp("cache")), tmp_path)


@pytest.fixture(scope="session")
def seen(request):
    """Exit codes by fault and command, for the table."""
    found = {}
    yield found
    request.config.closing_words = table(found)


def table(found):
    width = max(map(len, MATRIX))
    lines = ["exit code of each subcommand under each fault; - where it does not meet it",
             " ".join([f"{'':{width}}", *COMMANDS])]
    for fault in MATRIX:
        cells = [f"{found.get((fault, name), '-'):>{len(name)}}" for name in COMMANDS]
        lines.append(" ".join([f"{fault:{width}}", *cells]))
    return "\n".join(lines)


def as_json(name):
    return () if "jsonl" in name else ("--json",)


@pytest.mark.parametrize("fault, name", CELLS)
def test_a_fault_ends_as_promised(under, read, seen, monkeypatch, fault, name):
    if "storage-range" in fault:
        monkeypatch.setattr("support.LEAST_BINDING_BYTES", 2048)
    limit = () if name == "devices" else ("--timeout", "2" if "hang" in fault else "60")
    result = under(fault, *COMMANDS[name], *limit, *as_json(name))
    assert f"hit {fault.split('=')[0]}" in under.log
    code, words = MATRIX[fault][name]
    if code == 0:
        assert (result.code, result.stderr.replace("a driver's greeting\n", "")) == (0, "")
    else:
        assert_complaint(result, code, words)
    seen[fault, name] = result.code
    if name == "run jsonl":
        head, *rows = [strict_json(line) for line in result.stdout.splitlines()]
        assert head["schema"] == "scanbench.run" and len(rows) == 1
    else:
        read(result.stdout)
    if "hang" not in fault:  # that leaves without destroying anything
        assert not [line for line in under.log if line.startswith("unfreed") and line[-2:] != " 0"]


@pytest.mark.parametrize("kind", ["oom", "lost-submit", "lost-wait"])
def test_whatever_allocation_or_submission_fails_is_named(under, read, kind):
    args = ("--algo", "blelloch,decoupled-lookback", "-n", "1000", *ROW[4:], "--json")
    at, missed = 1, False
    while not missed:
        result = under(f"{kind}={at}", *args)
        missed = f"hit {kind}" not in under.log
        if missed:
            assert result.code == 0
        else:
            assert result.code == (3 if kind == "oom" else 6), (at, result)
            assert result.stderr.count("\n") == 1
        found = read(result.stdout)
        assert [row["algorithm"] for row in found["results"]] == ["blelloch", "decoupled-lookback"]
        at += 1 if kind == "oom" or at < 8 else 17
    assert at > 8


def test_what_does_not_fit_together_is_measured_one_by_one(under, read):
    args = ("--algo", "blelloch,hillis-steele", "-n", "1000", *ROW[4:], "--json")
    assert under("", "--algo", "blelloch", *args[2:]).code == 0
    alone = under.count("allocations")
    result = under(f"oom={alone + 1}", *args)
    assert "hit oom" in under.log
    # The layer's memory stays short, so that what is tried after the first failure fails, too.
    assert_complaint(result, 3, SHORT)


def test_finished_rows_are_kept_when_the_device_is_lost_later(under, read):
    args = ("--algo", "hillis-steele", "-n", "64,1000", *ROW[4:])
    assert under("", *args).code == 0
    last = under.count("submissions")
    for fault in (f"lost-submit={last}", f"lost-wait={last}", f"hang={last}"):
        result = under(fault, *args, "--timeout", "2", "--json")
        assert_complaint(result, 6, "hillis-steele at n = 1000")
        first, second = read(result.stdout)["results"]
        assert first["status"] == "ok" and first["time_s"]["samples"] == 3
        assert second["status"] == "error" and second["answer"] is None


def test_a_crossover_that_stops_keeps_its_duels(under, read):
    args = ("crossover", "blelloch", "hillis-steele", "--range", "64..1000", *ROW[4:])
    assert under("", *args).code == 0
    # In the second duel: the number of submissions differs from run to run, if little.
    result = under(f"lost-wait={under.count('submissions') * 3 // 4}", *args, "--json")
    assert_complaint(result, 6, "was lost")
    found = read(result.stdout)
    assert found["outcome"] == "stopped" and "was lost" in found["reason"]
    assert found["duels"] and found["low"] is None


def test_a_flipped_bit_ends_in_1_in_whatever_sample_it_is(under, read):
    args = ("--algo", "hillis-steele", "-n", "1000", "--type", "u32", *ROW[4:], "--json")
    assert under("", *args).code == 0
    scans = under.count("scans")
    assert scans >= 12, "two verifications and four runs in each of three rounds, at least"
    for k in range(1, scans + 1):
        result = under(f"flip={k}", *args)
        assert "hit flip" in under.log
        assert_complaint(result, 1)
        row, = read(result.stdout)["results"]
        assert row["status"] in ("wrong", "error") and row["answer"] is None
        assert row["time_s"] is None and row["wall_time_s"] is None


@pytest.fixture
def median_s(under, read):
    """Medians of the device's and the host's clock in a run of one row."""

    def measure(fault, *more):
        row, = read(under(fault, *ROW[:4], *more, "--repeat", "5", "--json").stdout)["results"]
        return (row["time_s"] and row["time_s"]["median"]), row["wall_time_s"]["median"]

    return measure


@pytest.mark.parametrize("fault", ["valid-bits=0", "period=0", "period=nan", "stamps-equal",
                                   "stamps-zero", "stamps-backwards", "stamps-missing"])
def test_stamps_that_tell_nothing_are_no_time(under, read, fault):
    report = read(under(fault, *ROW, "--json").stdout)
    row, = report["results"]
    assert row["time_s"] is None and row["wall_time_s"]["median"] > 0
    assert {one["time_s"] for one in row["passes"]} == {None}
    assert row["timer_cost_s"] is None and row["passes_sum_s"] is None
    assert under(fault, *ROW).code == 0


@pytest.mark.parametrize("fault", ["valid-bits=36", "period=52.08"])
def test_stamps_of_another_device_give_the_same_time(median_s, fault):
    device_s, wall_s = median_s(fault)
    assert wall_s / 10 < device_s < wall_s * 2


def test_slow_work_before_a_scan_is_not_in_its_time(median_s):
    device_s, wall_s = median_s("slow-before")
    assert device_s < wall_s / 2


def test_small_limits_change_how_a_scan_is_cut_and_not_its_answer(under, read, monkeypatch):
    monkeypatch.setattr("support.LEAST_BINDING_BYTES", 2048)
    for fault in ("storage-range=2048", "invocations=8", "shared=80", "groups=1", "no-subgroup-ops"):
        result = under(fault, "--algo", "all", "-n", "1000", *ROW[4:], "--json")
        rows = read(result.stdout)["results"]
        totals = {row["answer"]["total"] for row in rows if row["status"] == "ok"}
        assert len(totals) == 1, fault
        refused = [row["reason"] for row in rows if row["status"] != "ok"]
        assert all("the largest n here" in reason for reason in refused), (fault, refused)


def test_a_driver_that_prints_leaves_stdout_to_the_report(under):
    result = under("prints", *ROW, "--json")
    assert strict_json(result.stdout) and "greeting" in result.stderr
