#!/bin/bash -eu
exec "$SRC/animproof/fuzz/oss-fuzz/build.sh"
