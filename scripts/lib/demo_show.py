#!/usr/bin/env python3
"""Prints what a few samples had and what is recommended to them, by title.

usage: demo_show.py SAMPLES.txt TITLES.tsv RECOMMENDATIONS [COUNT]
"""
import sys


def labels(text):
    return [point.split(",")[0] for point in text.split(":") if point]


def main():
    samples_file, titles_file, recommendations_file = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    with open(titles_file, encoding="utf-8") as file:
        titles = dict(line.rstrip("\n").split("\t", 1) for line in file if "\t" in line)
    with open(recommendations_file, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t", 1) for line in file if "\t" in line]
    step = max(1, len(lines) // count)
    chosen = dict(lines[step // 2 :: step][:count])
    had = {}
    with open(samples_file, encoding="utf-8") as file:
        for line in file:
            name, _, rest = line.rstrip("\n").partition("\t")
            if name in chosen:
                had[name] = labels(rest)
    show = lambda item: titles.get(item, item)[:90]
    for name, recommended in chosen.items():
        items = had.get(name, [])
        print(f"\n  {name} has {len(items)}, among them")
        for item in items[:5]:
            print(f"      {show(item)}")
        print("  and is recommended")
        for point in [p for p in recommended.split(":") if p][:5]:
            item, _, score = point.rpartition(",")
            print(f"      {score:>7}  {show(item)}")


main()
