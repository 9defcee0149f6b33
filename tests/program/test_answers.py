"""Right answers: the course's, and those of awkward sizes, kinds and types."""

import pytest

from support import ALGORITHMS, ON_DEVICE, QUICK, TILED, assert_complaint

SEEDS = [5109, 7311, 3517]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_algorithm_gives_the_course_s_answer_for_its_seeds(rows, course, seed):
    right = next(case for case in course["seeds"] if case["seed"] == seed)
    found = rows("--algo", "all", "-n", "1024", "--seed", seed)
    assert [algorithm for algorithm, _ in found] == ALGORITHMS
    for row in found.values():
        assert row["input"] == {"pattern": "course", "seed": seed}
        assert row["answer"] == {"exclusive": {"512": right["exclusive_512"]},
                                 "total": right["total"], "wrapped": False}


@pytest.mark.parametrize("case", range(3))
def test_the_larger_totals_of_the_course_are_exact_too(rows, course, case):
    right = course["more_totals"][case]
    names = "serial,hillis-steele,blelloch,blelloch-inplace"
    for row in rows("--algo", names, "-n", right["n"], "--seed", right["seed"]).values():
        assert row["input"]["pattern"] == "course"
        assert row["answer"]["total"] == right["total"]
        assert row["answer"]["exclusive"] == {"512": right["exclusive_512"]}
        assert row["check"]["bound"] == 0


def test_blelloch_at_1024_gives_the_course_s_answer_in_21_timed_passes(rows):
    row = rows("--algo", "blelloch", "-n", "1024")["blelloch", 1024]
    assert row["answer"]["exclusive"] == {"512": 515.5}
    assert row["answer"]["total"] == 1037.625
    strides = [2 ** level for level in range(10)]
    assert [one["stride"] for one in row["passes"]] == [*strides, None, *reversed(strides)]
    assert all(one["time_s"]["samples"] == 1 for one in row["passes"])


def test_hillis_steele_with_seed_7311_gives_the_course_s_answer_in_10_timed_passes(rows):
    row = rows("--algo", "hillis-steele", "--seed", "7311", "-n", "1024")["hillis-steele", 1024]
    assert row["answer"]["exclusive"] == {"512": 500.875}
    assert row["answer"]["total"] == 1025.625
    assert [one["stride"] for one in row["passes"]] == [2 ** level for level in range(10)]
    assert [one["active"] for one in row["passes"]] == [1024 - 2 ** level for level in range(10)]
    assert all(one["time_s"]["samples"] == 1 for one in row["passes"])


def test_at_1024_each_algorithm_does_the_additions_that_theory_counts(rows):
    found = rows("--algo", "all", "-n", "1024")
    additions = [row["work"]["additions"] for row in found.values()]
    assert additions[:5] == [1023, 523776, 9217, 2046, 2046]
    # Twice an element, and a few for the tiles.
    assert all(2000 < count < 3072 for count in additions[5:])
    assert [row["work"]["dispatches"] for row in found.values()][:5] == [0, 1, 10, 21, 21]
    assert found["reduce-then-scan", 1024]["work"]["dispatches"] == 3
    assert found["decoupled-lookback", 1024]["work"]["dispatches"] == 2
    for row in found.values():
        assert all(one["time_s"] for one in row["passes"])


@pytest.mark.parametrize("kind", ["inclusive", "exclusive"])
def test_a_kind_that_is_not_native_takes_one_more_pass_and_answers_the_same(rows, kind):
    native = rows("--algo", "all", "-n", "1000,1024")
    asked = rows("--algo", "all", "-n", "1000,1024", "--kind", kind)
    for key, row in asked.items():
        assert row["kind"] == kind
        assert row["answer"] == native[key]["answer"]
        more = 0 if native[key]["kind"] == kind or key[0] in ["serial", *TILED] else 1
        assert row["work"]["dispatches"] == native[key]["work"]["dispatches"] + more
        assert len(row["passes"]) == len(native[key]["passes"]) + more


def test_passes_and_padding_follow_n(rows):
    found = rows("--algo", "hillis-steele,blelloch,blelloch-inplace", "-n", "1,2,1000,1024,1025")
    sizes = [1, 2, 1000, 1024, 1025]
    assert [len(found["hillis-steele", n]["passes"]) for n in sizes] == [0, 1, 10, 10, 11]
    assert [found["hillis-steele", n]["padded_n"] for n in sizes] == sizes
    for tree in ("blelloch", "blelloch-inplace"):
        assert [len(found[tree, n]["passes"]) for n in sizes] == [1, 3, 21, 21, 23]
        padded = [1, 2, 1024, 1024, 2048]
        assert [found[tree, n]["padded_n"] for n in sizes] == padded
        assert [found[tree, n]["work"]["additions"] for n in sizes] == [2 * (p - 1) for p in padded]


def test_random_u32_are_right_at_sizes_off_the_powers_of_two(rows):
    found = rows("-n", "7,1000003", "--algo", "hillis-steele,blelloch,blelloch-inplace",
                 "--type", "u32", "--input", "random")
    assert len(found) == 6
    for n in (7, 1000003):
        answers = [row["answer"] for (_, size), row in found.items() if size == n]
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("kind", ["u32", "i32"])
def test_integer_totals_wrap_alike_on_host_and_device_and_say_so(rows, kind):
    n = 65536
    total = n * (n + 1) // 2
    for row in rows("--algo", "serial,blelloch,hillis-steele", "-n", f"1024,{n}", "--type", kind,
                    "--input", "ramp").values():
        wraps = row["n"] == n and kind == "i32"
        assert row["answer"]["wrapped"] == wraps
        assert row["answer"]["exclusive"] == {"512": 512 * 513 // 2}
        if row["n"] == n:
            assert row["answer"]["total"] == total - (2 ** 32 if wraps else 0)


def test_the_walk_of_u32_holds_negative_steps_as_two_s_complement(rows):
    answers = [row["answer"] for row in rows("--algo", "all", "-n", "3", "--type", "u32",
                                             "--input", "walk").values()]
    assert all(answer == answers[0] for answer in answers)


def test_f32_above_2_to_the_20_scans_the_walk_by_default(rows):
    found = rows("--algo", "serial,blelloch", "-n", "1048577")
    for row in found.values():
        assert row["input"]["pattern"] == "walk"
        assert row["check"]["bound"] == 0


@pytest.mark.parametrize("pattern, probed, total", [
    ("ones", 512, 1000), ("zeros", 0, 0), ("ramp", 131328, 500500), ("alternating", 0, 0)])
def test_plain_patterns_have_plain_sums(rows, pattern, probed, total):
    for row in rows("--algo", "all", "-n", "1000", "--input", pattern).values():
        assert row["input"] == {"pattern": pattern, "seed": None}
        assert (row["answer"]["exclusive"]["512"], row["answer"]["total"]) == (probed, total)


def test_rounded_sums_are_held_to_a_bound_that_is_reported(rows):
    found = rows("--algo", "all", "-n", "1000", "--input", "random")
    for row in found.values():
        assert 0 < row["check"]["bound"] <= 2 ** -10
        assert row["check"]["max_abs_error"] > 0


def test_more_is_scanned_than_the_device_binds_at_once(rows):
    found = rows("-n", "33554433", "--algo", "hillis-steele,reduce-then-scan", "--type", "u32")
    for (algorithm, _), row in found.items():
        # A pass is one pass, though its windows are dispatches of their own.
        assert len(row["passes"]) == {"hillis-steele": 26, "reduce-then-scan": 3}[algorithm]
        assert row["work"]["dispatches"] > len(row["passes"])


@pytest.mark.parametrize("n", ["2147483647", "2^31", "2147483649", "4294967295", "2^32",
                               "4294967297", "2^48"])
def test_no_count_wraps(run, n):
    result = run("--algo", "hillis-steele", "-n", n, "--type", "u32", "--device", "llvmpipe", *QUICK)
    assert_complaint(result, 3, "the largest n here for hillis-steele in u32 is 133169152")


def test_an_odd_work_group_gives_the_same_answers(rows):
    plain = rows("--algo", ",".join(ON_DEVICE), "-n", "1000")
    cut = rows("--algo", ",".join(ON_DEVICE), "-n", "1000", "--workgroup", "7")
    for key, row in cut.items():
        assert row["tuning"]["workgroup"] == 7
        assert row["tuning"]["source"] == "flag"
        assert row["answer"] == plain[key]["answer"]


def test_items_that_no_kernel_of_the_device_can_loop_over_are_not_called_a_wrong_answer(run):
    result = run("--algo", "hillis-steele", "-n", "300000", "--items", "300000",
                 "--repeat", "1", "--device", "llvmpipe")
    assert result.code in (0, 2, 3), result.stderr
