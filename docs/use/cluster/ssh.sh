#!/bin/sh
# ssh.sh HOSTS LISTS RESULTS [OPTION]...: lints the shards without a report by GNU parallel over ssh, then prints the report of all
# shards. HOSTS is a file with a host on each line ("8/node1": eight tasks at once on node1). The working folder, LISTS and
# RESULTS must be shared folders with equal paths on all hosts.
set -eu

# Quotes the arguments of a command for a shell. parallel runs each command in a shell of the host, and would replace {}, {.} and {= =}
# in arguments of its own command line.
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
