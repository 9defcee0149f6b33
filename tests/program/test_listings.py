"""`algorithms`, help and version."""

import re

import pytest

from support import ALGORITHMS


def test_algorithms_are_listed_as_json(report):
    found = report("algorithms")["algorithms"]
    assert [one["name"] for one in found] == ALGORITHMS
    assert [one["where"] for one in found] == ["host"] + ["device"] * 7
    assert [one["native_kind"] for one in found] == [
        "exclusive", "inclusive", "inclusive", "exclusive", "exclusive", "both", "both", "both"]
    assert {one["name"]: one["max_n"] for one in found if one["max_n"]} == {"naive": 65536}


def test_algorithms_are_listed_as_text_with_their_passes_and_additions(run):
    result = run("algorithms")
    assert (result.code, result.stderr) == (0, "")
    counts = {}
    for line in result.stdout.splitlines():
        words = line.replace(",", "").split()
        if words[0] in ALGORITHMS:
            counts[words[0]] = (int(words[3]), int(words[4]))
    assert counts.pop("reduce-then-scan")[0] == 3
    assert 2000 < counts.pop("scan-then-propagate")[1] < 3072
    assert counts.pop("decoupled-lookback")[0] == 2
    assert counts == {"serial": (0, 1023), "naive": (1, 523776), "hillis-steele": (10, 9217),
                      "blelloch": (21, 2046), "blelloch-inplace": (21, 2046)}


@pytest.mark.parametrize("args", [["-h"], ["--help"], ["--algo", "serial", "--help"]])
def test_help_names_every_option_and_subcommand(run, args):
    result = run(*args)
    assert (result.code, result.stderr) == (0, "")
    for word in ["--algo", "-n", "--type", "--kind", "--input", "--seed", "--probe", "--device",
                 "--workgroup", "--items", "--repeat", "--warmup", "--format", "--json",
                 "--passes", "--output", "--help", "--version", "devices", "algorithms"]:
        assert word in result.stdout


@pytest.mark.parametrize("command", ["devices", "algorithms"])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_a_subcommand_has_help_of_its_own(run, command, option):
    result = run(command, option)
    assert (result.code, result.stderr) == (0, "")
    assert f"scanbench {command}" in result.stdout
    assert "--format" in result.stdout and "--algo" not in result.stdout


@pytest.mark.parametrize("command", [[], ["devices"], ["algorithms"]])
def test_the_version_is_told_everywhere(run, command):
    result = run(*command, "--version")
    assert (result.code, result.stderr) == (0, "")
    assert re.fullmatch(r"scanbench \d+\.\d+\.\d+.*\n", result.stdout)


def test_the_version_is_the_one_in_the_report(run, report):
    version = report("--algo", "serial", "--repeat", "1")["tool"]["version"]
    assert run("--version").stdout.split()[1] == version
