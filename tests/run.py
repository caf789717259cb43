#!/usr/bin/env python3
"""Conformance and scenario tests: unmodified AWS clients and `berth` against a running berthd.

usage: tests/run.py [--bin DIR] [--endpoint URL] [--client TEXT] [-k TEXT] [-v] [conformance] [scenario]

  --bin DIR        where berthd and berth are (default: build/release/bin, else build/ci/bin, else build/dev/bin)
  --endpoint URL   conformance only: test this server instead (keys from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)
  --client TEXT    only clients whose name holds TEXT ("boto3", "aws-cli/2", "wire")
  -k TEXT          only tests whose name holds TEXT; may be repeated
  -v               name the tests that passed, too

tests/conformance holds six kinds of files:  sdk_*.py run once with each boto3 found, cli_*.py once with each AWS CLI
found, js_*.cjs with the AWS SDK for JavaScript that js/package.json names, cdk_*.py with the CDK that cdk/package.json
names, tf_*.py with Terraform, wire_*.py once. Each run gets a daemon of its own. tests/scenario/*.py start their own
daemons. A script tests/conformance/*_audit.py is run as it is. What cannot be had here (node, npm's registry,
Terraform's provider) is skipped, with the reason. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))
sys.dont_write_bytecode = True
from support import clients, npm  # noqa: E402
from support.daemon import Daemon  # noqa: E402


def default_bin():
    for preset in ("release", "ci", "dev"):
        if (here.parent / "build" / preset / "bin" / "berthd").exists():
            return here.parent / "build" / preset / "bin"
    return here.parent / "build/release/bin"


def plan(stages, pythons, command_lines):
    """[(label, interpreter, files, environment, needs a daemon)], the slow ones first."""
    runs = []
    python = pythons[0][1] if pythons else sys.executable
    if "scenario" in stages:
        runs.append(("scenario", python, sorted(here.glob("scenario/*.py")), {}, False))
    if "conformance" in stages:
        for label, path in command_lines:
            runs.append((label, sys.executable, sorted(here.glob("conformance/cli_*.py")), {"BERTH_TEST_AWS": path},
                         True))
        for label, path in pythons:
            runs.append((label, path, sorted(here.glob("conformance/sdk_*.py")), {}, True))
        runs.append(("js sdk", "node", sorted(here.glob("conformance/js_*.cjs")), {"npm": "js"}, True))
        runs.append(("terraform", python, sorted(here.glob("conformance/tf_*.py")), {}, True))
        runs.append(("cdk", python, sorted(here.glob("conformance/cdk_*.py")), {"npm": "cdk"}, True))
        runs.append(("wire", python, sorted(here.glob("conformance/wire_*.py")), {}, True))
    return runs


def python_command(python, files, report, options):
    command = [python, str(here / "support/runner.py"), report, *map(str, files)]
    for text in options.only:
        command += ["-k", text]
    return command + (["-v"] if options.verbose else [])


def node_command(files, options):
    command = [npm.node(), "--test", f"--test-reporter={here / 'support/node_reporter.mjs'}",
               "--test-reporter-destination=stdout"]
    return command + [f"--test-name-pattern={re.escape(text)}" for text in options.only] + [str(f) for f in files]


def run_tests(label, interpreter, files, more, endpoint, keys, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        environment = {**clients.cleared_environment(endpoint, *keys), **more, "BERTH_TEST_BIN": str(options.bin),
                       "BERTH_TEST_REPORT": report.name, "BERTH_TEST_VERBOSE": str(int(options.verbose)),
                       "NODE_NO_WARNINGS": "1"}
        if interpreter == "node":
            command = node_command(files, options)
        else:
            command = python_command(interpreter, files, report.name, options)
        began = time.monotonic()
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace")
        text = pathlib.Path(report.name).read_text()
        totals = json.loads(text) if text else {"passed": 0, "failed": 1, "skipped": 0}
        if not text:
            print(f"FAIL {label}: the tests' own process ended early (exit {done.returncode})", flush=True)
        print(f"== {label}: {totals['passed']} passed, {totals['failed']} failed, {totals['skipped']} skipped "
              f"({time.monotonic() - began:.0f} s)\n{done.stdout}", flush=True)
        return totals


def run_one(run, options):
    label, interpreter, files, more, needs_daemon = run
    if not files:
        return {"passed": 0, "failed": 0, "skipped": 0}
    if "npm" in more:
        try:
            folder = npm.installed(here / "conformance" / more["npm"] / "package.json")
        except npm.Missing as reason:
            print(f"== {label}: skipped {len(files)} files: {reason}\n", flush=True)
            return {"passed": 0, "failed": 0, "skipped": len(files)}
        more = {**more, "BERTH_TEST_NPM": str(folder), "NODE_PATH": str(folder / "node_modules")}
    if options.endpoint or not needs_daemon:
        keys = (os.environ.get("AWS_ACCESS_KEY_ID", "test"), os.environ.get("AWS_SECRET_ACCESS_KEY", "test"))
        return run_tests(label, interpreter, files, more, options.endpoint or "", keys, options)
    try:
        with Daemon(options.bin) as daemon:
            more = {**more, "BERTH_TEST_STATE_DIR": daemon.state_dir}
            totals = run_tests(label, interpreter, files, more, daemon.endpoint, (daemon.access_key, daemon.secret_key),
                               options)
            if not daemon.is_running():
                print(f"FAIL {label}: berthd ended by itself (exit {daemon.process.poll()}):\n{daemon.log_text()}")
                totals["failed"] += 1
            return totals
    except (OSError, RuntimeError) as error:
        print(f"FAIL {label}: {error}", flush=True)
        return {"passed": 0, "failed": 1, "skipped": 0}


def run_audit(script, options):
    done = subprocess.run([sys.executable, str(script), str(options.bin / "berthd")], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    good = done.returncode == 0
    print(f"== {script.stem}: {'ok' if good else 'FAILED'}\n{done.stdout[-6000:]}", flush=True)
    return {"passed": int(good), "failed": int(not good), "skipped": 0}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:], add_help=True)
    parser.add_argument("stages", nargs="*", choices=["conformance", "scenario", []], default=[])
    parser.add_argument("--bin", type=pathlib.Path, default=default_bin())
    parser.add_argument("--endpoint")
    parser.add_argument("--client", default="")
    parser.add_argument("-k", dest="only", action="append", default=[])
    parser.add_argument("-v", dest="verbose", action="store_true")
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    stages = options.stages or ["conformance", "scenario"]
    if options.endpoint:
        stages = ["conformance"]
    elif not (options.bin / "berthd").exists():
        print(f"{options.bin}/berthd is not there: build first, or name the folder with --bin", file=sys.stderr)
        print("0 passed, 1 failed, 0 skipped")
        return 1

    pythons, command_lines = clients.pythons(), clients.command_lines()
    print("clients: " + (", ".join(label for label, _ in pythons + command_lines) or "none") + "\n", flush=True)
    runs = [run for run in plan(stages, pythons, command_lines) if options.client in run[0]]
    audits = sorted(here.glob("conformance/*_audit.py"))
    if "conformance" not in stages or options.client or options.only or options.endpoint:
        audits = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        totals = list(pool.map(lambda run: run_one(run, options), runs))
    totals += [run_audit(script, options) for script in audits]
    passed, failed, skipped = (sum(t[key] for t in totals) for key in ("passed", "failed", "skipped"))
    if "conformance" in stages and not pythons and not command_lines:
        failed += 1
        print("FAIL: no client found: install boto3 or the AWS CLI (apt-packages.txt)")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
