#!/bin/sh
# Lints the shard of one task of slurm.sh: slurm-task.sh FOLDER-OF-THESE-SCRIPTS LISTS RESULTS [OPTION]...
set -eu
here=$1 lists=$2 results=$3
shift 3
exec "$here/task.sh" "$lists" "$results" "${SLURM_ARRAY_TASK_ID:?}" "$@"
