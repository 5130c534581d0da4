"""`adjudicate` writes rows in order, whatever is done to it, and can go on."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tracemalloc
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulings.management.batch.cluster import NoCluster, own_token, ray_cluster
from rulings.management.batch.output import ROW_BEGINS
from rulings.management.commands import adjudicate as command
from tests import tree
from tests.solver.made_claims import made_record, write_made
from tests.solver.tools.test_batch import RECORD, played_out


def run(*args, **options):
    out, told = StringIO(), StringIO()
    call_command("adjudicate", *args, stdout=out, stderr=told, **options)
    return out.getvalue().splitlines(), told.getvalue()


def records(folder):
    path = folder / "claims.jsonl"
    rows = [RECORD | {"id": str(n), "play": played_out(n)} for n in (10, 11, 12)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_a_row_a_record_in_order(tmp_path):
    lines, _ = run(records(tmp_path))

    rows = [json.loads(line) for line in lines]
    assert [row["id"] for row in rows] == ["10", "11", "12"]
    assert [row["award"] for row in rows] == [3, 2, 1]
    assert all(row["ms"] >= 0 for row in rows)


def test_a_stopped_run_goes_on(tmp_path):
    path, out = records(tmp_path), tmp_path / "out.jsonl"
    run(path, out=out)
    whole = out.read_text("utf-8").splitlines()
    out.write_text(whole[0] + "\n" + whole[1][:20], "utf-8")

    lines, told = run(path, out=out, summary=True)

    again = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["id"] for row in again] == ["10", "11", "12"]
    assert again[0] == json.loads(whole[0])
    assert "could not be computed: 0" in lines
    assert lines[-1].startswith("time: 2 claims in ")
    assert "1 done before, then 2 claims" in told


def test_other_settings_do_not_go_on_in_the_same_file(tmp_path):
    path, out = records(tmp_path), tmp_path / "out.jsonl"
    run(path, out=out)
    before = out.read_bytes()

    with pytest.raises(CommandError, match="other settings"):
        run(path, out=out, profile="ACBL")
    assert out.read_bytes() == before


def test_what_cannot_be_read_is_a_row_and_the_rest_goes_on(tmp_path):
    path = records(tmp_path)
    path.write_text("{\n" + path.read_text("utf-8"), "utf-8")
    samples = tree.ROOT / "tests" / "samples" / "pbn"
    board = samples / "broken.pbn"

    lines, told = run(path, board, samples / "passed.pbn", summary=True)

    rows = [json.loads(line) for line in lines if line.startswith("{")]
    assert (rows[0]["file"], rows[0]["line"], rows[0]["award"]) == (str(path), 1, None)
    assert "not JSON" in rows[0]["error"]
    assert [row["id"] for row in rows[1:4]] == ["10", "11", "12"]
    faults = [row for row in rows if row.get("error")]
    assert f"could not be computed: {len(faults)}" in lines
    assert {row["file"] for row in faults} == {str(path), str(board)}
    assert "boards that hold no claim: 2" in told


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param({"jobs": 0}, "give 1 or more", id="no process"),
        pytest.param({"profile": "WBF"}, "no such file", id="no file"),
        pytest.param({"only": "tier"}, "give FIELD=VALUE", id="field"),
        pytest.param({"language": "xx"}, "no language xx", id="language"),
        pytest.param(
            {"profile": "XX"},
            "no profile XX; there are WBF, EBU, WBU, NBB, ACBL",
            id="profile",
        ),
        pytest.param({"profile": ""}, "no profile ; there are WBF", id="no profile"),
        pytest.param({"budget": 0}, "--budget 0: give 1 or more", id="budget"),
        pytest.param({"min_left": 14}, "no claim is between", id="tricks left"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(tmp_path, options, why):
    with pytest.raises(CommandError, match=why):
        run(tmp_path / "none.jsonl", **options)


def test_a_profile_is_known_in_small_letters_too(tmp_path):
    path = records(tmp_path)

    small, _ = run(path, profile="acbl", no_times=True)

    assert small == run(path, profile="ACBL", no_times=True)[0]


def test_a_class_that_is_not_there_is_named_with_those_that_are(tmp_path, capsys):
    with pytest.raises(CommandError, match=r"'pro'.*beginner.*club.*expert"):
        run(records(tmp_path), "--class", "pro")


def test_a_field_that_no_claim_has_is_said(tmp_path):
    lines, told = run(records(tmp_path), only="teir=vugraph")

    assert lines == []
    assert "claims not asked for: 3" in told
    assert "no claim has a field teir" in told
    assert "no claim has" not in run(records(tmp_path), only="declarer=S")[1]


def test_a_claim_that_was_changed_between_two_runs_is_not_passed_over(tmp_path):
    path, out = records(tmp_path), tmp_path / "out.jsonl"
    run(path, out=out)
    before = out.read_bytes()
    path.write_text(path.read_text("utf-8").replace("13", "12", 1), "utf-8")

    with pytest.raises(CommandError, match="line 1: the input has changed there"):
        run(path, out=out)
    assert out.read_bytes() == before


def test_a_run_goes_on_only_with_or_without_times_as_it_began(tmp_path):
    path, out = records(tmp_path), tmp_path / "out.jsonl"
    run(path, out=out)

    with pytest.raises(CommandError, match="--no-times must be as in the first run"):
        run(path, out=out, no_times=True)


def test_a_row_that_lacks_a_number_is_told_by_its_line(tmp_path):
    path, out = records(tmp_path), tmp_path / "out.jsonl"
    run(path, out=out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    del rows[1]["left"]
    out.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")

    with pytest.raises(CommandError, match=r"line 2: .*it lacks left"):
        run(path, out=out, summary=True)


def test_what_read_records_writes_can_be_read_again(tmp_path):
    sample = tree.ROOT / "tests" / "samples" / "lin" / "vugraph.lin"
    said = StringIO()
    call_command("read_records", str(sample), stdout=said)
    written = tmp_path / "said.jsonl"
    written.write_text(said.getvalue(), "utf-8")

    lines, told = run(written)

    assert [json.loads(line)["board"] for line in lines] == [17, 17, 18]
    assert "boards that hold no claim: 1" in told


def test_a_long_input_takes_no_more_memory(tmp_path):
    path, out = tmp_path / "long.jsonl", tmp_path / "out.jsonl"
    with path.open("w", encoding="utf-8") as lines:
        lines.writelines(f'{{"id": "{n}", "note": "{n:900}"}}\n' for n in range(2_500))
    run(records(tmp_path), summary=True)  # what is loaded once is loaded now

    tracemalloc.start()
    run(path, out=out, summary=True, report=tmp_path / "report.html")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert out.read_bytes().count(b"\n") == 2_500
    assert out.stat().st_size > 1_000_000
    assert most < 2_000_000


# --- stops -------------------------------------------------------------------------


def start(path, out, *more):
    """Start a run on two processes in a group of its own."""
    program = [sys.executable, "manage.py", "adjudicate", path, "--out", out]
    return subprocess.Popen(
        [*program, "--jobs", "2", "--no-times", *more],
        cwd=tree.ROOT,
        env=os.environ | {"DATABASE_URL": "sqlite:///nowhere/at/all.sqlite3"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )


def wait_until(true):
    for _ in range(6000):
        if true():
            return
        time.sleep(0.01)
    pytest.fail("It did not happen within a minute.")


def lines_in(out):
    return out.read_bytes().count(b"\n") if out.exists() else 0


def is_gone(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def stop_after(program, out, number, how):
    """Stop a run when it has written so many rows; return what it said."""
    with program:
        wait_until(lambda: lines_in(out) >= number or program.poll() is not None)
        assert program.poll() is None, program.stderr.read()
        how(program)
        told = program.communicate()[1]
    wait_until(lambda: is_gone(program.pid))
    return told


# More than the batches that are on their way when a run is stopped.
MANY = 400


def test_rows_are_neither_lost_nor_doubled_by_ctrl_c_and_kill(tmp_path):
    path, out = tmp_path / "made.jsonl", tmp_path / "out.jsonl"
    write_made(path, MANY, (3, 4, 5))
    undisturbed = tmp_path / "undisturbed.jsonl"

    interrupted = start(path, out)
    told = stop_after(
        interrupted, out, 10, lambda one: os.killpg(one.pid, signal.SIGINT)
    )
    first = lines_in(out)
    killed = start(path, out)
    stop_after(killed, out, first + 10, lambda one: one.kill())
    second = lines_in(out)
    with out.open("ab") as cut_short:
        cut_short.write(ROW_BEGINS)
    run(path, out=out, no_times=True)
    run(path, out=undisturbed, no_times=True)

    assert interrupted.returncode == command.INTERRUPTED
    assert "run the same command again to go on" in told
    assert killed.returncode == -signal.SIGKILL
    assert 10 <= first < second < MANY
    assert out.read_bytes() == undisturbed.read_bytes()
    assert lines_in(out) == MANY


# --- a cluster ---------------------------------------------------------------------


def test_no_ray_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(CommandError, match=r"requirements/batch\.txt"):
        run(records(tmp_path), engine="ray")


NO_RAY = "Ray is not installed: requirements/batch.txt"


@pytest.fixture
def cluster():
    """Start a Ray of two cores with a token of its own; the value finds it."""
    pytest.importorskip("ray", reason=NO_RAY)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = own_token() | {"RAY_ADDRESS": f"127.0.0.1:{port}"}
    found["TD_KERNEL"] = "plain"  # equal bytes, and no worker compiles
    # Its sockets lie in this folder, and the path of a socket has a limit.
    folder = tempfile.mkdtemp(prefix="ray")
    program = [Path(sys.executable).with_name("ray"), "start", "--head", "--block"]
    program += ["--num-cpus", "2", "--port", str(port), "--include-dashboard", "false"]
    program += ["--object-store-memory", "80000000", "--temp-dir", folder]
    head = subprocess.Popen(
        program,
        env=os.environ | found | {"RAY_USAGE_STATS_ENABLED": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with head:
        yield found
        os.killpg(head.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            head.wait(3)
        # Its processes say goodbye to one another for half a minute.
        with suppress(ProcessLookupError):
            os.killpg(head.pid, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


def test_a_cluster_gives_the_same_bytes(cluster, tmp_path):
    path, here = write_made(tmp_path / "made.jsonl", 24), tmp_path / "here.jsonl"
    run(path, out=here, no_times=True)
    out = tmp_path / "out.jsonl"
    program = [sys.executable, "manage.py", "adjudicate", path, "--out", out]
    program += ["--engine", "ray", "--no-times", "--summary"]

    for _ in range(8):  # the head takes some seconds to come up
        done = subprocess.run(
            program,
            cwd=tree.ROOT,
            env=os.environ | cluster,
            capture_output=True,
            check=False,
            text=True,
        )
        if "no Ray cluster" not in done.stderr:
            break
        time.sleep(0.5)

    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == here.read_bytes()
    assert "(ray, jobs all)" in done.stdout


def test_no_cluster_says_what_to_start(monkeypatch):
    pytest.importorskip("ray", reason=NO_RAY)

    with pytest.raises(NoCluster, match="ray start --head"), ray_cluster(1, "nowhere"):
        pytest.fail("found a cluster")


def test_made_claims_are_the_same_each_time():
    assert made_record(3, 4) == made_record(3, 4) != made_record(4, 4)
