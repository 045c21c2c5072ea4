#!/bin/sh
# slurm.sh LISTS RESULTS [OPTION]...: an array of Slurm tasks, one for each shard that has no report yet; then the report of
# the whole run on standard output. Start it again after whatever has happened. OPTIONs are those of lint; those of sbatch
# are in SBATCH_PARTITION and its like.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
lists=$1 results=$2
mkdir -p "$results"
missing=$("$here/missing.sh" "$lists" "$results")
if [ -n "$missing" ]; then
    # Slurm queues the tasks of a node that dies again; what is done is found done.
    sbatch --wait --requeue --array="$missing" --job-name=animproof --output="$results/slurm-%a.log" "$here/slurm-task.sh" \
        "$here" "$@" >&2 || true
fi
missing=$("$here/missing.sh" "$lists" "$results")
if [ -n "$missing" ]; then
    echo "no report of shards $missing: $results/slurm-*.log says why; the same command goes on from here" >&2
    exit 3
fi
exec "${ANIMPROOF:-animproof}" report merge "$results"/[0-9]*.jsonl
