#!/bin/bash -eu
# Lines for the build.sh of Assimp's project in OSS-Fuzz, which sets $CC, $CXX, $CFLAGS, $CXXFLAGS, $LIB_FUZZING_ENGINE and $OUT. Run
# them in Assimp's source tree. Only the MD5 importer is built, so that no other importer reads an input.
# shellcheck disable=SC2086,SC2046 # flags, options and names of libraries are words
here=$(cd "$(dirname "$0")" && pwd)
build=${ASSIMP_BUILD:-build-md5}
cmake -S . -B "$build" -DBUILD_SHARED_LIBS=OFF -DASSIMP_BUILD_TESTS=OFF -DASSIMP_BUILD_ASSIMP_TOOLS=OFF -DASSIMP_NO_EXPORT=ON \
    -DASSIMP_BUILD_ALL_IMPORTERS_BY_DEFAULT=OFF -DASSIMP_BUILD_MD5_IMPORTER=ON -DASSIMP_WARNINGS_AS_ERRORS=OFF ${ASSIMP_OPTIONS:-}
cmake --build "$build" -j"${JOBS:-$(nproc)}"
for format in md5mesh md5anim md5camera; do
    $CXX $CXXFLAGS -std=c++11 -DMD5_HINT="\"$format\"" -Iinclude -I"$build/include" "$here/md5_fuzzer.cc" \
        -o "$OUT/assimp_fuzzer_$format" $LIB_FUZZING_ENGINE -Wl,--start-group $(find "$build" -name '*.a') -Wl,--end-group ${ASSIMP_LIBRARIES:-}
    cp "$here/$format.dict" "$OUT/assimp_fuzzer_$format.dict"
    cp "$here/${format}_seed_corpus.zip" "$OUT/assimp_fuzzer_${format}_seed_corpus.zip"
    printf '[libfuzzer]\nmax_len = 16384\n' > "$OUT/assimp_fuzzer_$format.options"
done
