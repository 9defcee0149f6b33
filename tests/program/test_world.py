"""The rest of the world: signals, pipes, folders, locales, drivers, company."""

import os
import signal
import subprocess
import time

import pytest

from support import Result, assert_complaint, strict_json

SCAN = ("--algo", "blelloch", "-n", "1000", "--repeat", "3", "--warmup", "0")
LONG = ("--algo", "serial,hillis-steele", "-n", "2^10..2^22", "--max-time", "0.3", "--quiet")


@pytest.fixture
def interrupted(program, read):
    """Sends a signal after so many seconds; gives the result, and the seconds from then to the end."""

    def measure(sent, after_s, *args):
        with subprocess.Popen([program, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as running:
            time.sleep(after_s)
            running.send_signal(sent)
            begin = time.monotonic()
            stdout, stderr = running.communicate(timeout=60)
        return Result(stdout, stderr, running.returncode), time.monotonic() - begin

    return measure


@pytest.mark.parametrize("sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("after_s", [0.1, 0.25, 0.5, 1, 2])
def test_a_signal_in_whatever_phase_ends_the_run_with_its_rows(interrupted, read, sent, code,
                                                               after_s):
    result, _ = interrupted(sent, after_s, *LONG, "--json")
    # Before the program has come to listen, the signal's own effect.
    if result.code == -sent:
        assert after_s < 0.25 and result.stdout == ""
        return
    assert_complaint(result, code, "interrupted")
    statuses = {row["status"] for row in read(result.stdout)["results"]}
    assert statuses <= {"ok", "skipped"}


@pytest.mark.parametrize("args", [
    ("crossover", "blelloch", "hillis-steele", "--range", "2^10..2^20"),
    ("tune", "--algo", "reduce-then-scan", "-n", "2^20")])
def test_a_search_that_is_interrupted_prints_what_it_has(interrupted, read, args):
    result, _ = interrupted(signal.SIGINT, 1.5, *args, "--json")
    assert_complaint(result, 130, "interrupted")
    read(result.stdout)


def test_a_device_that_takes_long_does_not_hold_up_an_interrupt(interrupted, read):
    # A run takes seconds, and a sample several of them.
    result, taken_s = interrupted(signal.SIGTERM, 2, "--algo", "naive", "-n", "1024,65536",
                                  "--repeat", "50", "--quiet", "--json")
    assert_complaint(result, 143, "interrupted")
    first, second = read(result.stdout)["results"]
    assert (first["status"], second["status"]) == ("ok", "skipped")
    assert taken_s < 20


def test_a_second_signal_ends_it_at_once(program):
    with subprocess.Popen([program, "--algo", "serial", "-n", "2^27"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as running:
        time.sleep(0.5)
        running.send_signal(signal.SIGTERM)
        time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=60)
    assert running.returncode in (-signal.SIGTERM, 143)


@pytest.mark.parametrize("ignored", [False, True])
def test_a_reader_that_goes_away_is_no_crash(program, ignored):
    def start():
        signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)

    args = [program, "--algo", "serial", "-n", "2..65536x2", "--repeat", "3", "--format", "jsonl"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=start) as running:
        assert strict_json(running.stdout.readline())["schema"] == "scanbench.run"
        running.stdout.close()
        complaint = running.stderr.read()
        code = running.wait(timeout=60)
    # As any filter's: the signal's own end; where a parent has it ignored, an output that failed.
    if ignored:
        assert_complaint(Result("", complaint, code), 2, "stdout")
    else:
        assert (code, complaint) == (-signal.SIGPIPE, "")


def test_a_closed_stdout_is_an_output_that_cannot_be_written(program):
    for args in (SCAN, ("devices",), ("--help",)):
        done = subprocess.run(["sh", "-c", 'exec "$0" "$@" >&-', program, *args],
                              stderr=subprocess.PIPE, text=True, timeout=60)
        assert_complaint(Result("", done.stderr, done.returncode), 2, "stdout")


def test_with_all_streams_closed_a_report_still_reaches_its_file(program, read, tmp_path):
    file = tmp_path / "report"
    done = subprocess.run(["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', program, *SCAN, "--json",
                           "--output", file], timeout=60)
    assert done.returncode == 0
    assert read(file.read_text())["results"][0]["status"] == "ok"


@pytest.mark.parametrize("place", ["x" * 5000, "/nowhere/report", "/sys/report", ".", "/dev/full"])
def test_a_place_that_takes_no_report_is_named(run, place):
    result = run(*SCAN, "--output", place)
    assert_complaint(result, 2, place)
    assert result.stdout == ""


def test_decimal_commas_change_no_number(run, read, tmp_path):
    env = {"LOCPATH": str(tmp_path), "LC_ALL": "de_DE.UTF-8"}
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", tmp_path / "de_DE.UTF-8"], check=True)
    assert subprocess.run(["locale", "decimal_point"], env={**os.environ, **env}, text=True,
                          capture_output=True, check=True).stdout == ",\n"
    report = read(run(*SCAN, "--timeout", "60.5", "--json", env=env).stdout)
    assert report["results"][0]["answer"]["total"] == 1011.25
    assert "exclusive[512] = 515.5" in run(*SCAN, env=env).stdout


def test_neither_a_home_nor_a_cache_is_needed(run, read):
    for env in ({"HOME": None, "XDG_CACHE_HOME": None}, {"HOME": "/nonexistent",
                                                         "XDG_CACHE_HOME": "/nonexistent/too"}):
        result = run(*SCAN, "--json", env=env)
        # Mesa has a word to say of its own cache.
        assert result.code == 0 and "scanbench: " not in result.stderr
        assert read(result.stdout)["results"][0]["status"] == "ok"


def test_ten_copies_at_once_are_all_right(program, read, tmp_path):
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    args = [program, "--algo", "all", "-n", "10000", "--repeat", "3", "--json"]
    copies = [subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=env) for _ in range(10)]
    for copy in copies:
        stdout, stderr = copy.communicate(timeout=100)
        assert copy.returncode == 0, stderr
        assert {row["status"] for row in read(stdout)["results"]} == {"ok"}


@pytest.mark.parametrize("threads", [0, 1, 8])
def test_whatever_the_driver_s_threads_the_answer_is_right(run, read, threads):
    result = run("--algo", "all", "-n", "10000", "--repeat", "3", "--json",
                 env={"LP_NUM_THREADS": str(threads)})
    assert (result.code, result.stderr) == (0, "")
    assert {row["status"] for row in read(result.stdout)["results"]} == {"ok"}


def test_of_two_drivers_one_may_fail(run, read, tmp_path, software_driver):
    broken = tmp_path / "broken.json"
    broken.write_text(software_driver.read_text().replace("libvulkan_lvp", "libnowhere"))
    result = run(*SCAN, "--json", env={"VK_DRIVER_FILES": f"{broken}:{software_driver}",
                                       "VK_ICD_FILENAMES": None})
    assert result.code == 0
    assert read(result.stdout)["results"][0]["status"] == "ok"


def test_memory_holds_the_buffers_and_little_beside_them(program):
    """Peak resident size, of a program that holds what its row needs: the plan's buffers, the kept
    answer, the input and the reference, and staging."""
    n, width = 2 ** 25, 4

    def peak(*args):
        pid = os.posix_spawn(program, [program, *args], os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
        _, status, used = os.wait4(pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        return used.ru_maxrss * 1024

    base = peak("--algo", "hillis-steele", "-n", "1000", "--repeat", "1", "--warmup", "0")
    for algorithm, buffers in {"hillis-steele": 3, "reduce-then-scan": 2}.items():
        used = peak("--algo", algorithm, "-n", str(n), "--repeat", "1", "--warmup", "0") - base
        arrays = buffers + 1 + 1 + 1  # the kept answer, the input, the reference
        assert used < 1.3 * arrays * n * width, (algorithm, used / n / width)
