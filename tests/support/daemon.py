"""Starts and ends a berthd of the tests' own, with its state in a temporary folder and a port that nobody chose."""
import configparser
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse

START_SECONDS = 20


class Daemon:
    """A berthd. `with Daemon(bin) as daemon:` starts it and removes everything at the end.

    endpoint, access_key, secret_key   how clients reach it
    state_dir                          kept over restart(); removed by close()
    """

    def __init__(self, bin_dir, gpus="simulate:2xA10G", arguments=(), environment=None):
        self.bin_dir = pathlib.Path(bin_dir)
        self.gpus = gpus
        self.arguments = list(arguments)
        self.environment = dict(environment or {})
        self.root = tempfile.mkdtemp(prefix="berth-test-")
        self.state_dir = os.path.join(self.root, "state")
        self.process = None
        self.endpoint = None
        self.listen = "127.0.0.1:0"
        self.log = open(os.path.join(self.root, "berthd.log"), "ab")

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *error):
        self.close()

    def start(self):
        """Starts the daemon and waits until it answers. After the first start the port stays the same."""
        command = [str(self.bin_dir / "berthd"), "--state-dir", self.state_dir, "--listen", self.listen,
                   "--gpus", self.gpus, "--allow-reset", *self.arguments]
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("AWS_", "BERTH_"))}
        environment.update(self.environment)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment,
                                        start_new_session=True)
        began = time.monotonic()
        for line in self.process.stdout:
            if line.startswith("listening on http"):
                self.endpoint = line.split()[-1]
                break
            if time.monotonic() - began > START_SECONDS:
                break
        if self.endpoint is None or self.process.poll() is not None:
            raise RuntimeError(f"berthd did not start (exit {self.process.poll()}):\n{self.log_text()}")
        self.start_seconds = time.monotonic() - began
        self.listen = urllib.parse.urlsplit(self.endpoint).netloc
        ini = configparser.ConfigParser()
        ini.read(os.path.join(self.state_dir, "credentials"))
        self.access_key = ini["default"]["aws_access_key_id"]
        self.secret_key = ini["default"]["aws_secret_access_key"]
        return self

    def kill(self):
        """kill -9: what a crash looks like. Tasks go on."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def terminate(self, seconds=10):
        """SIGTERM; answers (exit code, how long it took)."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=seconds)
        self.process.stdout.close()
        return code, time.monotonic() - began

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def log_text(self):
        self.log.flush()
        with open(self.log.name, errors="replace") as file:
            return file.read()[-4000:]

    def close(self):
        if self.is_running():
            self.stop_tasks()
            try:
                self.terminate()
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()
        if os.environ.get("BERTH_TEST_KEEP"):
            print(f"state and log kept in {self.root}")
        else:
            shutil.rmtree(self.root, ignore_errors=True)

    def stop_tasks(self):
        """Ends what tests left running, so that no task outlives its test run."""
        from support.signing import signed_request
        try:
            signed_request(self.endpoint, "POST", "/_berth/reset", b"", "berth", self.access_key, self.secret_key)
        except OSError:
            pass  # already going down: nothing left to ask
