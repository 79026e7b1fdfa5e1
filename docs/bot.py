#!/usr/bin/env python3
"""A bot that plays random legal turns: BASTIDE_TOKEN=bastide_… python3 bot.py http://127.0.0.1:8080 [GAMES]

bots.md says how to get a token. It ends after so many games, and without a number never.
"""
import hashlib
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

SERVER = sys.argv[1].rstrip("/") + "/api/v1"
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else None
TOKEN = os.environ["BASTIDE_TOKEN"]


def call(path, body=None):
    """What the server answers, however often it takes: each call can be sent twice. None: it refuses."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    while True:
        wait = 2
        try:
            with urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=30) as answer:
                return json.loads(answer.read() or "{}")
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 502, 503, 504):
                print(path, refused.code, json.load(refused).get("detail"), file=sys.stderr)
                return sys.exit(1) if refused.code == 401 else None
            wait = int(refused.headers.get("Retry-After", wait))
        except OSError as error:
            print(path, error, file=sys.stderr)
        time.sleep(wait)


def salt(game):
    """What the bot adds to the draw: the same after a restart, and unknown without the token."""
    return hashlib.sha256(f"{TOKEN} {game}".encode()).hexdigest()


def turn(game):
    found = call(f"/games/{game}/placements")
    if found and found["placements"]:
        place = random.choice(found["placements"])
        follower = random.choice([None, *place.pop("followers")])
        call(f"/games/{game}/turns", {"expected": found["last"], "follower": follower, **place})
    elif found and found["may_pass"]:
        call(f"/games/{game}/pass", {"expected": found["last"]})


over, games = 0, {table["id"] for table in call("/games/mine")["games"] if table["state"]["status"] != "finished"}
while GAMES is None or over < GAMES:
    waiting = call("/waiting")
    for table in waiting["invitations"]:
        hashed = hashlib.sha256(salt(table["id"]).encode()).hexdigest()
        call(f"/games/{table['id']}/join", {"salt_hash": hashed})
    games |= {table["id"] for table in waiting["turns"] + waiting["invitations"]}
    for table in waiting["turns"]:
        turn(table["id"])
    for game in sorted(games - {table["id"] for table in waiting["turns"]}):
        table = call(f"/games/{game}")
        if table is None or table["state"]["status"] == "finished":
            games.remove(game)
            over += table is not None
        elif table["state"]["status"] == "open" and all(seat["player"] or seat["computer"] for seat in table["seats"]):
            call(f"/games/{game}/salt", {"salt": salt(game)})
    time.sleep(0.5 if waiting["turns"] else 2)
