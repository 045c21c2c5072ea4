#!/bin/sh
# ssh.sh HOSTS LISTS RESULTS [OPTION]...: the same by GNU parallel over ssh. HOSTS is a file, a line a host ("8/node1": eight
# tasks at once there); the working folder, LISTS and RESULTS are the same folders on all of them.
set -eu

# Prints the words of one command as a shell reads them. parallel gives each command to a shell of its host, and would put values in
# place of {}, {.} or {= =} in words that it is given itself.
quote() {
    for word in "$@"; do
        quoted=$(printf '%s.' "$word" | sed "s/'/'\\\\''/g")
        printf "'%s' " "${quoted%.}"
    done
}

here=$(cd "$(dirname "$0")" && pwd)
hosts=$1 lists=$2 results=$3
shift 3
mkdir -p "$results"
for shard in $("$here/missing.sh" "$lists" "$results" | tr , ' '); do
    quote "$here/task.sh" "$lists" "$results" "$shard" "$@"
    printf '\0'
done |
    parallel --null --will-cite --no-run-if-empty --env ANIMPROOF --sshloginfile "$hosts" --workdir "$PWD" --retries 3 --halt soon,fail=20% ||
    true
missing=$("$here/missing.sh" "$lists" "$results")
if [ -n "$missing" ]; then
    echo "no report of shards $missing; the same command goes on from here" >&2
    exit 3
fi
exec "${ANIMPROOF:-animproof}" report merge "$results"/[0-9]*.jsonl
