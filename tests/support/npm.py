"""Installs what a package.json of the tests names, once for each version of that file, under build/npm.

Nothing of it is kept in the source tree: no lock file (it would name the registry that somebody happened to use), no
node_modules. Where node, npm or a registry is missing, the tests that need them are skipped, with the reason.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
INSTALL_SECONDS = 240
OLDEST_NODE = 20


class Missing(Exception):
    """Why it cannot be had, in one line."""


def node():
    """The path of node, in a version that the packages run on."""
    path = shutil.which("node")
    if not path or not shutil.which("npm"):
        raise Missing("node or npm is not installed")
    version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
    if not version.startswith("v") or int(version[1:].split(".")[0]) < OLDEST_NODE:
        raise Missing(f"node {version} is older than {OLDEST_NODE}")
    return path


def installed(package):
    """The folder whose node_modules holds what `package` (a package.json) names. Raises Missing."""
    node()
    text = pathlib.Path(package).read_bytes()
    folder = root / "build" / "npm" / hashlib.sha256(text).hexdigest()[:16]
    if (folder / "node_modules").is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = pathlib.Path(tempfile.mkdtemp(prefix="new-", dir=folder.parent))
    try:
        (fresh / "package.json").write_bytes(text)
        command = ["npm", "install", "--no-audit", "--no-fund", "--omit=dev", "--no-package-lock", "--loglevel=error"]
        done = subprocess.run(command, cwd=fresh, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=INSTALL_SECONDS)
        if done.returncode != 0:
            raise Missing("npm install failed: " + " ".join((done.stderr or done.stdout).split())[:300])
        try:
            os.rename(fresh, folder)  # whole or not at all; another run may have been faster
        except OSError:
            if not (folder / "node_modules").is_dir():
                raise
    except subprocess.TimeoutExpired:
        raise Missing(f"npm install did not end within {INSTALL_SECONDS} s") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return folder
