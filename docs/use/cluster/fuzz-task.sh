#!/bin/sh
# fuzz-task.sh NAME FOLDER I/N MINUTES [OPTION]...: runs task I of N of the fuzz campaign NAME, which exchanges inputs through FOLDER.
# ANIMPROOF is the executable in the build/ of a source tree on this machine. A killed task continues from its files in FOLDER, again
# for MINUTES; a task that has ended is not run again. OPTIONs are those of fuzz run. Then: animproof fuzz gather NAME --sync FOLDER
set -eu
name=$1 folder=$2 shard=$3 minutes=$4
shift 4
if ! grep -qs '"ended": true' "$folder/$name.${shard%/*}-of-${shard#*/}/campaign.json"; then
    exec "${ANIMPROOF:-animproof}" fuzz run --name "$name" --sync "$folder" --shard "$shard" --minutes "$minutes" "$@"
fi
