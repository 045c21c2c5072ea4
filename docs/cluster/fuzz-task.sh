#!/bin/sh
# fuzz-task.sh TREE FOLDER I/N MINUTES [OPTION]...: one task of a fuzz campaign, which shares through FOLDER; TREE is the source
# tree on this machine. A task that was killed goes on from what it has shared, for MINUTES anew; one that has ended is not
# begun again. Options are those of fuzz run. At the end, once: animproof fuzz gather cluster --sync FOLDER, and triage.
set -eu
tree=$1 folder=$2 shard=$3 minutes=$4
shift 4
done=$folder/cluster.${shard%/*}-of-${shard#*/}/campaign.json
if ! grep -qs '"ended": true' "$done"; then
    exec "${ANIMPROOF:-$tree/build/animproof}" fuzz run --name cluster --sync "$folder" --shard "$shard" --minutes "$minutes" "$@"
fi
