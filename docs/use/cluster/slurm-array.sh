#!/bin/sh
# slurm-array.sh COUNT LOGS COMMAND...: runs COMMAND as an array of COUNT Slurm tasks. In COMMAND, {} is the task's I/COUNT and {i} is I:
#   slurm-array.sh 8 logs ./corpus-task.sh parts/{i} {} --size standard
#   slurm-array.sh 8 logs ./fuzz-task.sh night /shared/night {} 600
# After an interruption, run the command again: tasks with a result do nothing.
set -eu
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    count=$1
    shift 2
    for word in "$@"; do
        shift
        set -- "$@" "$(printf '%s.' "$word" | sed "s|{}|$SLURM_ARRAY_TASK_ID/$count|g; s|{i}|$SLURM_ARRAY_TASK_ID|g")"
    done
    for word in "$@"; do
        shift
        set -- "$@" "${word%.}"
    done
    exec "$@"
fi
mkdir -p "$2"
exec sbatch --wait --requeue --array="0-$(($1 - 1))" --job-name=animproof --output="$2/slurm-%a.log" "$0" "$@"
