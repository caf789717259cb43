"""What tests of `berth` share: a folder for files, and terminals of any width."""
import os
import pathlib
import re
import select
import signal
import subprocess
import tempfile
import termios
import time

from support.case import bin_dir
from support.scenario import Scenario


def terminal(arguments, environment, columns, interrupt_after=None, answers=(), rows=40, seconds=60, keyboard=False):
    """Runs a program whose output is a terminal; answers (exit code, what it showed).

    interrupt_after   a pattern: Ctrl-C reaches the program when it shows
    answers           pairs (pattern, what to do when it shows): keys to type, or (rows, columns), another size
    keyboard          the program's input is the terminal, too, as it is with answers
    """
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (rows, columns))
    reads = theirs if keyboard or answers else subprocess.DEVNULL
    process = subprocess.Popen(arguments, env=environment, stdin=reads, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown, end, answers, looked = b"", time.monotonic() + seconds, list(answers), 0
    try:
        while time.monotonic() < end:
            if not select.select([ours], [], [], 0.2)[0]:
                continue
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if interrupt_after and re.search(interrupt_after.encode(), shown):
                interrupt_after = None
                process.send_signal(signal.SIGINT)
            found = re.compile(answers[0][0].encode()).search(shown, looked) if answers else None
            if found:
                looked, answer = found.end(), answers.pop(0)[1]
                if isinstance(answer, tuple):
                    termios.tcsetwinsize(ours, answer)
                    process.send_signal(signal.SIGWINCH)
                else:
                    os.write(ours, answer.encode())
        return process.wait(timeout=10), shown.decode(errors="replace")
    finally:
        process.kill()
        os.close(ours)


class BerthCase(Scenario):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="berth-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def family(self, command, **more):
        return self.definition(command, **more).rsplit("/", 1)[1]

    def assert_table(self, text, *titles):
        """Through a pipe, as here, nothing of it is cut."""
        self.assertEqual(text.splitlines()[0].split(), list(titles))
        self.assertNotIn("…", text)

    def on_terminal(self, columns, *arguments, **more):
        """Runs `berth` on a terminal of so many columns; answers (exit code, what it showed). More: see terminal()."""
        command = [os.path.join(bin_dir, "berth"), *map(str, arguments)]
        return terminal(command, self.environment(), columns, **more)

    def environment(self):
        others = {k: v for k, v in os.environ.items() if not k.startswith(("AWS_", "BERTH_"))}
        return {**others, "BERTH_STATE_DIR": self.daemon.state_dir}

    def assert_fits(self, columns, text):
        for line in text.splitlines():
            self.assertLessEqual(len(line), columns, line)
