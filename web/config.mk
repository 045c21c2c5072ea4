# Included by the Makefile: config=wasm, the library without an operating system. What is of a system is left out, or has its
# like in core/files/bare/.
wasm_target := --target=wasm32-wasi
WASM_CC ?= clang-19
WASM_AR ?= llvm-ar-19
wasm_packages := clang-19 lld-19 llvm-19 wasi-libc libclang-rt-19-dev-wasm32
flags.wasm := -O2
# Writers have 64 KiB on the stack, which lies first, so that a stack that is too small ends the program.
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
