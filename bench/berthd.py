"""The figures that berthd is held to, measured beside their peers on this machine, as one table.

usage: bench/berthd.py [--bin build/release/bin] [--rows start,calls,run,launch,objects,logs,history] [--quick]

Each group of rows starts a berthd of its own in a temporary folder ($TMPDIR says where) and puts a load on it:

  start     from exec to the first answer, over a state that is there; memory of an idle daemon with ten clusters; the
            size of the program without its symbols
  calls     DescribeTasks, signed, by the session of a role whose policy allows it; alone, and while a file is uploaded
  run       RunTask, each waited for until it is durable, with the simulated driver
  launch    tasks with the command `true`: see launch.py
  objects   one large file in both directions beside nginx (if it is installed), and beside cp, fsync and MD5;
            4 KiB objects
  logs      bytes that a task writes, from its start until it shows STOPPED, when every one of them is readable; how
            long a line takes from the command to GetLogEvents
  history   pages of the list of stopped tasks, and a restart over them

The load comes from berthd_load (C++), from the same CPUs: on a machine with few of them a rate is what remains beside
the load. `CPU` is the daemon's own processor time for one request, which hardly depends on what else runs: its inverse
is what one core could do. A peer is measured in the same run. Ratios are figure / bar; a bar with ≤ is met at or below
1, one with ≥ at or above it. --quick does little of everything, to see that it works: its figures mean nothing.
"""
import argparse
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "bench")]
import launch as launches  # noqa: E402
from support.daemon import Daemon  # noqa: E402
from support.signing import signed_request  # noqa: E402

CPUS = len(os.sched_getaffinity(0))
MIB = 1024 * 1024


class Table:
    """Prints each row as it is known."""

    def __init__(self):
        print(f"{'':<44}{'bar':>12}{'figure':>14}{'ratio':>8}        {'load':>5}  peer, notes")

    def row(self, what, bar, figure, unit="", note=""):
        """`bar` is ("<=" or ">=", number), or None for what is only told."""
        ratio = figure / bar[1] if bar else 0
        met = "" if not bar else "met" if (ratio <= 1 if bar[0] == "<=" else ratio >= 1) else "MISSED"
        sign = {"<=": "≤", ">=": "≥"}[bar[0]] if bar else ""
        shown = f"{sign} {number(bar[1])}" if bar else ""
        print(f"{what:<44}{shown:>12}{number(figure) + ' ' + unit:>14}{f'{ratio:.2f}' if bar else '':>8} {met:<7}"
              f"{os.getloadavg()[0]:>5.1f}  {note}", flush=True)


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


class Bench:
    """A daemon, its load generator, and calls for set-up."""

    def __init__(self, options, driver, gpus="none"):
        self.bin = pathlib.Path(options.bin)
        self.daemon = Daemon(options.bin, gpus=gpus, arguments=["--driver", driver])

    def __enter__(self):
        self.daemon.__enter__()
        self.call = launches.Ecs(self.daemon)
        return self

    def __exit__(self, *error):
        self.daemon.__exit__(*error)

    def load(self, *arguments, keys=None, endpoint=None):
        """What berthd_load reports, with the daemon's processor time in microseconds a request."""
        before = sum(launches.cpu_seconds(self.daemon.process.pid))
        process = self.start_load(*arguments, keys=keys, endpoint=endpoint)
        text, _ = process.communicate()
        report = json.loads(text) if text else {}
        if process.returncode != 0 or report.get("refused"):
            raise RuntimeError(f"berthd_load {arguments[0]} failed: {report}")
        report["cpu_us"] = (sum(launches.cpu_seconds(self.daemon.process.pid)) - before) / report["answered"] * 1e6
        report["rate"] = report["answered"] / report["seconds"]
        return report

    def start_load(self, *arguments, keys=None, endpoint=None):
        identifier, secret, token = keys or (self.daemon.access_key, self.daemon.secret_key, "")
        environment = {"AWS_ACCESS_KEY_ID": identifier, "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": token}
        return subprocess.Popen([str(self.bin / "berthd_load"), arguments[0], "--endpoint",
                                 endpoint or self.daemon.listen, *map(str, arguments[1:])],
                                stdout=subprocess.PIPE, env=environment, text=True)

    def signed(self, method, target, body=b"", service="s3", headers=None):
        answer = signed_request(self.daemon.endpoint, method, target, body, service, self.daemon.access_key,
                                self.daemon.secret_key, headers=headers)
        if answer.status >= 300:
            raise RuntimeError(f"{method} {target}: {answer.status} {answer.text}")
        return answer

    def query(self, service, version, action, **parameters):
        body = urllib.parse.urlencode({"Action": action, "Version": version, **parameters}).encode()
        return self.signed("POST", "/", body, service, {"content-type": "application/x-www-form-urlencoded"}).text

    def logs(self, operation, **request):
        return json.loads(self.signed("POST", "/", json.dumps(request).encode(), "logs", {
            "content-type": "application/x-amz-json-1.1", "x-amz-target": "Logs_20140328." + operation}).text)

    def role_keys(self):
        """Of a session of a role that may do what ECS has, and no more."""
        trust = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:AssumeRole",
                                                         "Principal": {"AWS": "*"}}]}
        policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Resource": "*",
                                                          "Action": ["ecs:Describe*", "ecs:List*"]}]}
        self.query("iam", "2010-05-08", "CreateRole", RoleName="bench", AssumeRolePolicyDocument=json.dumps(trust))
        self.query("iam", "2010-05-08", "PutRolePolicy", RoleName="bench", PolicyName="ecs",
                   PolicyDocument=json.dumps(policy))
        text = self.query("sts", "2011-06-15", "AssumeRole", RoleArn="arn:aws:iam::000000000000:role/bench",
                          RoleSessionName="bench")
        found = {e.tag.rsplit("}", 1)[-1]: e.text for e in ElementTree.fromstring(text).iter()}
        return found["AccessKeyId"], found["SecretAccessKey"], found["SessionToken"]

    def define(self, command, **container):
        self.call("RegisterTaskDefinition", family="bench", containerDefinitions=[
            {"name": "main", "image": "fathom", "memory": 6, "command": command, **container}])


# ---- start, memory, size ----


def first_answer(command, environment):
    """Seconds from exec to the first byte of an answer over HTTP, and the process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = probe.getsockname()
    began = time.perf_counter()
    process = subprocess.Popen([*command, "--listen", f"127.0.0.1:{address[1]}"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=environment)
    while True:
        with socket.socket() as connection:
            try:
                connection.connect(address)
            except ConnectionRefusedError:
                if process.poll() is not None:
                    raise RuntimeError("berthd did not start") from None
                time.sleep(0.0005)
                continue
            connection.sendall(b"GET / HTTP/1.1\r\nHost: bench\r\n\r\n")
            connection.recv(1)
            return time.perf_counter() - began, process


def stripped(program, folder):
    copy = folder / program.name
    subprocess.run(["strip", "-o", str(copy), str(program)], check=True)
    return copy


def start(options, table):
    with tempfile.TemporaryDirectory(prefix="berth-test-") as name:
        folder = pathlib.Path(name)
        program = stripped(pathlib.Path(options.bin) / "berthd", folder)
        shutil.copy(pathlib.Path(options.bin) / "berth-shim", folder)
        environment = {"BERTH_ROOT_ACCESS_KEY": "bench", "BERTH_ROOT_SECRET_KEY": "bench-secret", "PATH": os.environ["PATH"]}
        command = [str(program), "--state-dir", str(folder / "state"), "--gpus", "none"]
        times = []
        for _ in range(2 if options.quick else 12):
            seconds, process = first_answer(command, environment)
            times.append(seconds)
            process.terminate()
            process.wait()
        table.row("start to first answer", ("<=", 20), statistics.median(times[1:]) * 1000, "ms",
                  f"first start of all {times[0] * 1000:.0f} ms")
        table.row("binary without symbols", ("<=", 15), program.stat().st_size / 1e6, "MB")
    with Bench(options, "process") as bench:
        for i in range(10):
            bench.call("CreateCluster", clusterName=f"bench-{i}")
        time.sleep(1)
        rollup = pathlib.Path(f"/proc/{bench.daemon.process.pid}/smaps_rollup").read_text()
        pss = {line.split(":")[0]: int(line.split()[1]) for line in rollup.splitlines()[1:]}
        table.row("idle memory (PSS), ten clusters", ("<=", 12), pss["Pss"] / 1024, "MiB",
                  f"anonymous {pss['Pss_Anon'] / 1024:.1f}, of files {pss['Pss_File'] / 1024:.1f}")


# ---- calls ----


def calls(options, table):
    seconds = 0.3 if options.quick else 4
    with Bench(options, "simulated") as bench:
        bench.define(["forever"])
        arn = bench.call.run()[0]
        keys = bench.role_keys()
        describe = ["calls", "--target", launches.TARGET + "DescribeTasks", "--body", json.dumps({"tasks": [arn]}),
                    "--expect", arn]
        sixteen = [*describe, "--connections", 16]
        bench.load(*sixteen, "--seconds", 0.3, keys=keys)
        report = bench.load(*sixteen, "--seconds", seconds, keys=keys)
        table.row("DescribeTasks, signed, authorized", (">=", 25_000), report["rate"], "/s",
                  f"p99 {report['p99_ms']:.1f} ms; load takes {share(report)} of a core")
        table.row("  daemon's CPU", ("<=", 1e6 / 25_000 * CPUS), report["cpu_us"], "µs",
                  f"one core: {1e6 / report['cpu_us']:,.0f}/s, {CPUS} cores: {CPUS * 1e6 / report['cpu_us']:,.0f}/s")
        as_root = bench.load(*sixteen, "--seconds", seconds / 2)
        table.row("  as root: daemon's CPU", None, as_root["cpu_us"], "µs", f"{as_root['rate']:,.0f}/s")
        with large_file(options) as file:
            bench.signed("PUT", "/bench")
            put = bench.start_load("put", file, "--path", "/bench/large")
            beside = bench.load(*describe, "--connections", 4, "--seconds", 0.2 if options.quick else 1.2,
                                keys=keys)
            during = put.poll() is None
            put.communicate()
            table.row("  p99 during a PUT of 1 GiB", ("<=", 5), beside["p99_ms"], "ms",
                      f"{beside['rate']:,.0f}/s from 4 connections, max {beside['max_ms']:.0f} ms"
                      + ("" if during else "; the PUT ended first"))


def share(report):
    return f"{report['generator_cpu_seconds'] / report['seconds']:.2f}"


# ---- durable tasks ----


def commit_rate(folder, count):
    """Commits a second that SQLite itself does here, a row each, durable as berthd's."""
    with tempfile.TemporaryDirectory(dir=folder, prefix="berth-test-") as place:
        database = sqlite3.connect(f"{place}/db", isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, document TEXT)")
        began = time.perf_counter()
        for i in range(count):
            database.execute("INSERT INTO t VALUES (?, ?)", (i, "x" * 2000))
        return count / (time.perf_counter() - began)


def run(options, table):
    with Bench(options, "simulated") as bench:
        bench.define(["true"])
        body = json.dumps({"taskDefinition": "bench"})
        run_task = ["calls", "--target", launches.TARGET + "RunTask", "--body", body, "--expect", '"failures":[]',
                    "--connections", 64]
        bench.load(*run_task, "--count", 200)
        report = bench.load(*run_task, "--count", 300 if options.quick else 20_000)
        commits = commit_rate(bench.daemon.root, 50 if options.quick else 1000)
        table.row("RunTask, durable, 64 clients", (">=", 5000), report["rate"], "/s",
                  f"p99 {report['p99_ms']:.0f} ms; SQLite alone commits {commits:,.0f}/s; load takes {share(report)}")
        table.row("  daemon's CPU, to STOPPED", ("<=", 1e6 / 5000 * CPUS), report["cpu_us"], "µs")


# ---- sandboxed tasks ----


def launch(options, table):
    tasks = 5 if options.quick else 50
    found = launches.measure(options.bin, tasks, 16)
    launched, alone = statistics.median(found.launches), statistics.median(found.bwraps)
    table.row("launch of `true`", None, launched, "ms", f"fsync of a new file {statistics.median(found.fsyncs):.1f} ms")
    table.row("  beside the same bwrap line", ("<=", 2), launched / alone, "×", f"bwrap {alone:.1f} ms")
    table.row("tasks `true`, 16 under way", (">=", 100), found.rate, "/s",
              f"bwrap {found.bwrap_rate:.0f}/s with {CPUS} at once")
    table.row("  CPU of all of it", ("<=", 10 * CPUS), found.own_ms + found.others_ms, "ms",
              f"daemon {found.own_ms:.1f}, shim and sandbox {found.others_ms:.1f}; bwrap {found.bwrap_cpu_ms:.1f}")


# ---- objects ----


@contextlib.contextmanager
def large_file(options):
    with tempfile.TemporaryDirectory(prefix="berth-test-") as folder:
        path = pathlib.Path(folder) / "large"
        block = os.urandom(4 * MIB)
        with path.open("wb") as file:
            for _ in range(1 if options.quick else 256):
                file.write(block)
        yield path


@contextlib.contextmanager
def nginx(folder):
    """HOST:PORT of an nginx that serves and takes files in `folder`, or nothing."""
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if program is None:
        yield None
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "www").mkdir()
    os.chmod(folder, 0o755)
    os.chmod(folder / "www", 0o777)
    user = "user root;" if os.geteuid() == 0 else ""
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in
                    ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(f"""{user} worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/log;
events {{ worker_connections 64; }}
http {{ access_log off; sendfile on; {paths}
server {{ listen 127.0.0.1:{port}; root {folder}/www; client_max_body_size 0; location / {{ dav_methods PUT; }} }} }}
""")
    process = subprocess.Popen([program, "-c", str(folder / "nginx.conf"), "-p", str(folder)],
                               stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.01)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def copy_and_hash(file, folder):
    """Seconds of what a durable copy with an MD5 takes: cp, fsync, md5."""
    began = time.perf_counter()
    subprocess.run(["cp", str(file), f"{folder}/copy"], check=True)
    descriptor = os.open(f"{folder}/copy", os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
    with open(f"{folder}/copy", "rb") as copy:
        hashlib.file_digest(copy, "md5") if hasattr(hashlib, "file_digest") else md5_of(copy)
    seconds = time.perf_counter() - began
    os.unlink(f"{folder}/copy")
    return seconds


def md5_of(file):
    digest = hashlib.md5()
    while block := file.read(MIB):
        digest.update(block)
    return digest.hexdigest()


def objects(options, table):
    rounds = 1 if options.quick else 2
    with Bench(options, "simulated") as bench, large_file(options) as file:
        folder = pathlib.Path(bench.daemon.root)
        size = file.stat().st_size
        bench.signed("PUT", "/bench")
        times = {}

        def measure(name, *arguments, endpoint=None):
            times.setdefault(name, []).append(bench.load(*arguments, endpoint=endpoint)["seconds"])

        with nginx(folder) as peer:
            for _ in range(rounds):
                times.setdefault("copy", []).append(copy_and_hash(file, folder))
                measure("unsigned", "put", file, "--path", "/bench/large")
                measure("signed", "put", file, "--path", "/bench/large", "--payload", "signed")
                if peer:
                    measure("nginx put", "put", file, "--path", "/large", "--payload", "none", endpoint=peer)
                    measure("nginx get", "get", "--path", "/large", "--payload", "none", endpoint=peer)
                measure("get", "get", "--path", "/bench/large")
        best = {name: min(each) for name, each in times.items()}
        rate = {name: f"{size / MIB / each:,.0f} MiB/s" for name, each in best.items()}
        table.row("PUT, unsigned, beside cp + fsync + MD5", ("<=", 1.3), best["unsigned"] / best["copy"], "×",
                  f"{rate['unsigned']}, cp + fsync + MD5 {rate['copy']}")
        table.row("PUT, signed payload, beside the same", ("<=", 1.8), best["signed"] / best["copy"], "×", rate["signed"])
        if "nginx get" in best:
            table.row("GET beside nginx", (">=", 0.8), best["nginx get"] / best["get"], "×",
                      f"{rate['get']}, nginx {rate['nginx get']}")
            table.row("PUT beside nginx, which neither syncs nor hashes", (">=", 0.8),
                      best["nginx put"] / best["unsigned"], "×", f"nginx {rate['nginx put']}")
        small = bench.load("puts", "--path", "/bench/small-", "--connections", 64, "--count",
                           100 if options.quick else 5000)
        table.row("PUT of 4 KiB, 64 clients", (">=", 1000), small["rate"], "/s",
                  f"p99 {small['p99_ms']:.0f} ms, {small['cpu_us']:.0f} µs of the daemon's CPU each")


# ---- logs ----


def logs(options, table):
    size = (4 if options.quick else 256) * MIB
    with Bench(options, "process") as bench:
        bench.logs("CreateLogGroup", logGroupName="bench")
        configuration = {"logDriver": "awslogs", "options": {
            "awslogs-group": "bench", "awslogs-region": "us-east-1", "awslogs-stream-prefix": "bench"}}
        line = "The quick brown fox jumps over the lazy dog, again and again, until this line is long enough for a log."
        bench.define(["/bin/sh", "-c", f"yes '{line}' | head -c {size}"], logConfiguration=configuration)
        arn = bench.call.run()[0]
        while not bench.call.stopped([arn]):
            time.sleep(0.02)
        task = bench.call("DescribeTasks", tasks=[arn])["tasks"][0]
        seconds = task["stoppedAt"] - task["startedAt"]
        stream = f"bench/main/{arn.rsplit('/', 1)[-1]}"
        last = bench.logs("GetLogEvents", logGroupName="bench", logStreamName=stream, limit=1)["events"]
        if not last or not line.startswith(last[0]["message"]):  # head cuts the last line anywhere
            raise RuntimeError(f"the log does not end as it should: {last}")
        table.row("log of a task, start to STOPPED", (">=", 50), size / 1e6 / seconds, "MB/s", f"{size / 1e6:.0f} MB")
        bench.define(["/bin/sh", "-c", "date +%s%N; sleep 30"], logConfiguration=configuration)
        waits = [visible_after(bench) for _ in range(1 if options.quick else 5)]
        table.row("a line until it is visible", ("<=", 100), statistics.median(waits), "ms", f"worst {max(waits):.0f} ms")


def visible_after(bench):
    """Milliseconds from a command's `date` until GetLogEvents shows it."""
    arn = bench.call.run()[0]
    stream = f"bench/main/{arn.rsplit('/', 1)[-1]}"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            events = bench.logs("GetLogEvents", logGroupName="bench", logStreamName=stream)["events"]
        except RuntimeError:  # the stream is made when the task is
            events = []
        if events:
            seen = time.time_ns()
            bench.call("StopTask", task=arn)
            return (seen - int(events[0]["message"])) / 1e6
    raise RuntimeError("no line within 30 s")


# ---- history ----


def history(options, table):
    count = 1000 if options.quick else 100_000
    with Bench(options, "simulated") as bench:
        bench.define(["true"])
        body = json.dumps({"taskDefinition": "bench", "count": 10})
        made = bench.load("calls", "--target", launches.TARGET + "RunTask", "--body", body, "--expect",
                          '"failures":[]', "--connections", 16, "--count", count // 10)
        while bench.call("ListTasks", maxResults=1)["taskArns"]:
            time.sleep(0.05)
        note = f"{count:,} tasks, made in {made['seconds']:.0f} s"
        token, pages, described = None, [], []
        for _ in range(10):
            more = {"nextToken": token} if token else {}
            began = time.perf_counter()
            page = bench.call("ListTasks", desiredStatus="STOPPED", maxResults=100, **more)
            pages.append((time.perf_counter() - began) * 1000)
            began = time.perf_counter()
            found = bench.call("DescribeTasks", tasks=page["taskArns"])["tasks"]
            described.append((time.perf_counter() - began) * 1000)
            if len(found) != 100:
                raise RuntimeError(f"{len(found)} of 100 are described")
            token = page.get("nextToken")
        table.row("ListTasks, a page of 100 stopped", ("<=", 50), statistics.median(pages), "ms",
                  f"worst {max(pages):.0f} ms; {note}")
        table.row("DescribeTasks of 100 stopped", ("<=", 50), statistics.median(described), "ms",
                  f"worst {max(described):.0f} ms")
        rollup = pathlib.Path(f"/proc/{bench.daemon.process.pid}/smaps_rollup").read_text()
        table.row("  memory (PSS) with them", None, int(rollup.split("Pss:")[1].split()[0]) / 1024, "MiB")
        bench.daemon.terminate(60)
        began = time.perf_counter()
        bench.daemon.start()
        connection = http.client.HTTPConnection(bench.daemon.listen)
        connection.request("GET", "/")
        connection.getresponse().read()
        table.row("restart over them, to the first answer", ("<=", 1), time.perf_counter() - began, "s")


GROUPS = {"start": start, "calls": calls, "run": run, "launch": launch, "objects": objects, "logs": logs,
          "history": history}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/release/bin"))
    parser.add_argument("--rows", default=",".join(GROUPS))
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    fsync = statistics.median(launches.fsync(tempfile.gettempdir()))
    print(f"{CPUS} CPUs ({model}), {memory:.0f} GiB; state in {tempfile.gettempdir()}, where a new file takes "
          f"{fsync:.1f} ms to be durable; the load runs on the same CPUs")
    table = Table()
    for name in options.rows.split(","):
        GROUPS[name](options, table)


if __name__ == "__main__":
    main()
