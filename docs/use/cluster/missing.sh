#!/bin/sh
# missing.sh LISTS RESULTS: the shards that have no report yet, with a comma between them; nothing when all have one.
set -eu
found=
for list in "$1"/[0-9]*; do
    shard=${list##*/}
    [ -e "$2/$shard.jsonl" ] || found="$found,$shard"
done
echo "${found#,}"
