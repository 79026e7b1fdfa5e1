#!/usr/bin/env bash
# Compares the engine speed of two commits, or of two bastide binaries, in one run:
#
#     benches/alternate.sh main~20 HEAD          # or: benches/alternate.sh ./old ./new
#
# The two play the same random games alternately, so that other load on the machine slows both alike. Prints the median user CPU time of each
# and the ratio second/first: below 1.00, the second is faster. ROUNDS (default 21) and GAMES (default 2000) change the length.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -eq 2 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
rounds=${ROUNDS:-21} games=${GAMES:-2000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

binary() { # a commit or a file -> a file
    if [ -x "$1" ] && [ ! -d "$1" ]; then
        realpath "$1"
        return
    fi
    local commit tree
    commit=$(git rev-parse --short "$1^{commit}")
    tree="$folder/$commit"
    mkdir -p "$tree"
    git archive "$commit" | tar -x -C "$tree"
    # One target folder for both: most dependencies are the same.
    (cd "$tree" && CARGO_TARGET_DIR="${TMPDIR:-/tmp}/bastide-alternate" cargo build --quiet --release --bin bastide)
    cp "${TMPDIR:-/tmp}/bastide-alternate/release/bastide" "$folder/bastide-$commit"
    echo "$folder/bastide-$commit"
}

first=$(binary "$1") second=$(binary "$2")

user_seconds() {
    local TIMEFORMAT=%U
    { time "$1" simulate --games "$games" --seed 1 >/dev/null 2>&1; } 2>&1
}

for _ in $(seq "$rounds"); do
    user_seconds "$first" >>"$folder/first"
    user_seconds "$second" >>"$folder/second"
done

median() { sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"; }
fastest() { sort -n "$1" | head -n 1; }
printf '%s\t%s\t%s\n' "" "$1" "$2" "median user s" "$(median "$folder/first")" "$(median "$folder/second")" \
    "fastest" "$(fastest "$folder/first")" "$(fastest "$folder/second")"
awk -v a="$(median "$folder/first")" -v b="$(median "$folder/second")" -v n="$rounds" \
    'BEGIN { printf "ratio %.3f over %d rounds\n", b / a, n }'
