"""Runs test files in this interpreter and writes the totals as JSON. Started by tests/run.py, once a client.

usage: runner.py REPORT [-k TEXT …] FILE …
"""
import argparse
import importlib.util
import json
import pathlib
import sys
import time
import traceback
import unittest


class Result(unittest.TestResult):
    """Counts, and prints what failed at once."""

    def __init__(self, verbose):
        super().__init__()
        self.verbose = verbose
        self.passed = 0
        self.bad = 0
        self.skips = 0
        self.current_failed = False

    def startTest(self, test):
        super().startTest(test)
        self.current_failed = False
        self.began = time.monotonic()

    def addSuccess(self, test):
        self.passed += 1
        if self.verbose:
            print(f"ok   {test.id()} ({time.monotonic() - self.began:.1f} s)", flush=True)

    def _bad(self, test, error):
        self.bad += 1
        print(f"FAIL {test.id()}", flush=True)
        print("".join("    " + line for line in traceback.format_exception(*error)[-3:]), flush=True)

    def addFailure(self, test, err):
        self._bad(test, err)

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._bad(subtest, err)

    def addSkip(self, test, reason):
        self.skips += 1
        print(f"skip {test.id()}: {reason}", flush=True)

    def addExpectedFailure(self, test, err):
        raise AssertionError("expected failures are not used here: fix it or say in the test what is true")


def load(file):
    path = pathlib.Path(file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return unittest.defaultTestLoader.loadTestsFromModule(module)


def flattened(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from flattened(item)
        else:
            yield item


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("report")
    parser.add_argument("files", nargs="+")
    parser.add_argument("-k", dest="only", action="append", default=[])
    parser.add_argument("-v", dest="verbose", action="store_true")
    options = parser.parse_args()
    result = Result(options.verbose)
    for file in options.files:
        try:
            suite = load(file)
        except Exception:  # a file that cannot be loaded is one failure, with its reason
            result.bad += 1
            print(f"FAIL {file}\n{traceback.format_exc()}", flush=True)
            continue
        wanted = [t for t in flattened(suite) if not options.only or any(k in t.id() for k in options.only)]
        unittest.TestSuite(wanted).run(result)
    pathlib.Path(options.report).write_text(
        json.dumps({"passed": result.passed, "failed": result.bad, "skipped": result.skips}))


if __name__ == "__main__":
    main()
