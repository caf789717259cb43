"""What scenarios share: a daemon that the test may kill, and `berth` on the command line."""
import os
import pathlib
import unittest

from support.case import TaskCase, bin_dir, command_line
from support.daemon import Daemon

root = pathlib.Path(__file__).resolve().parents[2]


class Scenario(TaskCase):
    """Each test has a daemon of its own; self.daemon may be killed and started again."""

    gpus = "simulate:2xA10G"
    daemon_arguments = ()

    def setUp(self):
        self.daemon = Daemon(bin_dir, gpus=self.gpus, arguments=self.daemon_arguments).start()
        self.addCleanup(self.daemon.close)
        self.endpoint = self.daemon.endpoint
        self.access_key, self.secret_key = self.daemon.access_key, self.daemon.secret_key
        super().setUp()

    def doCleanups(self):
        """A test that left the daemon dead would make every clean-up wait for nothing."""
        if not self.daemon.is_running() and self._cleanups:
            try:
                self.daemon.start()
            except RuntimeError:
                self._cleanups = [c for c in self._cleanups if c[0] == self.daemon.close]
        return super().doCleanups()

    def restart(self):
        self.daemon.start()
        self.assertEqual(self.daemon.endpoint, self.endpoint, "the port stays")
        self.assertEqual(self.daemon.secret_key, self.secret_key, "the credentials stay")

    def berth(self, *arguments, seconds=120, stdin=None, environment=None):
        """Runs `berth`; answers (exit code, stdout, stderr)."""
        full = {k: None for k in os.environ if k.startswith(("AWS_", "BERTH_"))}
        full.update({"BERTH_STATE_DIR": self.daemon.state_dir, **(environment or {})})
        return command_line([os.path.join(bin_dir, "berth"), *map(str, arguments)], full, seconds, stdin)

    def good(self, *arguments, holds="^", **more):
        code, out, err = self.berth(*arguments, **more)
        self.assertEqual(code, 0, f"berth {arguments}: {out}{err}")
        self.assertRegex(out, holds)
        return out

    def bad(self, wanted, *arguments, holds="^", **more):
        """Must end with the exit code `wanted`, with one line on stderr that holds this."""
        code, out, err = self.berth(*arguments, **more)
        self.assertEqual(code, wanted, f"berth {arguments}: {out}{err}")
        self.assertRegex(err, holds)
        self.assertEqual(err.count("\n"), 1, f"one line: {err}")
        return out


def needs_engine():
    """Skips what trains and predicts where the engine is not built."""
    there = all((pathlib.Path(bin_dir) / name).exists() for name in ("generateNetCDF", "train", "predict"))
    return unittest.skipUnless(there, "the engine's programs are not built")
