"""Where the report goes: stdout, or the file that --output names, whole or not at all."""

import os
import signal
import subprocess

import pytest

from support import NO_DRIVER, Result, assert_complaint, assert_usage_error, strict_json

SCAN = ["--algo", "serial", "--repeat", "1"]
COMMANDS = [SCAN, ["devices"], ["algorithms"]]


def names(folder):
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_report_goes_to_the_file_and_nothing_to_stdout(run, read, tmp_path, command):
    result = run(*command, "--json", "--output", "report")
    assert result == ("", "", 0)
    read((tmp_path / "report").read_text())
    assert names(tmp_path) == ["report"]


def test_text_in_a_file_is_the_text_of_stdout(run, tmp_path):
    assert run("algorithms", "--output", tmp_path / "report").code == 0
    assert (tmp_path / "report").read_text() == run("algorithms").stdout


def test_an_old_file_is_replaced_and_keeps_its_permissions(run, tmp_path):
    file = tmp_path / "report"
    file.write_text("old\n" * 10000)
    file.chmod(0o600)
    assert run(*SCAN, "--output", "report") == ("", "", 0)
    assert "old" not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["report"]


@pytest.mark.parametrize("args", [["-n", "abc"], ["--algo", "nope"], ["--nope"],
                                  ["--json", "--format", "json"], ["--probe", "5000"]])
def test_an_old_file_is_kept_when_the_command_line_is_bad(run, tmp_path, args):
    (tmp_path / "report").write_text("old")
    assert_usage_error(run("--output", "report", *args))
    assert (tmp_path / "report").read_text() == "old"
    assert names(tmp_path) == ["report"]


def test_an_old_file_is_kept_when_devices_finds_no_driver(run, tmp_path):
    (tmp_path / "report").write_text("old")
    assert_complaint(run("devices", "--output", "report", env=NO_DRIVER), 3)
    assert names(tmp_path) == ["report"]


def test_rows_that_could_not_run_are_written_to_the_file(run, read, tmp_path):
    result = run("--algo", "naive", "-n", "65537", "--json", "--output", "report")
    assert_complaint(result, 3, "65536")
    assert result.stdout == ""
    assert read((tmp_path / "report").read_text())["results"][0]["status"] == "unsupported"


@pytest.mark.parametrize("place", ["folder", "folder/", "missing/report", "file/report", "",
                                   "new/", "a" * 300])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_place_that_cannot_be_written_is_refused(run, tmp_path, command, place):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("old")
    assert_usage_error(run(*command, "--output", place), f"'{place}'")
    assert names(tmp_path) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "old"


@pytest.mark.parametrize("place", ["missing/report", ".", "", "loop"])
def test_the_place_is_tried_before_anything_runs(run, tmp_path, place):
    (tmp_path / "loop").symlink_to("loop")
    endless = ["--algo", "serial", "-n", 2 ** 20, "--repeat", 1000000]
    assert_usage_error(run(*endless, "--output", place, timeout=10), f"'{place}'")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_device_is_a_file_that_cannot_be_written(run, tmp_path, command):
    assert_usage_error(run(*command, "--output", "/dev/full"), "/dev/full")
    assert names(tmp_path) == []


def test_dev_null_stays_what_it_is(run):
    assert run(*SCAN, "--output", "/dev/null") == ("", "", 0)
    assert not os.path.isfile("/dev/null")


def test_a_symlink_stays_one_and_its_target_is_replaced(run, tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to("target")
    assert run(*SCAN, "--output", "link") == ("", "", 0)
    assert link.is_symlink() and os.readlink(link) == "target"
    assert "1037.625" in target.read_text()
    assert names(tmp_path) == ["link", "target"]


def test_a_symlink_to_a_file_that_is_not_there_yet_stays_one(run, tmp_path):
    link = tmp_path / "link"
    link.symlink_to("target")
    assert run(*SCAN, "--output", "link") == ("", "", 0)
    assert link.is_symlink()
    assert "1037.625" in (tmp_path / "target").read_text()


def test_a_symlink_to_itself_is_refused(run, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    assert_usage_error(run(*SCAN, "--output", "loop"), "loop")
    assert (tmp_path / "loop").is_symlink()


def test_a_named_pipe_gets_the_whole_report(program, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        writer = subprocess.Popen([program, "--algo", "serial", "--output", pipe])
        try:
            assert writer.wait(timeout=10) == 0  # it samples for half a second meanwhile
            assert "1037.625" in reader.communicate(timeout=10)[0]
        finally:
            writer.kill()
            writer.wait()
            reader.kill()


@pytest.mark.parametrize("command", [*COMMANDS, ["--help"], ["--version"]])
def test_a_full_stdout_ends_in_2_with_one_line(program, command):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, *command], stdout=full, stderr=subprocess.PIPE, text=True,
                              timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("scanbench: ")


@pytest.mark.parametrize("args, code", [
    (["-n", "abc"], 2), (["--algo", "naive", "-n", "65537"], 3)])
def test_the_exit_code_stands_even_if_stderr_cannot_be_written(program, args, code):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, *args], stdout=subprocess.PIPE, stderr=full, timeout=60)
    assert done.returncode == code


@pytest.mark.parametrize("sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_sweep_reports_the_rows_that_are_finished(program, sent, code):
    endless = [program, "--algo", "serial", "-n", "1,2^20", "--repeat", "10000",
               "--quiet"]  # of advice on outliers, which a busy machine brings; not of errors
    with subprocess.Popen([*endless, "--format", "jsonl"], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as running:
        header, finished = running.stdout.readline(), running.stdout.readline()
        running.send_signal(sent)
        rest, complaint = running.communicate(timeout=60)
    assert strict_json(header)["schema"] == "scanbench.run"
    assert strict_json(finished)["status"] == "ok"
    assert strict_json(rest)["reason"] == "interrupted"
    assert_complaint(Result(rest, complaint, running.returncode), code, "interrupted")
