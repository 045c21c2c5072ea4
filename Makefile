# make            the release: build/animproof and build/libanimproof.a
# make run        installs what it lacks, builds, and shows what it finds in five files
# make test       the same for the tests, and runs them all
# make config=C   builds under build/C: release, debug, check, asan, clang, coverage, sites
# make help       all targets
config ?= release
ifeq ($(origin CC),default)
CC := gcc
endif
PYTHON ?= /usr/bin/python3
# Modules that tests share.
export PYTHONPATH := $(CURDIR)/tests/cli/lib:$(CURDIR)/tests/ref:$(CURDIR)/fuzz

ifeq ($(config),release)
build := build
else
build := build/$(config)
endif

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
    -Wmissing-prototypes -Wwrite-strings -Wundef -Wvla -Wformat=2
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# What the compiler and the linker do so that a fault of the program ends it at once (tests/hardening.py reads it off the
# programs). Assertions stay in. Landing pads for indirect calls are made; that the start files of Debian have none is why
# the program is not marked as having them all.
machine := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)))
branches.x86_64 := -fcf-protection=full
branches.aarch64 := -mbranch-protection=standard
marks.x86_64 := -Wl,-z,shstk
hardening := -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection -fPIE $(branches.$(machine))
hardened_link := -Wl,-z,relro,-z,now,-z,noexecstack $(marks.$(machine))

# Its objects make a program and a shared library.
flags.release := -O3 $(hardening) -fPIC -fvisibility=hidden
link.release := $(hardened_link) -pie
flags.debug := -O0 -g3
# Its objects also make the library that the tests load as AFL++ does.
flags.check := -O2 -g1 $(hardening) -fPIC -fno-semantic-interposition
link.check := $(link.release)
# Its objects are those of libFuzzer's targets too: there is one sanitized tree. A program that needs no relocating starts
# in half the time, and tests start thousands.
flags.asan := -O1 -gline-tables-only $(sanitizers) -fsanitize=fuzzer-no-link
# LLVM's linker takes a third of the time, and there are some 70 programs.
quick_link := $(if $(shell command -v ld.lld-19),-fuse-ld=lld)
link.asan := -no-pie $(quick_link)
link.libfuzzer := $(quick_link)
flags.clang := -O2 -g
flags.tsan := -O1 -g -fsanitize=thread
# Lines, branches, and that each condition decides by itself (MC/DC).
flags.coverage := -O1 -g -fprofile-instr-generate -fprofile-update=atomic -fcoverage-mapping -fcoverage-mcdc -Xclang -fmcdc-max-conditions=32 -DNDEBUG
# Tells which call made each finding (tests/coverage/sites.c).
flags.sites := -O0 -g -fno-pie -finstrument-functions -finstrument-functions-exclude-file-list=tests/coverage
link.sites := -no-pie -Wl,--wrap=ap_rule_settings_level
# Of tests/mutants: no hardening, so that compiling and starting take less; the other notes which blocks are entered.
flags.mutants := -O2
flags.entered := -O0 -g1 -ffile-prefix-map=$(CURDIR)=. -fsanitize-coverage=trace-pc
# Counts basic blocks and bytes that the C library touches (tests/sweep/work.c), so that growth is measured on a loaded machine.
flags.work := -O0 -fno-builtin -fsanitize-coverage=trace-pc
work_wrapped := memcpy memmove memset memcmp memchr memrchr memmem strlen strcmp strchr strrchr strstr strcspn strspn strdup calloc \
    realloc reallocarray read fwrite vsnprintf snprintf pthread_create _exit
link.work := $(work_wrapped:%=-Wl,--wrap=%)
# The release without its hardening, by which tests/bench measures what that costs.
flags.plain := -O3 -fPIC -fvisibility=hidden -U_FORTIFY_SOURCE -fno-stack-protector -fno-stack-clash-protection -fcf-protection=none
link.plain := -pie
flags.static := -O3 $(hardening) -DAP_NO_ARCHIVES
link.static := $(hardened_link) -static-pie
include web/config.mk
include fuzz/engines.mk
flags := $(flags.$(config))
ifeq ($(flags),)
$(error config is release, debug, check, asan, clang, tsan, coverage, sites, work, plain, static, wasm, libfuzzer, libfuzzer-fast, msan, afl or afl-asan)
endif
ifeq ($(config),clang)
CC := clang
endif
ifeq ($(config),coverage)
CC := clang-19
endif

CPPFLAGS := -I. -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
CFLAGS := -std=c11 -ffp-contract=off $(warnings) $(flags) $(threads) $(EXTRA)
LDFLAGS := $(flags) $(link.$(config)) $(threads)
LDLIBS := -lm

# A line a file; V=1 shows the commands instead, and make -s nothing. $(call tell,CC,$<) begins a command.
tell = $(if $(filter 1,$V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,printf '  %-2s %s\n' '$1' '$2';))

# corpus/loaders/ has programs of their own.
library_sources := $(filter-out $(without.$(config)),$(sort $(instead.$(config)) \
    $(wildcard core/*/*.c validators/*.c validators/*/*.c validators/*/*/*.c) \
    $(wildcard corpus/*.c) $(filter-out corpus/loaders/%,$(wildcard corpus/*/*.c))))
program_sources := $(sort $(wildcard cli/*.c cli/*/*.c cli/*/*/*.c))
program_sources.asan := tests/sanitized/leaks.c
program_sources.sites := tests/coverage/sites.c
program_sources.entered := tests/mutants/entered.c
program_sources.work := tests/sweep/work.c
build/work/obj/tests/sweep/work.o: CFLAGS += -fno-sanitize-coverage=trace-pc
unit_sources := $(sort $(wildcard tests/unit/*/*.c))
objects_at := $(if $(filter asan libfuzzer,$(config)),build/sanitized,$(build))/obj
objects = $(patsubst %.c,$(objects_at)/%.o,$(1))
library := $(build)/libanimproof.a
program := $(build)/animproof
unit_tests := $(build)/unit-tests
unit_forks := $(build)/unit-forks

.PHONY: all run test test-check test-sanitized fresh static test-fix test-hooks test-editors test-report-readers test-gltf test-spec test-floats test-numbers test-id-numbers ready loaders loaders-setup conform-assimp detection bless lint format docs man dist deb deb-fresh clean help need-run need-check need-test need-lint

all: $(if $(module.$(config)),$(module.$(config)),$(program)) $(library)

$(library): $(call objects,$(library_sources))
	@mkdir -p $(@D) && rm -f $@
	$(call tell,AR,$@)$(AR) rcs $@ $^

$(program): $(call objects,$(program_sources) $(program_sources.$(config))) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(unit_tests): $(call objects,$(unit_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ -lcriterion $(LDLIBS)

$(unit_forks): $(call objects,$(unit_sources) tests/unit/forks.c) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# What runs for less time than it takes to optimise is not optimised: the tests' own sources, and with sanitizers the commands.
# Neither is in a program with a fuzzing engine, which asks for what it reached.
$(objects_at)/tests/unit/%.o: CFLAGS += -O0 -U_FORTIFY_SOURCE
build/check/obj/cli/%.o: CFLAGS += -O1
# What the public functions take and give is read off their debug information.
build/check/obj/validators/library/%.o: CFLAGS += -g
build/sanitized/obj/cli/%.o: CFLAGS += -O0 $(unengined)
build/sanitized/obj/tests/unit/%.o: CFLAGS += $(unengined)
unengined := -fno-sanitize=fuzzer-no-link

$(objects_at)/%.o: %.c
	@mkdir -p $(@D)
	$(call tell,CC,$<)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Files that sources embed (core/base/embedded.h).
$(objects_at)/cli/spec.o: $(wildcard docs/formats/spec/*)
$(objects_at)/cli/conform/report/rating_page.o: $(wildcard cli/conform/report/matrix.*)

-include $(wildcard $(addprefix $(objects_at)/,*/*.d */*/*.d */*/*/*.d))

include validators/library/library.mk
include fuzz/fuzz.mk
include web/web.mk
include tests/bench/bench.mk
include tests/machines/machines.mk
include tests/proofs/proofs.mk
include tests/coverage/coverage.mk
include tests/sweep/sweep.mk
include tests/mutants/mutants.mk

# For people

run_packages := gcc make libc6-dev libzip-dev
check_packages := $(run_packages) libcriterion-dev python3
test_packages := $(check_packages) libjansson-dev g++ valgrind groff-base neovim binutils clang-19 lld-19 libclang-rt-19-dev llvm-19 \
    pkg-config abigail-tools python3-yaml
lint_packages := $(test_packages) clang clang-format clang-tidy cppcheck

need-run:
	@.ci/need $(run_packages)
need-check:
	@.ci/need $(check_packages)
need-test:
	@.ci/need $(test_packages)
need-lint:
	@.ci/need $(lint_packages)
# What most targets below begin with: what compiles the program is installed, and the program is built.
ready:
	@.ci/need $(run_packages) python3
	@$(MAKE) --no-print-directory -s -j2 all

run: need-run
	@echo 'building $(program)'
	@$(MAKE) --no-print-directory -s -j2 all
	@.ci/show $(program)

# The builds share their jobs, so that no core waits for the last file of one of them. The first needs gcc alone: what else is
# missing is installed meanwhile, which is the third job.
test: need-check
	@$(MAKE) --no-print-directory -j3 test-check test-sanitized
	@tests/run.py

test-check:
	@$(MAKE) --no-print-directory config=check all public build/check/unit-tests build/check/unit-forks build/check/hostile \
	    fuzz-data build/check/fuzz/animproof-mutator.so build/check/fuzz/animproof-mutator.o $(wordlist 2,9,$(sweep_programs.plain))
	@$(MAKE) --no-print-directory growth-made

test-sanitized: need-test
	@$(MAKE) --no-print-directory config=asan all build/asan/unit-tests build/asan/unit-forks build/asan/hostile fuzz-harness
	@$(MAKE) --no-print-directory config=libfuzzer fuzz-build fuzz-harness

fresh: ## `make run` and `make test`, each alone on a bare machine (as root; some minutes)
	@.ci/fresh

test-floats: ready ## every float32 as text and back (a quarter of an hour)
	@$(MAKE) --no-print-directory $(build)/all-floats
	$(build)/all-floats

$(build)/all-floats: tests/sweep/all_floats.c $(library)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

static: ## build/static/animproof, which needs no library of the machine it runs on
	@$(MAKE) --no-print-directory config=static build/static/animproof

test-hooks: ready ## the hooks of .pre-commit-hooks.yaml and the Dockerfile's steps, with real builds (some minutes)
	@$(MAKE) --no-print-directory static
	@.ci/need pre-commit
	ANIMPROOF_TEST_BUILD=1 $(PYTHON) tests/cli/ci/hooks.py $(program)
	ANIMPROOF_TEST_BUILD=1 $(PYTHON) tests/cli/ci/pages.py build/static/animproof

test-editors: ready ## Neovim and Vim with the language server and with --format gcc
	@.ci/need neovim vim
	$(PYTHON) tests/editors/editors.py $(program)

multitool := build/report-readers/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
test-report-readers: ready $(multitool) ## reports, read by junitparser, the schema of GitLab and the multitool of SARIF (100 MB from npm)
	@.ci/need python3-junitparser python3-jsonschema
	SARIF_MULTITOOL=$(CURDIR)/$(multitool) $(PYTHON) tests/report_readers/report_readers.py $(program)

$(multitool):
	@command -v npm >/dev/null || .ci/need npm
	npm install --prefix build/report-readers --no-save --no-audit --no-fund @microsoft/sarif-multitool-linux@5.7.0
	chmod +x $@

gltf_validator := build/gltf/node_modules/gltf-validator/index.js
test-gltf: ready $(gltf_validator) ## documents of convert --to gltf, checked by Khronos' validator (a minute)
	@command -v node >/dev/null || .ci/need nodejs
	$(PYTHON) tests/report_readers/gltf_documents.py $(program) build/gltf/node_modules

$(gltf_validator):
	@command -v npm >/dev/null || .ci/need nodejs npm
	npm install --prefix build/gltf --no-save --no-audit --no-fund gltf-validator@2.0.0-dev.3.10

kaitai := build/kaitai/node_modules/kaitai-struct-compiler/kaitai-struct-compiler.js
test-spec: ready $(kaitai) ## descriptions of spec --format ksy, compiled by Kaitai Struct and run on files (half a minute)
	@command -v node >/dev/null || .ci/need nodejs
	$(PYTHON) tests/report_readers/spec_kaitai.py $(program) build/kaitai/node_modules

$(kaitai):
	@command -v npm >/dev/null || .ci/need nodejs npm
	npm install --prefix build/kaitai --no-save --no-audit --no-fund kaitai-struct-compiler@0.11.0 kaitai-struct@0.11.0 js-yaml@4.1.0

loaders: ## loaders of other projects for animproof conform (docs/use/loaders.md)
	@echo '#include <assimp/cimport.h>' | $(CC) -E - >/dev/null 2>&1 \
	    || { echo "Assimp is missing: make loaders-setup installs it" >&2; exit 1; }
	@$(MAKE) --no-print-directory build/loaders/assimp

build/loaders/assimp: corpus/loaders/assimp.c
	@mkdir -p $(@D)
	$(CC) -std=c11 $(warnings) -O2 -g -o $@ $< -lassimp

loaders-setup: ## installs what `make loaders` needs
	@.ci/need gcc make libc6-dev libassimp-dev

conform-assimp: ready loaders-setup ## rates Assimp with the standard corpus: docs/evidence/assimp-matrix.md (a minute)
	@$(MAKE) --no-print-directory loaders
	corpus/loaders/assimp-matrix $(program)

# What is detected, docs/evidence/detection.md anew: SEEDS corpora a format, wrong counts, canonical text against Assimp where `make
# loaders` made its loader, and for SECONDS steps of FILES mutated files against the independent readers, which go on;
# ONLY=comparison: nothing but these steps; ONLY=counts: nothing but wrong counts.
detection: ready ## measures detection: docs/evidence/detection.md; SEEDS=, FILES=, SECONDS=, ONLY=
	@.ci/need pypy3
	$(PYTHON) tests/bench/detection/detection.py $(program) $(if $(SEEDS),--seeds $(SEEDS)) $(if $(FILES),--files $(FILES)) \
	    $(if $(SECONDS),--seconds $(SECONDS)) $(addprefix --only-,$(ONLY))

test-numbers: ready ## ten million spellings of numbers, read in each way (some seconds)
	@$(MAKE) --no-print-directory $(build)/number-spellings
	$(build)/number-spellings

$(build)/number-spellings: tests/sweep/number_spellings.c $(library)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-id-numbers: ready ## a million floats, written as `format` does and read as id Tech 4 does (a second)
	@$(MAKE) --no-print-directory $(build)/id-floats
	$(build)/id-floats

$(build)/id-floats: tests/sweep/id_floats.c $(library)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-fix: ready ## fixes broken files of ten standard corpora, safely and with --unsafe (a minute)
	$(PYTHON) tests/fixing.py $(program) --corpora 10
	$(PYTHON) tests/fixing.py $(program) --corpora 10 --unsafe

bless: ready ## writes the expectations of the golden files, and shows the difference
	@$(PYTHON) tests/golden.py $(program) bless
	@$(PYTHON) tests/mistakes.py $(program) bless
	@$(PYTHON) tests/cli/corpora/frozen_ids.py $(program) bless
	@$(PYTHON) tests/cli/commands/help_sums.py $(program) bless

docs: ready ## writes docs/formats/rules.md, and the tables of other pages about rules
	$(program) rules --format markdown > docs/formats/rules.md
	@$(PYTHON) tests/pages/formats_page.py --bless $(program)
	@$(PYTHON) tests/pages/fix_page.py --bless $(program)
	@$(PYTHON) tests/pages/page_sessions.py --bless $(program)

dist: ## the sources of a commit as build/dist/animproof-VERSION.tar.gz (REV=HEAD)
	@.ci/dist $(or $(REV),HEAD)

deb: ## Debian packages of the last commit: build/deb
	@.ci/deb

deb-fresh: ready ## installs, uses and purges the packages in a bare root (as root; some minutes)
	@$(MAKE) --no-print-directory static deb
	@.ci/deb-fresh

man: ready ## manual pages: build/man
	$(program) manual -o $(build)/man

# Formatting, two compilers without a warning, two analysers, and the floors.
sources = $(shell git ls-files '*.[ch]')
lint: need-lint ## formatting, warnings of two compilers, static analysis, floors
	clang-format --dry-run -Werror $(sources)
	$(PYTHON) tests/floors.py
	@$(MAKE) --no-print-directory -j2 config=release all EXTRA=-Werror
	@$(MAKE) --no-print-directory -j2 config=clang all EXTRA=-Werror
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability,performance --inline-suppr \
	    -D_GNU_SOURCE -D__BYTE_ORDER__=1234 -D__ORDER_LITTLE_ENDIAN__=1234 -I. core validators corpus cli
	clang-tidy --quiet $(library_sources) $(program_sources) -- -std=c11 $(CPPFLAGS)

format: ## formats the sources
	clang-format -i $(sources)

clean: ## removes build/
	rm -rf build

help: ## this list
	@sed -n 's/^# \(make.*\)/\1/p' Makefile
	@sed -nE 's/^([a-z][a-z -]*):.*## (.*)/make \1\t\2/p' $(filter Makefile %.mk,$(MAKEFILE_LIST)) | sort | expand -t 26
