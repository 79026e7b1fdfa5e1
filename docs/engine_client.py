#!/usr/bin/env python3
"""Conducts a game of Bastide: draws the tiles, and asks an engine for every turn.

    python3 engine_client.py SEED PROGRAM [ARGUMENT...]
    python3 engine_client.py 1 bastide engine --player uct:500

Prints each turn after the number of its colour, and the final scores. engine-protocol.md describes the protocol.
"""
import csv
import pathlib
import random
import subprocess
import sys


class Engine:
    """A program that speaks the engine protocol."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def ask(self, request):
        """The words of the answer. Lines that begin with info come before it, as many as the engine likes."""
        self.process.stdin.write(request + "\n")
        for line in self.process.stdout:
            kind, *words = line.split()
            if kind == "error":
                sys.exit(f"{request}: {line}")
            if kind != "info":
                return words
        sys.exit(f"the engine ended instead of answering {request}")


def bag(seed):
    """The tiles of the base game in random order, without the start tile."""
    with open(pathlib.Path(__file__).with_name("tiles.csv"), encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["set"] == "base"]
    tiles = [row["kind"] for row in rows for _ in range(int(row["count"]))]
    tiles.remove("CRFR")
    random.Random(seed).shuffle(tiles)
    return tiles


def main():
    seed, *command = sys.argv[1:]
    engine, tiles = Engine(command), bag(seed)
    engine.ask("bastide 1")
    waits_for, value = engine.ask("rules seats 2 modern")
    while waits_for != "over":
        if waits_for == "draw":
            waits_for, value = engine.ask(f"draw {tiles.pop()}")
        else:
            turn = " ".join(engine.ask("go"))
            print(value, turn)
            waits_for, value = engine.ask(f"turn {turn}")
    print("over", value)


main()
