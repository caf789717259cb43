"""Finds the clients that are installed: Pythons that have boto3, and AWS command lines."""
import os
import pathlib
import shutil
import subprocess
import sys


def _version_of(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return (done.stdout or done.stderr).strip() if done.returncode == 0 else None


def _everywhere(name, more):
    """Paths of a program: everywhere on PATH, and where Debian puts it."""
    found = []
    for folder in [*os.environ.get("PATH", "").split(os.pathsep), *more]:
        path = shutil.which(name, path=folder) if folder else None
        if path and path not in found:
            found.append(path)
    return found


def pythons():
    """[(label, interpreter)] for each version of boto3 that some python3 has."""
    found = {}
    for path in [sys.executable, *_everywhere("python3", ["/usr/bin"])]:
        version = _version_of([path, "-c", "import boto3; print(boto3.__version__)"])
        if version and f"boto3 {version}" not in found:
            found[f"boto3 {version}"] = path
    return list(found.items())


def command_lines():
    """[(label, path)] for each version of the AWS CLI."""
    found = {}
    for path in _everywhere("aws", ["/usr/bin"]):
        version = _version_of([path, "--version"])
        if version and version.startswith("aws-cli/"):
            found.setdefault(version.split()[0], path)
    return list(found.items())


def cleared_environment(endpoint, access_key, secret_key):
    """An environment in which clients find nothing but what the tests say."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("AWS_")}
    environment.update({
        "AWS_ACCESS_KEY_ID": access_key, "AWS_SECRET_ACCESS_KEY": secret_key, "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_PAGER": "", "AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull, "AWS_MAX_ATTEMPTS": "1", "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(pathlib.Path(__file__).parent.parent), "PYTHONWARNINGS": "ignore",
        "BERTH_TEST_ENDPOINT": endpoint,
    })
    return environment
