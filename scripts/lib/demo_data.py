#!/usr/bin/env python3
"""Gets the demo's data: DSSTNE text (sample<TAB>item:item:…), and titles to print recommendations by.

usage: demo_data.py OUT_DIR [--data FILE|URL]

Writes OUT_DIR/samples.txt, OUT_DIR/titles.tsv (item<TAB>title; may be empty) and OUT_DIR/about.txt (what it is and under
what terms). Without --data: MovieLens ml-latest-small from its publisher; where that cannot be reached, the dependency
graph of Debian's own packages from apt's lists.
"""
import argparse
import collections
import csv
import io
import os
import re
import subprocess
import sys
import urllib.request
import zipfile

MOVIELENS = "https://files.grouplens.org/datasets/movielens/ml-latest-small.zip"


def write(folder, name, text):
    """Writes the file whole or not at all, so that an interrupted run leaves nothing half-made."""
    path = os.path.join(folder, name)
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".tmp", path)


def clean(label):
    """A label that the text format can carry: no tab, colon, comma or line end."""
    return re.sub(r"[\t:,\r\n]", "_", label)


def given(source):
    """The caller's own data, checked as far as the training would stumble over it."""
    if re.match(r"https?://", source):
        with urllib.request.urlopen(source, timeout=60) as reply:
            text = reply.read().decode("utf-8")
    else:
        with open(source, encoding="utf-8") as file:
            text = file.read()
    samples = sum(1 for line in text.splitlines() if re.match(r"[^\t]+\t[^\t]", line))
    if samples < 2:
        raise RuntimeError("this is not DSSTNE text: it has lines of sample<TAB>item:item:…, one a sample")
    return text, "", f"Your data: {source}, {samples:,} samples"


def movielens():
    with urllib.request.urlopen(MOVIELENS, timeout=15) as reply:
        archive = zipfile.ZipFile(io.BytesIO(reply.read()))
    table = lambda name: csv.DictReader(io.TextIOWrapper(archive.open(f"ml-latest-small/{name}"), "utf-8"))
    watched = collections.defaultdict(list)
    for row in table("ratings.csv"):
        watched[row["userId"]].append(row["movieId"])
    titles = "".join(f"{row['movieId']}\t{row['title']}\n" for row in table("movies.csv"))
    samples = "".join(f"{user}\t{':'.join(movies)}\n" for user, movies in watched.items())
    about = ("MovieLens ml-latest-small: 100,836 ratings of 9,742 films by 610 people; every rating counts as watched.\n"
             "F. Maxwell Harper and Joseph A. Konstan, The MovieLens Datasets, ACM TiiS 5(4), 2015. GroupLens' terms: research\n"
             "and non-commercial use, redistribution under the same conditions (README.txt in the archive).")
    return samples, titles, about


def debian(least_dependencies=5, least_uses=5):
    """Packages and what they depend on. Rare dependencies go first, then packages that keep too few."""
    listing = subprocess.run(["apt-cache", "dumpavail"], check=True, capture_output=True).stdout.decode("utf-8", "replace")
    depends, titles = {}, {}
    for stanza in listing.split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", stanza, re.M))
        name = fields.get("Package")
        if not name:
            continue
        titles[name] = f"{name} ({fields.get('Description', '').strip()})"
        wanted = ", ".join(fields[key] for key in ("Pre-Depends", "Depends") if key in fields)
        names = {re.split(r"[ (:\[|]", part.strip())[0] for part in wanted.split(",") if part.strip()}
        depends[name] = sorted(names - {name})
    uses = collections.Counter(item for items in depends.values() for item in items)
    lines, used = [], set()
    for name in sorted(depends):
        items = [item for item in depends[name] if uses[item] >= least_uses]
        if len(items) >= least_dependencies:
            lines.append(f"{clean(name)}\t{':'.join(map(clean, items))}\n")
            used.update(items)
    if not lines:
        raise RuntimeError("apt's lists are empty: run apt-get update, or give your own data with --data")
    about = (f"Debian's package dependencies, from apt's lists on this machine: {len(lines):,} packages and {len(used):,} packages that they\n"
             "depend on (those with at least 5 dependencies that are used at least 5 times). Facts of the Debian archive, free to use.")
    return "".join(lines), "".join(f"{clean(item)}\t{titles.get(item, item)}\n" for item in sorted(used)), about


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--data", default="")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    try:
        if arguments.data:
            found = given(arguments.data)
        else:
            try:
                found = movielens()
            except (OSError, zipfile.BadZipFile, KeyError) as error:
                print(f"MovieLens cannot be had ({error}); taking Debian's package dependencies instead.", file=sys.stderr)
                found = debian()
    except UnicodeDecodeError as error:
        sys.exit(f"demo_data.py: {arguments.data}: this is not UTF-8 text (byte {error.start})")
    except (OSError, subprocess.CalledProcessError, RuntimeError) as error:
        sys.exit(f"demo_data.py: {arguments.data or 'apt lists'}: {error}")
    for name, text in zip(("samples.txt", "titles.tsv", "about.txt"), found):
        write(arguments.out, name, text)
    print(found[2])


try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
