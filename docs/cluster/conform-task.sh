#!/bin/sh
# conform-task.sh CORPUS RESULTS I/N OPTION...: rates loaders with one shard of a corpus, unless its report is there. OPTIONs are
# those of conform, --loader among them. RESULTS/I.json is there only when it is whole. Ends with 0 when it is there, whatever was
# found. Then, with the same OPTIONs: animproof conform OPTION... --merge RESULTS/0.json --merge RESULTS/1.json ... CORPUS
set -eu
corpus=$1 report=$2/${3%/*}.json shard=$3
shift 3
if [ ! -e "$report" ]; then
    mkdir -p "${report%/*}"
    code=0
    "${ANIMPROOF:-animproof}" conform --shard "$shard" "$@" --output "json=$report.part" "$corpus" >/dev/null || code=$?
    [ "$code" -le 1 ] || exit "$code" # an interrupted run writes a report, too
    mv "$report.part" "$report"
fi
