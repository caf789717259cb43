"""How long a task takes from RunTask to STOPPED, and how many a second go through, against the same sandbox alone.

usage: bench/launch.py [--bin build/release/bin] [--tasks 50] [--together 16] [--shared-memory]

Starts a berthd of its own in a temporary folder ($TMPDIR says where), registers a task definition with the command
`true`, and drives it with signed calls over one kept connection:

  launch       one task at a time: from before RunTask to the DescribeTasks answer that shows STOPPED
  sustained    --together tasks always under way, until five times --tasks have gone through
  bwrap alone  the same bubblewrap line with `true` and without Berth, in the same run: one at a time, and as many at
               once as there are CPUs
  CPU          milliseconds of processor time a task and a bwrap take (which other load on the machine changes little):
               the daemon's own, and that of the shims, sandboxes and commands
  fsync        a new file and its folder on the same disk: what each durable step of a task costs at least

A launch waits for two of these in sequence (the task's row and its spec together, its last row; two more pass while the
sandbox is built and while its end is being told). --shared-memory puts the state into /dev/shm, where fsync is free, and so shows
what is left without the disk. Needs a quiet machine: the load is printed with the figures.
"""
import argparse
import collections
import hashlib
import http.client
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from support.daemon import Daemon  # noqa: E402
from support.signing import now, signature  # noqa: E402

TARGET = "AmazonEC2ContainerServiceV20141113."

# What src/berth/run/process/sandbox.cpp asks for: as many binds, made-up files and folders in memory where a task
# has its own.
SANDBOX = """--unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --new-session
--die-with-parent --as-pid-1 --hostname bench --perms 0755 --dir /etc --perms 0755 --dir /opt --perms 0755 --dir /sys
--perms 0755 --dir /sys/devices --perms 0755 --dir /var --proc /proc --dev /dev --size 67108864 --perms 1777
--tmpfs /dev/shm --ro-bind /usr /usr --ro-bind-try /etc/alternatives /etc/alternatives --ro-bind-try /etc/ssl /etc/ssl
--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --ro-bind-try /etc/nsswitch.conf /etc/nsswitch.conf
--ro-bind-try /etc/hosts /etc/hosts --ro-bind-try /etc/localtime /etc/localtime
--ro-bind-try /sys/devices/system /sys/devices/system --symlink usr/bin /bin --symlink usr/lib /lib
--symlink usr/lib64 /lib64 --perms 0755 --dir /opt/fathom/bin --ro-bind /usr/bin/true /opt/fathom/bin/train
--ro-bind /usr/bin/true /opt/fathom/bin/predict --ro-bind /usr/bin/true /opt/fathom/bin/fathom
--ro-bind /usr/bin/true /opt/fathom/bin/generateNetCDF --ro-bind /usr/bin/true /opt/fathom/bin/aws
--ro-bind /usr/bin/true /opt/berth/init --ro-bind /usr/bin/true /etc/passwd --ro-bind /usr/bin/true /etc/group
--tmpfs /work --size 67108864 --perms 1777 --tmpfs /tmp --size 16777216 --perms 1777 --tmpfs /run
--remount-ro /dev --remount-ro / --chdir / -- /usr/bin/true""".split()


class Ecs:
    """Signed calls over one connection that stays open."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.connection = http.client.HTTPConnection(daemon.listen, timeout=60)

    def __call__(self, operation, **request):
        body = json.dumps(request).encode()
        amz_date = now()
        headers = {"host": self.daemon.listen, "x-amz-date": amz_date, "x-amz-target": TARGET + operation,
                   "content-type": "application/x-amz-json-1.1"}
        mac, names, scope = signature(self.daemon.secret_key, "POST", "/", "", headers,
                                      hashlib.sha256(body).hexdigest(), amz_date, "us-east-1", "ecs")
        headers["authorization"] = (f"AWS4-HMAC-SHA256 Credential={self.daemon.access_key}/{scope}, "
                                    f"SignedHeaders={names}, Signature={mac}")
        self.connection.request("POST", "/", body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{operation}: {answer.status} {text.decode(errors='replace')}")
        return json.loads(text)

    def run(self, count=1):
        answer = self("RunTask", taskDefinition="bench", count=count)
        if answer["failures"]:
            raise RuntimeError(f"not placed: {answer['failures']}")
        return [task["taskArn"] for task in answer["tasks"]]

    def stopped(self, arns):
        """Those that have stopped; one that did not end well ends the benchmark."""
        tasks = [t for t in self("DescribeTasks", tasks=arns)["tasks"] if t["lastStatus"] == "STOPPED"]
        for task in tasks:
            if task["containers"][0].get("exitCode") != 0:
                raise RuntimeError(f"{task.get('stoppedReason')}: {task['containers'][0]}")
        return [task["taskArn"] for task in tasks]


def launch(ecs, tasks):
    """Milliseconds of each."""
    times = []
    for _ in range(tasks):
        began = time.perf_counter()
        arns = ecs.run()
        while not ecs.stopped(arns):
            time.sleep(0.001)
        times.append((time.perf_counter() - began) * 1000)
    return times


def sustained(ecs, tasks, together):
    """Tasks a second, from the first start to the last end."""
    began, under_way, started, ended = time.perf_counter(), [], 0, 0
    while ended < tasks:
        while started < tasks and len(under_way) < together:
            arns = ecs.run(min(10, together - len(under_way), tasks - started))
            under_way += arns
            started += len(arns)
        gone = set(ecs.stopped(under_way))
        ended += len(gone)
        under_way = [arn for arn in under_way if arn not in gone]
        time.sleep(0.015)  # looking costs the same processors that the tasks need
    return tasks / (time.perf_counter() - began)


def cpu_seconds(pid):
    """(own, of children that were waited for)."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return (int(fields[11]) + int(fields[12])) / ticks, (int(fields[13]) + int(fields[14])) / ticks


def spawn():
    return os.posix_spawn("/usr/bin/bwrap", ["bwrap", *SANDBOX], {})


def bwrap(tasks, together):
    """(milliseconds of each alone, runs a second with some at once, CPU seconds of one), as a task's user."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(2_000_200_000, 2_000_200_000, 2_000_200_000)
        os.setresuid(2_000_200_000, 2_000_200_000, 2_000_200_000)
    times = []
    for _ in range(tasks):
        began = time.perf_counter()
        if os.waitpid(spawn(), 0)[1] != 0:
            raise RuntimeError("bwrap alone does not work here")
        times.append((time.perf_counter() - began) * 1000)
    began, running = time.perf_counter(), 0
    for _ in range(tasks * 5):
        if running == together:
            os.wait()
            running -= 1
        spawn()
        running += 1
    for _ in range(running):
        os.wait()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times, tasks * 5 / (time.perf_counter() - began), (usage.ru_utime + usage.ru_stime) / (tasks * 6)


def bwrap_in_a_process(tasks, together):
    """In a process of its own, which gives its rights away."""
    program = (f"import sys, json; sys.path.insert(0, {str(ROOT / 'bench')!r}); import launch; "
               f"print(json.dumps(launch.bwrap({tasks}, {together})))")
    return json.loads(subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True).stdout)


def fsync(folder, count=30):
    """Milliseconds of each new file with its folder."""
    times = []
    with tempfile.TemporaryDirectory(dir=folder, prefix="berth-test-") as place:
        descriptor = os.open(place, os.O_RDONLY)
        for i in range(count):
            began = time.perf_counter()
            file = os.open(f"{place}/{i}", os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600)
            os.write(file, b"x" * 1500)
            os.fsync(file)
            os.fsync(descriptor)
            os.close(file)
            times.append((time.perf_counter() - began) * 1000)
        os.close(descriptor)
    return times


def median(times):
    return statistics.median(times)


Figures = collections.namedtuple("Figures", "launches bwraps fsyncs rate bwrap_rate own_ms others_ms bwrap_cpu_ms")


def measure(bin_dir, tasks, together):
    """All of it, from a daemon of its own."""
    cpus = len(os.sched_getaffinity(0))
    with Daemon(bin_dir, gpus="none") as daemon:
        ecs = Ecs(daemon)
        ecs("RegisterTaskDefinition", family="bench", containerDefinitions=[
            {"name": "main", "image": "fathom", "memory": 6, "command": ["/usr/bin/true"]}])
        launch(ecs, 3)  # warm
        alone, alone_rate, alone_cpu = bwrap_in_a_process(tasks, cpus)
        times = launch(ecs, tasks)
        before = cpu_seconds(daemon.process.pid)
        rate = sustained(ecs, tasks * 5, together)
        time.sleep(1)  # the last shims are waited for
        own, others = (x - y for x, y in zip(cpu_seconds(daemon.process.pid), before))
        each = 1000 / (tasks * 5)
        return Figures(times, alone, fsync(daemon.root), rate, alone_rate, own * each, others * each, alone_cpu * 1000)


def line(what, times):
    times = sorted(times)
    print(f"{what:<34}{median(times):8.1f} ms median {times[len(times) // 10]:8.1f} p10 "
          f"{times[len(times) * 9 // 10]:8.1f} p90")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build/release/bin"))
    parser.add_argument("--tasks", type=int, default=50)
    parser.add_argument("--together", type=int, default=16)
    parser.add_argument("--shared-memory", action="store_true")
    options = parser.parse_args()
    if options.shared_memory:
        tempfile.tempdir = "/dev/shm"
    cpus = len(os.sched_getaffinity(0))
    print(f"{cpus} CPUs, load {os.getloadavg()[0]:.1f}, state in {tempfile.gettempdir()}")
    found = measure(options.bin, options.tasks, options.together)
    line("fsync of a new file and its folder", found.fsyncs)
    line("bwrap alone", found.bwraps)
    line("launch", found.launches)
    print(f"launch / bwrap alone              {median(found.launches) / median(found.bwraps):8.2f}")
    print(f"sustained, {options.together} under way           {found.rate:8.1f} tasks/s, bwrap alone "
          f"{found.bwrap_rate:.1f}/s with {cpus} at once")
    print(f"CPU                               {found.own_ms + found.others_ms:8.1f} ms a task ({found.own_ms:.1f} "
          f"daemon, {found.others_ms:.1f} shim and sandbox), bwrap alone {found.bwrap_cpu_ms:.1f} ms")
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
