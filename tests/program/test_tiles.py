"""Scans by tiles: their options, and devices that do not keep their word."""

import pytest

from support import QUICK, TILED


@pytest.mark.parametrize("how", ["subgroup", "shared"])
def test_tile_scan_forces_one_way_and_the_report_says_so(rows, how):
    found = rows("--algo", ",".join(TILED), "-n", "100000", "--tile-scan", how)
    for row in found.values():
        assert row["status"] == "ok"
        assert (row["tuning"]["tile_scan"], row["tuning"]["source"]) == (how, "flag")


def test_the_default_is_by_subgroups_where_the_device_has_them(rows):
    found = rows("--algo", "blelloch,reduce-then-scan", "-n", "1000", "--device", "llvmpipe")
    assert found["reduce-then-scan", 1000]["tuning"]["tile_scan"] == "subgroup"
    assert found["reduce-then-scan", 1000]["tuning"]["source"] == "default"
    assert found["blelloch", 1000]["tuning"]["tile_scan"] is None


@pytest.mark.parametrize("kind", ["inclusive", "exclusive"])
def test_init_is_what_a_scan_starts_from(rows, kind):
    plain = rows("--algo", ",".join(TILED), "-n", "1000", "--type", "i32", "--kind", kind)
    found = rows("--algo", ",".join(TILED), "-n", "1000", "--type", "i32", "--kind", kind,
                 "--init", "-7", "--probe", "0,512")
    for key, row in found.items():
        assert row["init"] == -7 and plain[key]["init"] is None
        assert row["answer"]["exclusive"]["0"] == -7
        for cell in ("exclusive", "total"):
            was, now = plain[key]["answer"][cell], row["answer"][cell]
            if cell == "exclusive":
                was, now = was["512"], now["512"]
            assert now == was - 7


def test_init_is_not_for_others(run, report):
    tree, tiles = report("--algo", "blelloch,reduce-then-scan", "--init", "1", *QUICK)["results"]
    assert tree["status"] == "unsupported" and "initial value" in tree["reason"]
    assert tiles["status"] == "ok"
    result = run("--algo", "blelloch", "--init", "1")
    assert result.code == 2 and "--init does not apply" in result.stderr


@pytest.mark.parametrize("kind, value", [("u32", "-1"), ("u32", "1.5"), ("i32", "2147483648"),
                                         ("f32", "nan"), ("f32", "x")])
def test_an_init_that_the_type_does_not_hold_is_refused(run, kind, value):
    result = run("--algo", "reduce-then-scan", "--type", kind, f"--init={value}")
    assert result.code == 2 and "--init" in result.stderr and kind in result.stderr


def test_a_tile_scan_that_is_none_is_refused(run):
    result = run("--algo", "reduce-then-scan", "--tile-scan", "magic")
    assert result.code == 2 and "subgroup, shared" in result.stderr
    result = run("--algo", "blelloch", "--tile-scan", "shared")
    assert result.code == 2 and "--tile-scan does not apply" in result.stderr


def test_a_device_whose_subgroups_are_smaller_than_it_claims_is_found_out(run, read):
    # Mesa's software device claims 32 invocations and runs 16.
    lies = {"LP_NATIVE_VECTOR_WIDTH": "1024"}
    args = ["--algo", ",".join(TILED), "-n", "1000", "--device", "llvmpipe", "--json", *QUICK]
    result = run(*args, env=lies)
    assert result.code == 3
    for row in read(result.stdout)["results"]:
        assert row["status"] == "unsupported"
        assert "claims subgroups of 32 invocations, and 16 were counted" in row["reason"]
    for row in read(run(*args, "--tile-scan", "shared", env=lies).stdout)["results"]:
        assert row["status"] == "ok"
