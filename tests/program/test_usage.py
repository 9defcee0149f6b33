"""Bad command lines: each is one line that names what is at fault, exit 2, and no report."""

import pytest

from support import assert_usage_error

BIG = "99999999999999999999"
VALUED = ["--algo", "-n", "--type", "--op", "--kind", "--input", "--seed", "--probe", "--device",
          "--workgroup", "--items", "--repeat", "--warmup", "--format", "--output"]
TWICE = {"--algo": "serial", "-n": "8", "--type": "f32", "--op": "add", "--kind": "inclusive",
         "--input": "walk", "--seed": "1", "--probe": "1", "--device": "0", "--workgroup": "8",
         "--items": "4", "--repeat": "1", "--warmup": "1", "--format": "text",
         "--output": "unwritten"}

NONSENSE = [
    ("-n", "0"), ("-n", "-5"), ("-n", "abc"), ("-n", "1e30"), ("-n", "1.5"), ("-n", "0x10"),
    ("-n", "+5"), ("-n", " 5"), ("-n", "5 "), ("-n", BIG), ("-n", "8,abc"), ("-n", "٣"),
    ("--algo", "nope"), ("--algo", "Serial"), ("--algo", "serial,nope"), ("--algo", " serial"),
    ("--type", "f16"), ("--type", "F32"), ("--type", "f32,u32"),
    ("--op", "mul"), ("--op", "add,max"),
    ("--kind", "both"), ("--input", "nope"), ("--input", "Course"),
    ("--seed", "-1"), ("--seed", "4294967296"), ("--seed", "abc"), ("--seed", "0x1"),
    ("--probe", "-1"), ("--probe", "abc"), ("--probe", BIG), ("--probe", "1.5"),
    ("--workgroup", "0"), ("--workgroup", "-8"), ("--workgroup", "4294967296"),
    ("--workgroup", "wide"),
    ("--items", "0"), ("--items", "3"), ("--items", "-4"), ("--items", BIG), ("--items", "few"),
    ("--repeat", "0"), ("--repeat", "-1"), ("--repeat", "often"), ("--repeat", BIG),
    ("--warmup", "-1"), ("--warmup", "long"), ("--warmup", BIG),
    ("--format", "xml"), ("--format", "JSON"),
]


@pytest.mark.parametrize("option", VALUED)
def test_an_option_without_its_value_is_refused(run, option):
    assert_usage_error(run(option), option)


@pytest.mark.parametrize("option", VALUED)
def test_an_option_given_twice_is_refused(run, option, tmp_path):
    assert_usage_error(run(option, TWICE[option], option, TWICE[option]), option)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", VALUED)
def test_an_empty_value_is_refused(run, option):
    assert_usage_error(run(option, ""), option if option != "--output" else "''")


@pytest.mark.parametrize("option, value", NONSENSE)
def test_a_value_that_an_option_does_not_take_is_refused(run, option, value):
    assert_usage_error(run(option, value), option, value.split(",")[-1])


@pytest.mark.parametrize("option, value, column", [
    ("-n", "1,,2", 3), ("-n", ",1", 1), ("-n", "1,", 3), ("-n", "1024,x", 6),
    ("--algo", "serial,,blelloch", 8), ("--algo", "serial,", 8), ("--algo", "serial,nope", 8),
    ("--probe", "1,,2", 3), ("--probe", "12,x", 4)])
def test_a_bad_entry_of_a_list_is_named_with_its_column(run, option, value, column):
    assert_usage_error(run(option, value), option, f"column {column}")


def test_a_wrong_word_is_answered_with_the_choices(run):
    assert_usage_error(run("--algo", "nope"), "serial", "naive", "hillis-steele", "blelloch")
    assert_usage_error(run("--type", "f16"), "f32", "u32", "i32", "f64", "u64", "i64")
    assert_usage_error(run("--op", "mul"), "add", "min", "max")
    assert_usage_error(run("--kind", "x"), "inclusive", "exclusive")
    assert_usage_error(run("--input", "x"), "course", "walk", "ones", "random")
    assert_usage_error(run("--format", "x"), "text", "json", "jsonl", "csv", "markdown")


@pytest.mark.parametrize("args", [
    ["--json", "--format", "json"], ["--format", "text", "--json"],
    ["devices", "--json", "--format", "json"], ["algorithms", "--format", "text", "--json"]])
def test_json_and_format_exclude_each_other(run, args):
    assert_usage_error(run(*args), "--json", "--format")


@pytest.mark.parametrize("command", [[], ["devices"], ["algorithms"]])
def test_json_given_twice_is_refused(run, command):
    assert_usage_error(run(*command, "--json", "--json"), "--json")


@pytest.mark.parametrize("value", ["1", "2", "true", "false", "yes"])
def test_json_takes_no_value(run, value):
    assert_usage_error(run("--algo", "serial", "--repeat", "1", f"--json={value}"), "--json")


@pytest.mark.parametrize("args, token", [
    (["--seed", "1", "--input", "ones"], "--seed"),
    (["--seed", "1", "--input", "zeros"], "--seed"),
    (["--seed", "1", "--input", "ramp"], "--seed"),
    (["--seed", "1", "--input", "alternating"], "--seed"),
    (["--device", "0", "--algo", "serial"], "--device"),
    (["--workgroup", "8", "--algo", "serial"], "--workgroup"),
    (["--timeout", "1", "--algo", "serial"], "--timeout"),
    (["--items", "4", "--algo", "serial"], "--items"),
    (["--items", "4", "--algo", "naive"], "--items"),
    (["--items", "4", "--algo", "serial,naive"], "--items"),
    (["--probe", "1024"], "--probe 1024"),
    (["--probe", "7", "-n", "7"], "--probe 7"),
    (["--probe", "5,2000", "-n", "7,1024"], "--probe 2000")])
def test_an_option_that_would_change_nothing_is_refused(run, args, token):
    assert_usage_error(run(*args), token)


@pytest.mark.parametrize("args, token", [
    (["--algo", "serial", "devices"], "--algo"),
    (["-n", "8", "algorithms"], "-n"),
    (["--repeat", "1", "devices"], "--repeat"),
    (["--json", "devices"], "--json"),
    (["--format", "json", "algorithms"], "--format"),
    (["--output", "unwritten", "devices"], "--output"),
    (["devices", "--algo", "serial"], "--algo"),
    (["devices", "-n", "8"], "-n"),
    (["devices", "--device", "0"], "--device"),
    (["algorithms", "--type", "u32"], "--type"),
    (["devices", "algorithms"], "algorithms"),
    (["algorithms", "blelloch"], "blelloch"),
    (["devices", "--format", "xml"], "xml"),
    (["algorithms", "--output"], "--output"),
    (["algorithms", "--output", "a", "--output", "b"], "--output")])
def test_a_subcommand_takes_its_own_options_only(run, args, token, tmp_path):
    assert_usage_error(run(*args), token)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("args, token", [
    (["nope"], "nope"), (["device"], "device"), (["Devices"], "Devices"), ([""], "''"),
    (["--nope"], "--nope"), (["--nope=3"], "--nope"), (["-x"], "-x"), (["--al", "serial"], "--al"),
    (["-n", "5", "6"], "6"), (["--vers"], "--vers")])
def test_an_unknown_word_is_refused(run, args, token):
    assert_usage_error(run(*args), token)


@pytest.mark.parametrize("args", [
    ["--algo", "a\nb"], ["-n", "5\n"], ["--type", "f32\n"], ["--seed", "1\n2"], ["a\nb"],
    ["--nope\nx"], ["--output", "no\nsuch/file"], ["devices", "a\nb"], ["--algo", "a\rb"]])
def test_a_line_break_in_an_argument_does_not_break_the_one_line(run, args):
    result = run(*args)
    assert_usage_error(result)
    assert "\r" not in result.stderr


def test_bytes_that_are_no_utf_8_are_refused_in_one_line(program):
    import subprocess
    done = subprocess.run([program, "--algo", b"\xff\xfe"], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
