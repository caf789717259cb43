#!/usr/bin/env python3
"""Compares every #include of the sources with cmake/layers.txt.

usage: check_layers.py [SOURCE_DIR]      exit 1 and one line per wrong arrow

A file's module is the longest folder listed in layers.txt that holds it. Tests (a `tests` folder inside a module)
may include anything of the layers below and the concrete backends.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
allowed = {}
for line in (root / "cmake/layers.txt").read_text().splitlines():
    line = line.split("#")[0].strip()
    if line:
        name, _, rest = line.partition(":")
        allowed[name.strip()] = rest.split()


def module_of(path):
    best = None
    for name in allowed:
        if (path == name or path.startswith(name + "/")) and (best is None or len(name) > len(best)):
            best = name
    return best


def may(module, target):
    if target == module or target == "base":
        return True
    return any(target == a or (a.endswith("/*") and target.startswith(a[:-1])) for a in allowed[module])


errors = []
files = 0
for file in sorted((root / "src").rglob("*")):
    if file.suffix not in (".hpp", ".cpp", ".cu", ".cuh"):
        continue
    files += 1
    relative = file.relative_to(root / "src").as_posix()
    if "/tests/" in relative:
        continue
    module = module_of(relative)
    if module is None:
        errors.append(f"{relative}: in no module of cmake/layers.txt")
        continue
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"((?:base|berth|fathom)/[^"]+)"', line)
        if match:
            target = module_of(match.group(1))
            if target is None or not may(module, target):
                errors.append(f"src/{relative}:{number}: {module} may not include {match.group(1)} (cmake/layers.txt)")
print("\n".join(errors) if errors else f"layers: {files} files, every include allowed")
sys.exit(1 if errors else 0)
