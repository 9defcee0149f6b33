"""Devices: the listing, the choice, and machines without any."""

import re
import shutil

import pytest

from support import ALGORITHMS, NO_DRIVER, ON_DEVICE, QUICK, assert_complaint

ADVICE = "mesa-vulkan-drivers"


@pytest.fixture
def listed(report):
    return report("devices")["devices"]


@pytest.fixture
def twins(tmp_path, software_driver):
    """A machine with two devices of the same name: the software driver, loaded twice."""
    copies = [str(tmp_path / name) for name in ("one.json", "two.json")]
    for copy in copies:
        shutil.copy(software_driver, copy)
    return {"VK_DRIVER_FILES": ":".join(copies), "VK_ICD_FILENAMES": None}


def test_every_device_is_listed_and_one_is_the_default(listed):
    assert [device["index"] for device in listed] == list(range(len(listed)))
    assert [device["default"] for device in listed].count(True) == 1


def test_the_default_is_of_the_best_kind(listed):
    kinds = ["discrete", "integrated", "virtual", "other", "cpu"]
    usable = [device for device in listed if device["usable"]]
    chosen = next(device for device in listed if device["default"])
    assert chosen["type"] == min((device["type"] for device in usable), key=kinds.index)


def test_the_listing_in_text_has_a_line_a_device(run, listed):
    result = run("devices")
    assert (result.code, result.stderr) == (0, "")
    for device in listed:
        line = next(line for line in result.stdout.splitlines() if device["uuid"] in line)
        assert device["name"] in line and device["type"] in line
        assert line.startswith("*") == device["default"]


def test_a_run_reports_the_device_that_it_ran_on(report, listed):
    chosen = next(device for device in listed if device["default"])
    found = report("--algo", "blelloch", *QUICK)["device"]
    assert found == {key: chosen[key] for key in found}


def test_a_device_is_chosen_by_index_name_or_uuid(report, listed):
    device = next(device for device in listed if device["name"].startswith("llvmpipe"))
    for selector in (str(device["index"]), "llvmpipe", "LLVMpipe", device["uuid"],
                     device["uuid"].upper()):
        found = report("--algo", "blelloch", "-n", "8", "--device", selector, *QUICK)
        assert found["device"]["name"] == device["name"]


@pytest.mark.parametrize("selector", ["9", "-1", "99999999999999999999", "no such device"])
def test_a_device_that_is_not_there_ends_in_3_and_lists_those_that_are(run, listed, selector):
    result = run("--device", selector, *QUICK)
    assert_complaint(result, 3, selector, *(device["name"] for device in listed))


def test_rows_are_printed_even_if_the_asked_device_is_not_there(run, read):
    result = run("--algo", "blelloch", "--device", "9", "--json")
    assert_complaint(result, 3, "9")
    assert [row["status"] for row in read(result.stdout)["results"]] == ["unsupported"]


def test_two_devices_of_one_name_must_be_told_apart(run, report, twins):
    listed = report("devices", env=twins)["devices"]
    assert [device["default"] for device in listed] == [True, False]
    assert_complaint(run("--device", "llvmpipe", *QUICK, env=twins), 3, "llvmpipe", "several")
    found = report("--algo", "blelloch", "--device", "1", *QUICK, env=twins)
    assert found["device"]["index"] == 1


@pytest.mark.parametrize("bits, lanes", [("64", 2), ("128", 4), ("512", 16)])
def test_every_scan_is_right_whatever_the_width_of_a_subgroup(report, bits, lanes):
    found = report("--algo", ",".join(ON_DEVICE), "-n", "1000", "--device", "llvmpipe", *QUICK,
                   env={"LP_NATIVE_VECTOR_WIDTH": bits})
    assert found["device"]["subgroup_size"] == lanes
    assert {row["answer"]["total"] for row in found["results"]} == {1011.25}


def test_a_scan_too_large_for_the_device_ends_in_3_and_names_the_largest_n(run, read):
    args = ("-n", "133169153", "--algo", "hillis-steele", "--device", "llvmpipe")
    assert_complaint(run(*args), 3, "hillis-steele", "133169152")
    result = run(*args, "--json")
    assert result.code == 3
    row, = read(result.stdout)["results"]
    assert row["status"] == "unsupported"
    assert "133169152" in row["reason"]


def test_naive_refuses_more_than_65536_elements(run):
    assert_complaint(run("--algo", "naive", "-n", "65537"), 3, "naive", "65536")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_absurd_n_is_refused_at_once_naming_the_largest(run, algorithm):
    result = run("--algo", algorithm, "-n", str(2 ** 48))
    assert_complaint(result, 3, algorithm)
    assert re.search(r"the largest n .*is \d+", result.stderr)


def test_a_work_group_past_the_device_s_limit_ends_in_3(run):
    result = run("--algo", "blelloch", "--workgroup", "1000000")
    assert_complaint(result, 3, "1000000")


def test_a_run_of_which_one_row_is_right_ends_in_0(run, read):
    result = run("--algo", "naive,blelloch", "-n", "65537", "--json", *QUICK)
    assert (result.code, result.stderr) == (0, "")
    assert [row["status"] for row in read(result.stdout)["results"]] == ["unsupported", "ok"]


@pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
def test_without_a_driver_a_device_scan_ends_in_3_with_the_advice(run, read, variable):
    env = {"VK_DRIVER_FILES": None, "VK_ICD_FILENAMES": None, variable: "/nonexistent"}
    assert_complaint(run("--algo", "blelloch", "-n", "1024", env=env), 3, ADVICE)
    result = run("--algo", "blelloch", "-n", "1024", "--json", env=env)
    assert_complaint(result, 3, ADVICE)
    report = read(result.stdout)
    assert report["device"] is None
    assert [row["status"] for row in report["results"]] == ["unsupported"]


def test_without_a_driver_serial_still_runs(report, run):
    found = report("--algo", "serial", "-n", "1024", *QUICK, env=NO_DRIVER)
    assert found["device"] is None
    assert found["results"][0]["answer"]["total"] == 1037.625
    assert run("--algo", "serial", *QUICK, env=NO_DRIVER).code == 0


def test_without_a_driver_a_comparison_still_has_its_serial_row(report):
    found = report(*QUICK, env=NO_DRIVER)
    assert [row["status"] for row in found["results"]] == ["ok", "unsupported", "unsupported"]
    assert all(ADVICE in row["reason"] for row in found["results"][1:])


def test_without_a_driver_an_asked_device_still_leaves_its_rows(run, read):
    result = run("--algo", "blelloch", "--device", "0", "--json", env=NO_DRIVER)
    assert_complaint(result, 3, ADVICE)
    assert [row["status"] for row in read(result.stdout)["results"]] == ["unsupported"]


def test_without_a_driver_devices_ends_in_3_and_algorithms_does_not(run, report):
    assert_complaint(run("devices", env=NO_DRIVER), 3, ADVICE)
    assert len(report("algorithms", env=NO_DRIVER)["algorithms"]) == len(ALGORITHMS)
