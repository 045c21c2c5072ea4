#!/bin/sh
# corpus-task.sh FOLDER I/N [OPTION]...: one part of a corpus, unless it is there. FOLDER is there only when it is whole, so a
# task that was killed is one that was never begun. Options are those of corpus build; corpus merge puts the parts together.
set -eu
folder=$1 shard=$2
shift 2
if [ ! -e "$folder" ]; then
    mkdir -p "$(dirname "$folder")"
    rm -rf "$folder.making"
    "${ANIMPROOF:-animproof}" corpus build --shard "$shard" "$@" "$folder.making"
    mv "$folder.making" "$folder"
fi
