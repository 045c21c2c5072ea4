# Included by the Makefile. Defines config=wasm, the build of the library for machines without an operating system. Source files
# that need an operating system are left out, or replaced by files of core/files/bare/.
wasm_target := --target=wasm32-wasi
WASM_CC ?= clang-19
WASM_AR ?= llvm-ar-19
wasm_packages := clang-19 lld-19 llvm-19 wasi-libc libclang-rt-19-dev-wasm32
flags.wasm := -O2
# Writers need 64 KiB of stack. The stack comes first in memory, so that an overflow traps.
link.wasm := -Wl,-z,stack-size=8388608 -Wl,--stack-first
module.wasm := build/wasm/animproof.wasm
without.wasm := core/files/guard.c core/files/file_stamp.c core/files/input.c core/files/new_file.c core/files/replace.c \
    core/files/file_attributes.c core/files/temp_file.c core/report/output.c corpus/cases/corpus_file.c validators/library/library_files.c
instead.wasm := $(wildcard core/files/bare/*.c)
threads := -pthread
ifeq ($(config),wasm)
CC := $(WASM_CC) $(wasm_target)
AR := $(WASM_AR)
threads :=
endif
