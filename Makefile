# make            the release: build/animproof and build/libanimproof.a
# make run        installs what it lacks, builds, and lints the files in golden/
# make test       the same for the tests, and runs them all
# make help       the other targets
config ?= release
ifeq ($(origin CC),default)
CC := gcc
endif
PYTHON ?= /usr/bin/python3

ifeq ($(config),release)
build := build
else
build := build/$(config)
endif

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
    -Wmissing-prototypes -Wwrite-strings -Wundef -Wvla -Wformat=2
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

flags.release := -O3 -DNDEBUG
flags.debug := -O0 -g3
flags.check := -O2 -g
flags.asan := -O1 -g $(sanitizers)
flags.clang := -O2 -g
flags.coverage := -O0 -g --coverage
flags := $(flags.$(config))
ifeq ($(flags),)
$(error config is release, debug, check, asan, clang or coverage)
endif
ifeq ($(config),clang)
CC := clang
endif

CPPFLAGS := -I. -D_GNU_SOURCE
CFLAGS := -std=c11 $(warnings) $(flags) -pthread
LDFLAGS := $(flags) -pthread
LDLIBS := -ljansson -lm

library_sources := $(sort $(wildcard core/*.c validators/*.c validators/*/*.c))
program_sources := $(sort $(wildcard cli/*.c))
unit_sources := $(sort $(wildcard tests/unit/*.c))
objects = $(patsubst %.c,$(build)/obj/%.o,$(1))
library := $(build)/libanimproof.a
program := $(build)/animproof
unit_tests := $(build)/unit-tests

.PHONY: all run test check-units check-cli check-samples check-readers check-docs check-memory lint format docs \
    clean help setup-run setup-test setup-lint

all: $(program) $(library)

$(library): $(call objects,$(library_sources))
	@rm -f $@
	$(AR) rcs $@ $^

$(program): $(call objects,$(program_sources)) $(library)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(unit_tests): $(call objects,$(unit_sources)) $(library)
	$(CC) $(LDFLAGS) -o $@ $^ -lcriterion $(LDLIBS)

$(build)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(build)/obj/*/*.d $(build)/obj/*/*/*.d)
