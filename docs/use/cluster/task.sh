#!/bin/sh
# task.sh LISTS RESULTS SHARD [OPTION]...: lints one shard, unless its report is there. RESULTS/SHARD.jsonl is there only when
# it is whole, so a task that was killed is one that was never begun. Ends with 0 when it is there, whatever was found.
set -eu
lists=$1 results=$2 shard=$3
shift 3
if [ ! -e "$results/$shard.jsonl" ]; then
    code=0
    "${ANIMPROOF:-animproof}" lint --files-from "$lists/$shard" "$@" --quiet --output "jsonl=$results/$shard.jsonl" >/dev/null || code=$?
    [ -e "$results/$shard.jsonl" ] || exit "$code"
fi
