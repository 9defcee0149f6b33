"""tune: what it finds, where it keeps it, and what later runs make of that."""

import json

import pytest

from conftest import path_from, runner
from support import NO_DRIVER, QUICK, assert_complaint, assert_usage_error

SHORT = ["--repeat", "7", "--warmup", "0"]


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


@pytest.fixture
def run(program, tmp_path, cache):
    """As everywhere, but with a cache folder of its own."""
    return runner(program, tmp_path, cache)


@pytest.fixture
def run_faulty(tmp_path, cache):
    return runner(str(path_from("SCANBENCH_FAULTY").resolve()), tmp_path, cache)


@pytest.fixture
def tune(run, read):
    """Tunes and gives the report."""

    def call(*args):
        result = run("tune", *args, *SHORT, "--json")
        assert (result.code, result.stderr) == (0, ""), result
        return read(result.stdout)

    return call


def kept(cache):
    file, = (cache / "scanbench").iterdir()
    return file


def row_of(run, read, *args, complaint=None):
    result = run(*args, "--json", *QUICK)
    assert result.code == 0
    if complaint:
        assert_complaint(result, 0, complaint)
    else:
        assert result.stderr == ""
    row, = read(result.stdout)["results"]
    return row


def keep(tune, cache, **changes):
    """A tuning kept for hillis-steele at 1024 that is none a default would be."""
    tune("--algo", "hillis-steele", "-n", "64")
    file = kept(cache)
    content = json.loads(file.read_text())
    content["tunings"] = [{"algorithm": "hillis-steele", "type": "f32", "n": 1024, "workgroup": 24,
                           "items": 12, **changes}]
    file.write_text(json.dumps(content))
    return file


def test_the_winner_is_the_fastest_candidate_or_the_default(tune):
    scan, = tune("--algo", "hillis-steele", "-n", "1024")["scans"]
    assert (scan["algorithm"], scan["type"], scan["n"]) == ("hillis-steele", "f32", 1024)
    assert len(scan["candidates"]) > 10
    assert all(one["status"] == "ok" for one in scan["candidates"])
    assert [one["default"] for one in scan["candidates"]].count(True) == 1
    winner = scan["candidates"][0]
    assert scan["winner"] == {key: winner[key] for key in ("workgroup", "items", "tile_scan", "default")}
    finalists = [one for one in scan["candidates"] if one["heats"] == winner["heats"]]
    assert 2 <= len(finalists) <= 3
    if not winner["default"]:
        assert winner["time_s"]["median"] == min(one["time_s"]["median"] for one in finalists)
        assert scan["gain"]["ci95"][0] > 1


def test_algorithms_that_take_no_items_are_tried_without(tune):
    scans = tune("--algo", "naive", "-n", "64,1000", "--type", "u32")["scans"]
    found = [(scan["algorithm"], scan["type"], scan["n"]) for scan in scans]
    assert found == [("naive", "u32", 64), ("naive", "u32", 1000)]
    assert {one["items"] for scan in scans for one in scan["candidates"]} == {1}


def test_scans_by_tiles_are_tried_by_either_tile_scan(tune, cache):
    scan, = tune("--algo", "reduce-then-scan", "-n", "1024")["scans"]
    assert {one["tile_scan"] for one in scan["candidates"]} == {"subgroup", "shared"}
    kept_one, = json.loads(kept(cache).read_text())["tunings"]
    expected = None if scan["winner"]["default"] else scan["winner"]["tile_scan"]
    assert kept_one["tile_scan"] == expected


def test_text_shows_the_candidates_of_one_search_and_a_line_each_of_several(run):
    one = run("tune", "--algo", "blelloch", "-n", "64", *SHORT)
    assert (one.code, one.stderr) == (0, "")
    assert "heats" in one.stdout and "default" in one.stdout and "kept in" in one.stdout
    several = run("tune", "--algo", "blelloch", "-n", "64,128", *SHORT)
    assert "heats" not in several.stdout
    assert several.stdout.count("\nblelloch ") == 2


def test_later_runs_use_what_is_kept_and_say_so(run, read, tune, cache):
    keep(tune, cache)
    row = row_of(run, read, "--algo", "hillis-steele")
    assert row["tuning"] == {"workgroup": 24, "items": 12, "tile_scan": None, "source": "cached"}
    text = run("--algo", "hillis-steele", *QUICK).stdout
    assert "24 invocations a work-group, 12 items each, as scanbench tune found" in text
    text = run("--algo", "serial,hillis-steele,blelloch", *QUICK).stdout
    assert "\ntuning   as scanbench tune found, for hillis-steele\n" in text


def test_a_crossover_uses_what_is_kept_and_says_so(run, read, tune, cache):
    keep(tune, cache)
    args = ("crossover", "serial", "hillis-steele", "--range", "1000..1024", "--repeat", "6")
    assert read(run(*args, "--json").stdout)["tuned"] == ["hillis-steele"]
    assert "as scanbench tune found, for hillis-steele" in run(*args).stdout
    assert read(run(*args, "--untuned", "--json").stdout)["tuned"] == []


def test_what_is_kept_holds_near_its_n_and_for_its_type_only(run, read, tune, cache):
    keep(tune, cache)
    for args, source in [(["-n", "128"], "cached"), (["-n", "8192"], "cached"),
                         (["-n", "127"], "default"), (["-n", "8193"], "default"),
                         (["--type", "u32"], "default")]:
        row = row_of(run, read, "--algo", "hillis-steele", *args)
        assert row["tuning"]["source"] == source, args


def test_a_flag_overrides_all_that_is_kept(run, read, tune, cache):
    keep(tune, cache)
    row = row_of(run, read, "--algo", "hillis-steele", "--workgroup", "8")
    assert row["tuning"]["source"] == "flag" and row["tuning"]["items"] != 12
    row = row_of(run, read, "--algo", "hillis-steele", "--items", "8")
    assert row["tuning"]["source"] == "flag" and row["tuning"]["workgroup"] != 24


def test_untuned_ignores_what_is_kept(run, read, tune, cache):
    file = keep(tune, cache)
    row = row_of(run, read, "--algo", "hillis-steele", "--untuned")
    assert row["tuning"]["source"] == "default"
    file.write_text("{")
    row_of(run, read, "--algo", "hillis-steele", "--untuned")


@pytest.mark.parametrize("args", [["--algo", "serial"], ["--workgroup", "8"], ["--items", "8"],
                                  ["--algo", "reduce-then-scan", "--tile-scan", "shared"]])
def test_untuned_is_refused_where_it_changes_nothing(run, args):
    assert_usage_error(run(*args, "--untuned"), "--untuned")


def test_a_kept_default_is_the_default(run, read, tune, cache):
    keep(tune, cache, workgroup=None, items=None)
    assert row_of(run, read, "--algo", "hillis-steele")["tuning"]["source"] == "default"


def test_tuning_again_replaces_that_scan_alone(tune, cache):
    keep(tune, cache)
    tune("--algo", "hillis-steele", "-n", "64")
    tune("--algo", "hillis-steele", "-n", "64,128")
    found = [(one["n"], one["workgroup"]) for one in json.loads(kept(cache).read_text())["tunings"]]
    assert [n for n, _ in found] == [64, 128, 1024]
    assert found[2] == (1024, 24)


@pytest.mark.parametrize("spoil", [
    lambda file: file.write_text(""), lambda file: file.write_text("{"),
    lambda file: file.write_bytes(b"\xff\x00"),
    lambda file: file.write_text(file.read_text().replace("Mesa", "Masa")),
    lambda file: file.write_text(file.read_text().replace('"version": "', '"version": "9')),
    lambda file: file.write_text(file.read_text().replace("24", "1000000")),
    lambda file: (file.unlink(), file.mkdir())])
def test_a_broken_or_foreign_file_is_ignored_with_one_line(run, read, tune, cache, spoil):
    file = keep(tune, cache)
    spoil(file)
    row = row_of(run, read, "--algo", "hillis-steele", complaint=str(file))
    assert row["tuning"]["source"] == "default"
    assert_complaint(run("--algo", "hillis-steele", "-n", "8,1024", *QUICK), 0, "ignored")
    assert run("--algo", "serial", *QUICK).stderr == ""


def test_tuning_mends_a_broken_file(run, tune, cache):
    file = keep(tune, cache)
    file.write_text("{")
    result = run("tune", "--algo", "blelloch", "-n", "8", *SHORT)
    assert (result.code, result.stderr) == (0, "")
    assert len(json.loads(file.read_text())["tunings"]) == 1


def test_nothing_but_the_kept_file_is_left_in_its_folder(tune, cache):
    tune("--algo", "blelloch", "-n", "8")
    assert [file.name.startswith("tuning-") for file in (cache / "scanbench").iterdir()] == [True]


@pytest.mark.parametrize("env", [
    {"XDG_CACHE_HOME": None, "HOME": None}, {"XDG_CACHE_HOME": "", "HOME": "relative"},
    {"XDG_CACHE_HOME": "/dev/null"}, {"XDG_CACHE_HOME": "/proc"}])
def test_without_a_folder_to_keep_it_in_the_result_is_printed_and_ends_in_2(run, read, env):
    env = {"MESA_SHADER_CACHE_DISABLE": "true", **env}  # it complains of such folders, too
    result = run("tune", "--algo", "blelloch", "-n", "8", *SHORT, "--json", env=env)
    assert_complaint(result, 2, "not kept", "XDG_CACHE_HOME")
    report = read(result.stdout)
    assert report["kept_in"] is None and report["scans"][0]["winner"]
    assert run("--algo", "blelloch", "-n", "8", *QUICK, env=env).stderr == ""


def test_a_wrong_candidate_never_wins_and_is_named(run_faulty, read):
    result = run_faulty("tune", "--algo", "blelloch", "-n", "1024", *SHORT, "--json")
    assert_complaint(result, 1, "blelloch at n = 1024, --workgroup 16", "should be",
                     "more of its cuts")
    report = read(result.stdout)
    scan, = report["scans"]
    wrong = [one for one in scan["candidates"] if one["status"] == "wrong"]
    assert {one["workgroup"] for one in wrong} == {16}
    assert all(one["heats"] == 1 and one["time_s"] is None for one in wrong)
    assert scan["winner"]["workgroup"] != 16
    assert report["kept_in"]


def test_where_all_candidates_are_wrong_nothing_is_kept(run_faulty, read, cache):
    result = run_faulty("tune", "--algo", "hillis-steele", "-n", "1024", *SHORT, "--json")
    assert_complaint(result, 1, "hillis-steele at n = 1024", "default")
    scan, = read(result.stdout)["scans"]
    assert scan["winner"] is None and scan["gain"] is None
    assert not (cache / "scanbench").exists()


def test_a_size_that_an_algorithm_refuses_is_a_line_and_no_failure(run, read):
    result = run("tune", "--algo", "naive", "-n", "8,65537", *SHORT, "--json")
    assert (result.code, result.stderr) == (0, "")
    right, refused = read(result.stdout)["scans"]
    assert right["winner"] and refused["winner"] is None
    assert [one["status"] for one in refused["candidates"]] == ["unsupported"]
    assert_complaint(run("tune", "--algo", "naive", "-n", "65537", *SHORT), 3, "naive", "65536")


def test_without_a_device_there_is_nothing_to_tune(run):
    assert_complaint(run("tune", "-n", "8", env=NO_DRIVER), 3, "mesa-vulkan-drivers")
    assert_complaint(run("tune", "-n", "8", "--device", "no such"), 3, "no such")


@pytest.mark.parametrize("args, token", [
    (["--algo", "serial"], "serial"), (["--algo", "blelloch,serial"], "serial"),
    (["--algo", "nope"], "nope"), (["-n", "0"], "0"), (["--workgroup", "8"], "--workgroup"),
    (["--kind", "inclusive"], "--kind"), (["--untuned"], "--untuned"), (["--format", "csv"], "csv"), (["--type", "u8"], "u8"),
    (["--output", ""], "--output"), (["--output", "/nonexistent/x"], "/nonexistent/x")])
def test_bad_usage_is_refused(run, args, token):
    assert_usage_error(run("tune", *args), token)
