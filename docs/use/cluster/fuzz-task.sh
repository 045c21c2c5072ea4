#!/bin/sh
# fuzz-task.sh NAME FOLDER I/N MINUTES [OPTION]...: one task of the fuzz campaign NAME, which shares through FOLDER; ANIMPROOF is the
# executable in the build/ of a source tree on this machine. A task that was killed goes on from what it has shared, for MINUTES
# anew; one that has ended is not begun again. OPTIONs are those of fuzz run. Then: animproof fuzz gather NAME --sync FOLDER
set -eu
name=$1 folder=$2 shard=$3 minutes=$4
shift 4
if ! grep -qs '"ended": true' "$folder/$name.${shard%/*}-of-${shard#*/}/campaign.json"; then
    exec "${ANIMPROOF:-animproof}" fuzz run --name "$name" --sync "$folder" --shard "$shard" --minutes "$minutes" "$@"
fi
