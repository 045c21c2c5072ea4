#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz, with its variables $CC, $CXX, $CFLAGS, $CXXFLAGS and $LIB_FUZZING_ENGINE. $SRC/animproof is the
# source tree; each target is written to $OUT with its options, dictionary and seeds.
cd "$SRC/animproof"
jobs=$(nproc)

# The tool that writes the dictionaries runs during the build, so it is built without sanitizers and without an engine.
env -u CFLAGS -u CXXFLAGS -u LIB_FUZZING_ENGINE make --no-print-directory -s -j"$jobs" config=debug CC="$CC" fuzz-data

make --no-print-directory -s -j"$jobs" config=oss-fuzz CC="$CC" CXX="$CXX" fuzz-build

sed 1d fuzz/targets.tsv | while IFS=$'\t' read -r target _ _ _ _ dictionary _; do
    cp "build/oss-fuzz/fuzz/$target" "$OUT/$target"
    cp fuzz/target.options "$OUT/$target.options"
    cp "build/fuzz/$dictionary.dict" "$OUT/$target.dict"
    rm -f "$OUT/${target}_seed_corpus.zip"
    python3 -c 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[2])' \
        "$OUT/${target}_seed_corpus" "build/fuzz/seeds/$target"
done
