#!/bin/sh
# slurm.sh LISTS RESULTS [OPTION]...: runs an array of Slurm tasks, one for each shard without a report, then prints the report
# of all shards. After an interruption, run the command again. OPTIONs are those of lint; variables such as SBATCH_PARTITION
# are the options of sbatch.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
lists=$1 results=$2
mkdir -p "$results"
missing=$("$here/missing.sh" "$lists" "$results")
if [ -n "$missing" ]; then
    # Slurm runs the tasks of a failed node again; a task with a report does nothing.
    sbatch --wait --requeue --array="$missing" --job-name=animproof --output="$results/slurm-%a.log" "$here/slurm-task.sh" \
        "$here" "$@" >&2 || true
fi
missing=$("$here/missing.sh" "$lists" "$results")
if [ -n "$missing" ]; then
    echo "no report of shards $missing: $results/slurm-*.log says why; the same command goes on from here" >&2
    exit 3
fi
exec "${ANIMPROOF:-animproof}" report merge "$results"/[0-9]*.jsonl
