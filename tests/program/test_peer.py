"""A peer's rows (scripts/peers), told with the host's loop in a GPU's place; and CUB without one."""

import pytest

from conftest import path_from, runner
from support import assert_complaint, assert_usage_error


@pytest.fixture
def peer(tmp_path, shared_cache):
    return runner(str(path_from("SCANBENCH_PEER").resolve()), tmp_path, shared_cache)


@pytest.mark.parametrize("kind", ["f32", "u32", "i32", "f64", "u64", "i64"])
def test_a_peer_reports_rows_of_a_run(peer, read, kind):
    result = peer("-n", "1000,1024", "--type", kind, "--repeat", "7", "--json")
    assert (result.code, result.stderr) == (0, "")
    rows = read(result.stdout)["results"]
    assert [(row["n"], row["status"], row["type"]) for row in rows] == [(1000, "ok", kind),
                                                                     (1024, "ok", kind)]
    for row in rows:
        assert row["check"]["ok"] and row["time_s"]["samples"] == 7 and row["time_s"]["ci95"]
        assert row["passes"] == [] and row["copy_s"] is None and row["tuning"] is None


@pytest.mark.parametrize("kind", ["inclusive", "exclusive"])
def test_a_peer_scans_either_kind_by_itself(peer, read, kind):
    row, = read(peer("--kind", kind, "--repeat", "1", "--json").stdout)["results"]
    assert row["kind"] == kind and row["answer"]["exclusive"] == {"512": 515.5}
    assert row["passes"] == []


@pytest.mark.parametrize("args", [["--algo", "serial"], ["--device", "0"], ["--workgroup", "8"],
                                  ["--untuned"], ["devices"], ["--init", "1"], ["--op", "max"],
                                  ["--algo=serial"], ["--timeout", "60"]])
def test_what_a_peer_lacks_is_refused(peer, args):
    assert_usage_error(peer(*args))


@pytest.mark.parametrize("args", [[], ["--json"]])
def test_cub_without_a_gpu_ends_in_3_with_one_line(tmp_path, shared_cache, args):
    program = path_from("SCANBENCH_CUB")
    if not program.exists():
        pytest.skip("cub_scan is not built: where CUDA's nvcc is, ninja cub_scan builds it")
    result = runner(str(program), tmp_path, shared_cache)(*args, env={"CUDA_VISIBLE_DEVICES": ""})
    assert_complaint(result, 3, "no CUDA device", "NVIDIA GPU")
    assert result.stdout == ""
