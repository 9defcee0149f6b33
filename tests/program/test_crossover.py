import pytest

from support import assert_complaint, assert_usage_error

PAIR = ("blelloch-inplace", "hillis-steele")


def test_a_crossover_is_searched_between_two_sizes(run, read):
    result = run("crossover", *PAIR, "--range", "2^8..2^18", "--max-time", "0.2", "--json")
    assert (result.code, result.stderr) == (0, "")
    found = read(result.stdout)
    assert found["algorithms"] == list(PAIR)
    assert found["range"] == [256, 262144]
    assert [duel["n"] for duel in found["duels"][:2]] == [256, 262144]
    if found["outcome"] == "found":
        assert found["low"] < found["high"]
        ends = {duel["n"]: duel["faster"] for duel in found["duels"]}
        assert {ends[found["low"]], ends[found["high"]]} == set(PAIR)


def test_one_that_is_always_faster_has_no_crossover(run):
    result = run("crossover", "serial", "blelloch", "--range", "64..128", "--repeat", "11")
    assert (result.code, result.stderr) == (0, "")
    assert "no crossover: serial is faster than blelloch" in result.stdout


def test_two_samples_cannot_tell(run, read):
    found = read(run("crossover", *PAIR, "--range", "64..128", "--repeat", "2", "--json").stdout)
    assert found["outcome"] == "unclear"
    assert found["low"] is None and found["high"] is None


@pytest.mark.parametrize("args, token", [
    ([], "two algorithms"), (["serial"], "two algorithms"), (["serial", "nope"], "nope"),
    (["serial", "serial"], "serial"), (["all", "serial"], "all"),
    ([*PAIR, "--range", "5"], "5"), ([*PAIR, "--range", "9..5"], "9..5"),
    ([*PAIR, "--range", "1,2..3"], "1,2..3"), ([*PAIR, "--range", ".."], ".."),
    ([*PAIR, "--range", ""], "--range"), ([*PAIR, "-n", "5"], "-n"),
    ([*PAIR, "--format", "csv"], "csv"), ([*PAIR, "--probe", "1"], "--probe")])
def test_bad_usage_is_refused(run, args, token):
    assert_usage_error(run("crossover", *args), token)


def test_a_range_beyond_an_algorithm_ends_in_3_with_the_reason(run):
    assert_complaint(run("crossover", "naive", "blelloch", "--range", "64..2^17", "--repeat", "1"),
                     3, "naive", "65536")
