#!/bin/sh
# task.sh LISTS RESULTS SHARD [OPTION]...: lints one shard, unless RESULTS/SHARD.jsonl exists. This report exists only if it is
# complete, so the shard of a killed task is linted again. Exits 0 if the report exists, also with findings.
set -eu
lists=$1 results=$2 shard=$3
shift 3
if [ ! -e "$results/$shard.jsonl" ]; then
    code=0
    "${ANIMPROOF:-animproof}" lint --files-from "$lists/$shard" "$@" --quiet --output "jsonl=$results/$shard.jsonl" >/dev/null || code=$?
    [ -e "$results/$shard.jsonl" ] || exit "$code"
fi
