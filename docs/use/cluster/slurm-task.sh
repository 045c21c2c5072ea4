#!/bin/sh
# What slurm.sh has each task of its array do: slurm-task.sh FOLDER-OF-THESE LISTS RESULTS [OPTION]...
set -eu
here=$1 lists=$2 results=$3
shift 3
exec "$here/task.sh" "$lists" "$results" "${SLURM_ARRAY_TASK_ID:?}" "$@"
