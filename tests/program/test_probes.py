"""The cells that a report shows."""

import pytest

from support import QUICK


def test_an_explicit_list_of_probes_is_answered_cell_by_cell(rows):
    row = rows("--algo", "serial", "--input", "ramp", "--probe", "3,0,1023")["serial", 1024]
    assert row["answer"]["exclusive"] == {"0": 0, "3": 6, "1023": 1023 * 1024 // 2}


@pytest.mark.parametrize("algorithm", ["hillis-steele", "naive", "blelloch"])
def test_the_first_and_the_last_cell_can_be_probed_in_either_kind(rows, algorithm):
    for kind in ("inclusive", "exclusive"):
        row = rows("--algo", algorithm, "--input", "ones", "--probe", "0,1,1023", "--kind", kind)
        assert row[algorithm, 1024]["answer"]["exclusive"] == {"0": 0, "1": 1, "1023": 1023}


def test_a_probe_that_a_row_does_not_have_is_null_there_and_answered_elsewhere(rows):
    found = rows("--algo", "serial,blelloch", "-n", "7,1024", "--probe", "2,512")
    for algorithm in ("serial", "blelloch"):
        assert found[algorithm, 7]["answer"]["exclusive"] == {"2": 1.625, "512": None}
        assert found[algorithm, 1024]["answer"]["exclusive"] == {"2": 1.625, "512": 515.5}


@pytest.mark.parametrize("n, probe", [(1, 0), (2, 1), (7, 3), (511, 255), (512, 256), (513, 512)])
def test_without_a_probe_512_is_shown_or_the_middle_of_a_row_too_short_for_it(rows, n, probe):
    row = rows("--algo", "serial", "-n", n, "--input", "ones")["serial", n]
    assert row["answer"]["exclusive"] == {str(probe): probe}


def test_a_row_without_the_probed_cell_says_so_in_text(run):
    result = run("--algo", "serial", "-n", "7,1024", "--probe", "512", *QUICK)
    assert result.code == 0
    assert "512" in result.stdout


def test_a_comparison_in_text_shows_every_probe(run):
    result = run("--algo", "serial,blelloch", "--input", "ramp", "--probe", "3,1023", *QUICK)
    assert result.code == 0
    for value in ("6", "523776"):
        assert result.stdout.replace(",", "").split().count(value) >= 2, result.stdout
