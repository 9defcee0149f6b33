"""Types and operators: what each answers, and what a report says of it."""

import pytest

from support import ALGORITHMS, QUICK, assert_complaint, strict_json

WIDE = ["f64", "u64", "i64"]
# What each holds at its ends, as a report has it.
ENDS = {"f32": ("-inf", "inf"), "f64": ("-inf", "inf"), "u32": (0, 2 ** 32 - 1),
        "i32": (-2 ** 31, 2 ** 31 - 1), "u64": (0, str(2 ** 64 - 1)),
        "i64": (str(-2 ** 63), str(2 ** 63 - 1))}
SIZES = "1,2,3,255,1000,1025"


def common_answer(found, n):
    answers = [row["answer"] for (_, size), row in found.items() if size == n]
    assert len(answers) == len(ALGORITHMS)
    assert all(answer == answers[0] for answer in answers)
    return answers[0]


@pytest.mark.parametrize("kind", ["f32", *WIDE])
def test_every_algorithm_adds_the_course_s_data_alike(rows, course, kind):
    scale = 1 if kind.startswith("f") else 8  # integers are not divided by 8
    right = course["seeds"][0]
    found = rows("--algo", "all", "-n", "1024", "--type", kind, "--seed", right["seed"])
    assert common_answer(found, 1024) == {"exclusive": {"512": scale * right["exclusive_512"]},
                                          "total": scale * right["total"], "wrapped": False}
    assert all(row["type"] == kind and row["op"] == "add" for row in found.values())


@pytest.mark.parametrize("op", ["add", "min", "max"])
@pytest.mark.parametrize("kind", ENDS)
def test_every_algorithm_gives_the_same_for_a_type_and_operator(rows, kind, op):
    found = rows("--algo", "all", "-n", SIZES, "--type", kind, "--op", op, "--input", "random")
    sizes = [int(n) for n in SIZES.split(",")]
    for row in found.values():
        assert row["op"] == op
        assert row["answer"]["wrapped"] in ([False] if op != "add" else [False, True])
    if op == "add" and kind[0] == "f":
        return  # each rounds in its own order; the check has bounded by how much
    for n in sizes:
        common_answer(found, n)


@pytest.mark.parametrize("kind", ENDS)
def test_nothing_combined_is_the_identity(rows, kind):
    least, most = ENDS[kind]
    for op, identity in (("add", 0), ("min", most), ("max", least)):
        found = rows("--algo", "all", "-n", "1,5", "--type", kind, "--op", op, "--probe", "0")
        for row in found.values():
            assert row["answer"]["exclusive"] == {"0": identity}, row["algorithm"]


def test_min_and_max_of_a_ramp_are_its_ends(rows):
    for op, total, middle in (("min", 1, 1), ("max", 1000, 512)):
        found = rows("--algo", "all", "-n", "1000", "--op", op, "--type", "i64", "--input", "ramp")
        assert common_answer(found, 1000) == {"exclusive": {"512": middle}, "total": total,
                                              "wrapped": False}
        for row in found.values():
            assert row["check"]["bound"] == 0


def test_sums_past_2_to_the_53_are_text_and_past_2_to_the_64_wrap(rows):
    found = rows("--algo", "serial,hillis-steele", "-n", "1000", "--type", "u64", "--input",
                 "random")
    for row in found.values():
        assert isinstance(row["answer"]["total"], str)
        assert 0 <= int(row["answer"]["total"]) < 2 ** 64
        assert row["answer"]["wrapped"] is True
    walk, = rows("--algo", "serial", "-n", "3", "--type", "u64", "--input", "walk").values()
    assert int(walk["answer"]["total"]) > 2 ** 63


def test_sums_of_random_f64_are_held_within_a_bound_of_f64(rows):
    for row in rows("--algo", "all", "-n", "5000", "--type", "f64", "--input", "random").values():
        assert row["check"]["bound"] <= 2 ** -39
        assert row["check"]["max_rel_error"] < 1e-14


@pytest.mark.parametrize("kind", WIDE)
def test_elements_of_8_bytes_count_as_8_everywhere(rows, kind):
    narrow = rows("--algo", "all", "-n", "1000")
    for key, row in rows("--algo", "all", "-n", "1000", "--type", kind).items():
        assert row["work"]["bytes_moved"] == 2 * narrow[key]["work"]["bytes_moved"]
        assert row["work"]["minimum_bytes"] == 16 * 1000


@pytest.mark.parametrize("kind", WIDE)
def test_the_largest_n_of_8_byte_elements_is_half_that_of_4_byte_ones(run, kind):
    result = run("--algo", "hillis-steele", "-n", "66584577", "--type", kind, *QUICK)
    assert_complaint(result, 3, "the largest n here for hillis-steele", f"in {kind} is 66584576")


def test_the_operator_stands_in_every_format(run):
    asked = ["--algo", "serial,blelloch", "-n", "8", "--op", "max", *QUICK]
    assert "f32 by max" in run(*asked).stdout
    header, row, *_ = run(*asked, "--format", "csv").stdout.splitlines()
    assert dict(zip(header.split(","), row.split(",")))["op"] == "max"
    assert "max" in run(*asked, "--format", "markdown").stdout
    lines = run(*asked, "--format", "jsonl").stdout.splitlines()
    assert strict_json(lines[1])["op"] == "max"


def test_a_sweep_names_the_operator(run):
    assert "f64 by min" in run("--algo", "serial,blelloch", "-n", "8,9", "--op", "min", "--type",
                               "f64", *QUICK).stdout


def test_rows_of_different_operators_are_not_compared(run, tmp_path):
    for op in ("min", "max"):
        done = run("--algo", "serial", "-n", "64", "--op", op, "--json", "--output", f"{op}.json",
                   *QUICK)
        assert done.code == 0
    result = run("compare", "min.json", "max.json")
    assert result.code == 5
    assert "only in" in result.stdout


@pytest.mark.parametrize("op", ["add", "min", "max"])
@pytest.mark.parametrize("kind", ENDS)
def test_a_scan_that_stops_a_pass_early_is_found_wrong(run_faulty, read, kind, op):
    result = run_faulty("--algo", "hillis-steele,blelloch", "-n", "1000", "--type", kind, "--op",
                        op, "--json", *QUICK)
    assert result.code == 1
    wrong, right = read(result.stdout)["results"]
    assert (wrong["status"], right["status"]) == ("wrong", "ok")
    assert "on the verifying walk" in wrong["reason"]
