#!/bin/sh
# missing.sh LISTS RESULTS: prints the shards without a report, separated by commas.
set -eu
found=
for list in "$1"/[0-9]*; do
    shard=${list##*/}
    [ -e "$2/$shard.jsonl" ] || found="$found,$shard"
done
echo "${found#,}"
