#!/bin/sh
# corpus-task.sh FOLDER I/N [OPTION]...: builds part I of N of a corpus, unless FOLDER exists. FOLDER exists only if the part is
# complete, so the part of a killed task is built again. OPTIONs are those of corpus build; corpus merge merges the parts.
set -eu
folder=$1 shard=$2
shift 2
if [ ! -e "$folder" ]; then
    mkdir -p "$(dirname "$folder")"
    rm -rf "$folder.making"
    "${ANIMPROOF:-animproof}" corpus build --shard "$shard" "$@" "$folder.making"
    mv "$folder.making" "$folder"
fi
