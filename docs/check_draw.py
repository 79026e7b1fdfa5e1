#!/usr/bin/python3
"""Checks that every tile of a finished game is the one that its secret and salts give: check_draw.py GAME.jsonl

docs/fair-draw.md explains each step. Needs the package `cryptography` (Debian: python3-cryptography).
"""
import copy, csv, hashlib, json, pathlib, struct, sys
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms


def sha256(data):
    return hashlib.sha256(data).digest()


def choose(key, purpose, number, choices):
    """An even choice among `choices` from the key stream whose nonce is purpose and number (4 bytes each) and 0000."""
    nonce = struct.pack("<I4sII", 0, purpose, number, 0)  # the library wants the block counter in front
    stream = Cipher(algorithms.ChaCha20(key, nonce), None).encryptor()
    while (word := struct.unpack("<I", stream.update(bytes(4)))[0]) >= 2**32 // choices * choices:
        pass
    return word % choices


def lay_out(bag, uniform):
    """The tiles that the next draw chooses from: by name; a river before all else, and its lake last."""
    river = sum(count for kind, count in bag.items() if kind.startswith("RV-"))
    now = [kind for kind in sorted(bag) if not river or kind.startswith("RV-") and (kind != "RV-lake" or river == 1)]
    return [kind for kind in now for _ in range(1 if uniform else bag[kind])]


def full_bag(header):
    """How many tiles of each kind are in the bag when the start tile is on the table."""
    rules, start = header["rules"], header["start"][0]
    all_sets = ["base", "river", "inns", "traders", "king"]
    sets = rules.get("sets", all_sets if rules["preset"] == "mcguire" else ["base"])
    bag = {start: -1}
    for tile in csv.DictReader(open(pathlib.Path(__file__).with_name("tiles.csv"), encoding="utf-8")):
        copies = sets.count(tile["set"]) if tile["set"] != "river" or start == "RV-source" else 0
        copies = min(copies, 1) if tile["kind"] in ("RV-source", "RV-lake") else copies
        if copies:
            bag[tile["kind"]] = bag.get(tile["kind"], 0) + copies * int(tile["count"])
    return bag


def key_of(header, secret):
    """The key of all draws, from the secret and the salts. Says which seats added nothing."""
    salts, hashes, version = header.get("salts", []), header.get("salt_hashes", []), header.get("draw", 1)
    if version == 1:
        return sha256(b"bastide draw 1" + secret + b"".join(sha256(salt.encode()) for salt in salts))
    if version != 2 or len(salts) != len(hashes):
        sys.exit(f"this script checks draws of the versions 1 and 2, not {version}")
    for seat, (salt, promised) in enumerate(zip(salts, hashes)):
        if salt is None:
            print(f"seat {seat} never revealed its salt, so the draw left it out" if promised else f"seat {seat} added no salt")
        elif sha256(salt.encode()).hex() != promised:
            sys.exit(f"the salt of seat {seat} is not the one it committed to")
    parts = (bytes(32) if salt is None else sha256(b"bastide salt" + salt.encode()) for salt in salts)
    return sha256(b"bastide draw 2" + secret + b"".join(parts))


def check(header, events):
    rules = header["rules"]
    abbeys = rules["preset"] == "abbeys"
    uniform = rules.get("bag", "uniform" if abbeys else "") == "uniform"
    put_back = rules.get("unplaceable", "put_back" if abbeys else "") == "put_back"
    earlier_river, ahead = rules.get("earlier_river", False), rules.get("draw_ahead", False)
    secret = next((bytes.fromhex(event["secret"]) for event in events if "secret" in event), None)
    if secret is None:
        sys.exit("the record does not tell its secret: the game is not over, or was not dealt by a server")
    if sha256(secret).hex() != header["commitment"]:
        sys.exit("the secret is not the one that was promised")
    key = key_of(header, secret)
    game = {"bag": full_bag(header), "hands": {}, "fresh": [], "drawn": 0}
    after = {0: game}
    for event in events:
        game = copy.deepcopy(after[event["to"] if event["type"] == "takeback" else event["n"] - 1])
        owner = event.get("colour") if ahead else None  # where colours draw ahead, each has a hand of its own
        hand = game["hands"].setdefault(owner, [])
        if event["type"] == "turn":
            hand.remove(event["tile"])
        if event["type"] in ("turn", "pass"):
            game["fresh"] = []
        aside = event.get("discarded", [])
        lost = event["type"] == "draw" and not aside or event["type"] in ("resign", "timeout")
        if ahead and lost:  # a colour that draws again, or leaves, has put the tile back into the bag
            game["fresh"] = list(hand)
        if event["type"] == "draw" or ahead and lost:
            for kind in game["fresh"]:  # the turn that they came for was lost: they went back into the bag
                hand.remove(kind)
                game["bag"][kind] += not uniform
            game["fresh"] = []
        if event["type"] == "draw":
            for kind in hand if ahead and put_back else []:  # it fits nowhere
                game["bag"][kind] += not uniform and (earlier_river or not kind.startswith("RV-"))
            came = aside[len(hand):]  # tiles that lay in the hand already were not drawn now
            for place, kind in enumerate(came + event["tiles"]):
                laid_out = lay_out(game["bag"], uniform)
                fair = laid_out[choose(key, b"draw", game["drawn"], len(laid_out))]
                if kind != fair:
                    sys.exit(f"event {event['n']}: {kind} came, but the secret gives {fair}")
                game["drawn"] += 1
                stays = put_back and place < len(came) and (earlier_river or not kind.startswith("RV-"))
                game["bag"][kind] -= not (uniform or stays)
            game["hands"][owner] = list(event["tiles"]) if aside else hand + event["tiles"]
            game["fresh"] = [] if ahead else list(event["tiles"])
        after[event["n"]] = game
    first = choose(key, b"seat", 0, len(header["seats"]))
    print(f"{game['drawn']} tiles are as the secret gives them; if chance chose who begins, it chose seat {first}")


if __name__ == "__main__":
    lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
    check(json.loads(lines[0]), [json.loads(line) for line in lines[1:]])
