# Included by the Makefile. Configurations of the fuzzing engines: compiler, flags, and the libraries of a target. Without an
# engine, a target is linked with fuzz/replay.c.
FUZZ_CC ?= clang-19
AFL_CC ?= afl-clang-fast

flags.libfuzzer := $(flags.asan)
flags.libfuzzer-fast := -O2 -g -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp,indirect-calls
flags.msan := -O1 -g -fsanitize=memory,fuzzer-no-link -fsanitize-memory-track-origins -fno-omit-frame-pointer
flags.afl := -O2 -g
flags.mutator := -O2 -g -DNDEBUG -fPIC
flags.afl-asan := -O1 -g $(sanitizers)
flags.coverage-llvm := -O1 -g -fprofile-instr-generate -fcoverage-mapping
engine.libfuzzer := -fsanitize=fuzzer
engine.libfuzzer-fast := -fsanitize=fuzzer
engine.msan := -fsanitize=fuzzer
# AFL++ refers to the target by a weak symbol. A weak symbol does not make the linker take an object from an archive
# (libanimproof-fuzz.a), so -u requests the symbol.
engine.afl := -fsanitize=fuzzer -Wl,-u,LLVMFuzzerTestOneInput
engine.afl-asan := $(engine.afl)

# For OSS-Fuzz (fuzz/oss-fuzz/build.sh), the environment defines compiler, flags and engine.
flags.oss-fuzz := $(CFLAGS) -g
engine.oss-fuzz := $(LIB_FUZZING_ENGINE)

fuzz_engine := $(engine.$(config))
ifneq ($(filter asan libfuzzer libfuzzer-fast msan,$(config)),)
CC := $(FUZZ_CC)
else ifeq ($(config),coverage-llvm)
CC := $(FUZZ_CC)
else ifneq ($(filter afl afl-asan,$(config)),)
CC := $(AFL_CC)
export AFL_QUIET := 1
endif
fuzz_linker = $(if $(filter oss-fuzz,$(config)),$(CXX),$(CC))

# Configurations whose engine takes LLVMFuzzerCustomMutator from the target. AFL++ takes a library instead: make fuzz-mutator.
fuzz_asks_mutator := $(filter libfuzzer libfuzzer-fast msan oss-fuzz,$(config))

# Line coverage of a corpus (`animproof fuzz report`). Linked with the whole library, so that code that no target uses counts
# as not reached.
ifeq ($(config),coverage-llvm)
fuzz_linker += -Wl,--whole-archive
fuzz_whole_ends := -Wl,--no-whole-archive
endif
