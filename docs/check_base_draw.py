# Checks the draws of a finished base game in which no turn was lost or taken back, with draw version 2: check_base_draw.py GAME.jsonl
import csv, hashlib, json, pathlib, struct, sys
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
header, *events = map(json.loads, open(sys.argv[1]))
header.get("draw") == 2 or sys.exit("this is not draw version 2; check_draw.py checks every version")
secret, sha = bytes.fromhex(events[-1]["secret"]), lambda data: hashlib.sha256(data).digest()
sha(secret).hex() == header["commitment"] or sys.exit("the secret is not the one that was promised")
for salt, promised in zip(header["salts"], header["salt_hashes"]):  # None: the seat added nothing
    salt is None or sha(salt.encode()).hex() == promised or sys.exit(f"{salt} is not the salt of {promised}")
parts = (bytes(32) if salt is None else sha(b"bastide salt" + salt.encode()) for salt in header["salts"])
key = sha(b"bastide draw 2" + secret + b"".join(parts))
kinds = csv.DictReader(open(pathlib.Path(__file__).with_name("tiles.csv")))
bag = sorted(row["kind"] for row in kinds if row["set"] == "base" for _ in range(int(row["count"])))
bag.remove("CRFR")
for number, tile in enumerate(t for e in events if e["type"] == "draw" for t in e.get("discarded", []) + e["tiles"]):
    stream = Cipher(algorithms.ChaCha20(key, bytes(4) + b"draw" + number.to_bytes(4, "little") + bytes(4)), None)
    words = struct.unpack("<1024I", stream.encryptor().update(bytes(4096)))
    fair = bag.pop(next(word for word in words if word < 2**32 // len(bag) * len(bag)) % len(bag))
    tile == fair or sys.exit(f"draw {number} should be {fair}, not {tile}")
print(f"{number + 1} draws are fair")
