# make            the release: build/animproof and build/libanimproof.a
# make run        installs what it lacks, builds, and shows what it finds in five files
# make test       the same for the tests, and runs them; ALL=1 runs the long ones too, ONLY=PART[,PART] parts of them
# make config=C   builds under build/C: release, debug, check, asan, clang, coverage, sites
# make help       all targets
config ?= release
ifeq ($(origin CC),default)
CC := gcc
endif
PYTHON ?= /usr/bin/python3
# Folders with Python modules shared by tests.
export PYTHONPATH := $(CURDIR)/tests/cli/lib:$(CURDIR)/tests/ref:$(CURDIR)/fuzz

ifeq ($(config),release)
build := build
else
build := build/$(config)
endif

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
    -Wmissing-prototypes -Wwrite-strings -Wundef -Wvla -Wformat=2
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# Hardening flags: a fault ends the program at once. tests/hardening.py checks the built programs. Assertions stay enabled.
# Landing pads for indirect calls are compiled in, but the program is not marked for them because Debian's start files have none.
machine := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)))
branches.x86_64 := -fcf-protection=full
branches.aarch64 := -mbranch-protection=standard
marks.x86_64 := -Wl,-z,shstk
hardening := -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection -fPIE $(branches.$(machine))
hardened_link := -Wl,-z,relro,-z,now,-z,noexecstack $(marks.$(machine))

# The objects of config=release make a program and a shared library.
flags.release := -O3 $(hardening) -fPIC -fvisibility=hidden
link.release := $(hardened_link) -pie
flags.debug := -O0 -g3
# The objects of config=check also make the mutator library that the tests load as AFL++ does.
flags.check := -O2 -g1 $(hardening) -fPIC -fno-semantic-interposition
link.check := $(link.release)
# config=asan shares its objects with the libFuzzer targets, so sanitized code is compiled once. -no-pie halves the start
# time, and tests start the program thousands of times.
flags.asan := -O1 -gline-tables-only $(sanitizers) -fsanitize=fuzzer-no-link
# LLVM's linker needs a third of the time of GNU's, and about 70 programs are linked.
quick_link := $(if $(shell command -v ld.lld-19),-fuse-ld=lld)
link.asan := -no-pie $(quick_link)
link.libfuzzer := $(quick_link)
flags.clang := -O2 -g
flags.tsan := -O1 -g -fsanitize=thread
# Measures coverage of lines, branches and conditions (MC/DC).
flags.coverage := -O1 -g -fprofile-instr-generate -fprofile-update=atomic -fcoverage-mapping -fcoverage-mcdc -Xclang -fmcdc-max-conditions=32 -DNDEBUG
# Records which call made each finding (tests/lab/coverage/sites.c).
flags.sites := -O0 -g -fno-pie -finstrument-functions -finstrument-functions-exclude-file-list=tests/lab/coverage
link.sites := -no-pie -Wl,--wrap=ap_rule_settings_level
# Builds of tests/lab/mutants: without hardening, so that compiling and starting are faster. config=entered records which basic
# blocks are entered.
flags.mutants := -O2
flags.entered := -O0 -g1 -ffile-prefix-map=$(CURDIR)=. -fsanitize-coverage=trace-pc
# Counts executed basic blocks and bytes touched by the C library (tests/lab/sweep/work.c). Unlike times, the counts do not depend
# on the load of the machine.
flags.work := -O0 -fno-builtin -fsanitize-coverage=trace-pc
work_wrapped := memcpy memmove memset memcmp memchr memrchr memmem strlen strcmp strchr strrchr strstr strcspn strspn strdup calloc \
    realloc reallocarray read fwrite vsnprintf snprintf pthread_create _exit
link.work := $(work_wrapped:%=-Wl,--wrap=%)
# The release without hardening: tests/lab/bench measures the cost of hardening.
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

# The other builds of `make test` do not repeat the warnings of config=check; `make lint` shows those of both compilers. A sanitized
# source compiles in a tenth less time without warnings.
ifneq ($(filter asan libfuzzer work,$(config)),)
warnings := -w
endif

CPPFLAGS := -I. -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64
CFLAGS := -std=c11 -ffp-contract=off $(warnings) $(flags) $(threads) $(EXTRA)
LDFLAGS := $(flags) $(link.$(config)) $(threads)
LDLIBS := -lm

# Prints a line per file, with V=1 the command instead, with make -s nothing. A recipe begins with $(call tell,CC,$<).
tell = $(if $(filter 1,$V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,printf '  %-2s %s\n' '$1' '$2';))

# corpus/loaders/ contains separate programs.
library_sources := $(filter-out $(without.$(config)),$(sort $(instead.$(config)) \
    $(wildcard core/*/*.c validators/*.c validators/*/*.c validators/*/*/*.c) \
    $(wildcard corpus/*.c) $(filter-out corpus/loaders/%,$(wildcard corpus/*/*.c))))
program_sources := $(sort $(wildcard cli/*.c cli/*/*.c cli/*/*/*.c))
program_sources.asan := tests/sanitized/leaks.c
unit_sources.asan := tests/sanitized/unit_leaks.c
program_sources.sites := tests/lab/coverage/sites.c
program_sources.entered := tests/lab/mutants/entered.c
program_sources.work := tests/lab/sweep/work.c
build/work/obj/tests/lab/sweep/work.o: CFLAGS += -fno-sanitize-coverage=trace-pc
unit_sources := $(sort $(wildcard tests/unit/*/*.c))
objects_at := $(if $(filter asan libfuzzer,$(config)),build/sanitized,$(build))/obj
objects = $(patsubst %.c,$(objects_at)/%.o,$(1))
library := $(build)/libanimproof.a
program := $(build)/animproof
unit_tests := $(build)/unit-tests

.PHONY: all run test test-check test-sanitized fresh static static-aarch64 release release-twice release-fresh test-fix test-hooks test-editors test-report-readers test-gltf test-spec test-floats test-numbers test-id-numbers ready loaders loaders-setup conform-assimp detection bless lab lint format docs man dist deb deb-fresh clean help need-run need-check need-test need-lint

all: $(if $(module.$(config)),$(module.$(config)),$(program)) $(library)

$(library): $(call objects,$(library_sources))
	@mkdir -p $(@D) && rm -f $@
	$(call tell,AR,$@)$(AR) rcs $@ $^

# The map of the linker names what of other projects is in the program (.ci/sbom).
$(program): $(call objects,$(program_sources) $(program_sources.$(config))) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -Wl,-Map=$@.map -o $@ $^ $(LDLIBS)

# Criterion starts a process for each unit test. A start takes 6 ms of CPU time with Criterion's static library, and 25 ms with the
# shared one, which loads 18 other libraries. A sanitized start takes 34 ms instead of 104 ms. LLVM's linker ignores the
# constructor of boxfort.
criterion = $(if $(findstring /,$(shell $(CC) -print-file-name=libprotobuf-nanopb.a)), \
    -fuse-ld=bfd -l:libcriterion.a -lboxfort -lprotobuf-nanopb -lnanomsg -lffi,-lcriterion)
$(unit_tests): $(call objects,$(unit_sources.$(config)) $(unit_sources) tests/unit/differences.c) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(criterion) $(LDLIBS)

# Test sources, and in sanitized builds the commands, are not optimised: optimising takes longer than it saves. They are not
# instrumented for fuzzing engines either, because no fuzz target contains them.
$(objects_at)/tests/unit/%.o: CFLAGS += -O0 -U_FORTIFY_SOURCE
build/check/obj/cli/%.o: CFLAGS += -O1
# Debug information of the public functions: tests read the types of parameters and results from it.
build/check/obj/validators/library/%.o: CFLAGS += -g
build/sanitized/obj/cli/%.o: CFLAGS += -O0 $(unengined)
build/sanitized/obj/cli/config/glob.o: CFLAGS += -O2 # patterns that take too long
build/sanitized/obj/tests/unit/%.o: CFLAGS += $(unengined)
unengined := -fno-sanitize=fuzzer-no-link
# The engine sees no comparison of code that reads and computes numbers: with the sanitizers' own comparisons, tracing them took half
# the time of a long file. Defects and mutators are not what a target tests.
untraced := $(addprefix build/sanitized/obj/,core/number core/text validators/md5 validators/md5anim)
$(untraced:%=%/%.o): CFLAGS += -fno-sanitize-coverage=trace-cmp
build/sanitized/obj/corpus/defect/%.o build/sanitized/obj/corpus/mutator/%.o: CFLAGS += $(unengined)

$(objects_at)/%.o: %.c
	@mkdir -p $(@D)
	$(call tell,CC,$<)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Files embedded in the program (core/base/embedded.h): a change rebuilds the objects.
$(objects_at)/cli/spec.o: $(wildcard docs/formats/spec/*)
$(objects_at)/cli/conform/report/rating_page.o: $(wildcard cli/conform/report/matrix.*)

-include $(wildcard $(addprefix $(objects_at)/,*/*.d */*/*.d */*/*/*.d))

include validators/library/library.mk
include fuzz/fuzz.mk
include web/web.mk
include cli/lsp/vscode/vscode.mk
include tests/lab/bench/bench.mk
include tests/lab/machines/machines.mk
include tests/lab/proofs/proofs.mk
include tests/lab/coverage/coverage.mk
include tests/lab/sweep/sweep.mk
include tests/lab/mutants/mutants.mk

# Targets for people

run_packages := gcc make libc6-dev libzip-dev
# Packages of make test, and of make test ALL=1.
check_packages := $(run_packages) libcriterion-dev libnanopb-dev libjansson-dev g++ valgrind groff-base neovim binutils pkg-config \
    abigail-tools python3 python3-yaml python3-pytest python3-pytest-xdist python3-fastjsonschema
test_packages := $(check_packages) clang-19 lld-19 libclang-rt-19-dev llvm-19
lint_packages := $(test_packages) clang clang-format clang-tidy cppcheck

need-run:
	@.ci/need $(run_packages)
need-check:
	@.ci/need $(check_packages)
need-test:
	@.ci/need $(test_packages)
need-lint:
	@.ci/need $(lint_packages)
# Installs the packages that the build needs, and builds the program. Most targets below depend on this one.
ready:
	@.ci/need $(run_packages) python3
	@$(MAKE) --no-print-directory -s -j2 all

run: need-run
	@echo 'building $(program)'
	@$(MAKE) --no-print-directory -s -j2 all
	@.ci/show $(program)

# With ALL=1 both builds run at the same time, so that no core is idle at the end of a build. test-check needs gcc; clang, for
# test-sanitized, is installed meanwhile by the third job.
# ONLY selects parts, files and cases, separated by commas (tests/run.py).
test: need-check
ifneq ($(ONLY),)
	@tests/run.py --only '$(ONLY)'
else ifneq ($(ALL),)
	@$(MAKE) --no-print-directory -j3 test-check test-sanitized
	@tests/run.py --all
else
	@$(MAKE) --no-print-directory -j2 test-check
	@tests/run.py
endif

test-check:
	@$(MAKE) --no-print-directory config=check all public build/check/unit-tests build/check/hostile \
	    fuzz-data build/bench/yardsticks build/check/fuzz/animproof-mutator.so build/check/fuzz/animproof-mutator.o \
	    $(if $(ALL),$(wordlist 2,9,$(sweep_programs.plain)))
	$(if $(ALL),@$(MAKE) --no-print-directory growth-made)

test-sanitized: need-test
	@$(MAKE) --no-print-directory config=asan all build/asan/unit-tests build/asan/hostile fuzz-harness
	@$(MAKE) --no-print-directory config=libfuzzer fuzz-build fuzz-harness

fresh: ## runs `make run` and `make test`, each on a bare system (as root; some minutes)
	@.ci/fresh

test-floats: ready ## tests every float32 as text and back (a quarter of an hour)
	@$(MAKE) --no-print-directory $(build)/all-floats
	$(build)/all-floats

$(build)/all-floats: tests/lab/sweep/all_floats.c $(library)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

static: ## builds build/static/animproof, a static program that needs no shared library
	@$(MAKE) --no-print-directory config=static build/static/animproof

static-aarch64: ## builds build/static-aarch64/animproof, the static program for 64-bit Arm, by Debian's cross compiler
	@.ci/need make gcc-aarch64-linux-gnu libc6-dev-arm64-cross
	@$(MAKE) --no-print-directory config=static build=build/static-aarch64 CC=aarch64-linux-gnu-gcc build/static-aarch64/animproof

test-hooks: ready ## tests the hooks of .pre-commit-hooks.yaml and the steps of the Dockerfile (some minutes)
	@$(MAKE) --no-print-directory static
	@.ci/need pre-commit python3-pytest
	ANIMPROOF_TEST_BUILD=1 $(PYTHON) -m pytest -q tests/cli/ci/test_hooks.py --program $(program)
	ANIMPROOF_TEST_BUILD=1 $(PYTHON) -m pytest -q tests/cli/ci/test_ci_pages.py --program build/static/animproof

vscode_protocol := build/vscode-client/node_modules/vscode-languageserver-protocol/package.json
test-editors: ready $(vscode_protocol) ## tests Neovim, Vim and VS Code's library of the protocol with the language server and --format gcc
	@.ci/need neovim vim
	$(PYTHON) tests/editors/editors.py $(program)
	node tests/editors/vscode_client.mjs build/vscode-client/node_modules $(program)

$(vscode_protocol):
	@command -v npm >/dev/null || .ci/need nodejs npm
	npm install --prefix build/vscode-client --no-save --no-audit --no-fund vscode-languageserver-protocol@3.18.5

multitool := build/report-readers/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
test-report-readers: ready $(multitool) ## checks reports with junitparser, GitLab's schema and the SARIF multitool (100 MB from npm)
	@.ci/need python3-junitparser python3-jsonschema
	SARIF_MULTITOOL=$(CURDIR)/$(multitool) $(PYTHON) tests/report_readers/report_readers.py $(program)

$(multitool):
	@command -v npm >/dev/null || .ci/need npm
	npm install --prefix build/report-readers --no-save --no-audit --no-fund @microsoft/sarif-multitool-linux@5.7.0
	chmod +x $@

gltf_validator := build/gltf/node_modules/gltf-validator/index.js
test-gltf: ready $(gltf_validator) ## checks output of convert --to gltf with the Khronos validator (a minute)
	@command -v node >/dev/null || .ci/need nodejs
	$(PYTHON) tests/report_readers/gltf_documents.py $(program) build/gltf/node_modules

$(gltf_validator):
	@command -v npm >/dev/null || .ci/need nodejs npm
	npm install --prefix build/gltf --no-save --no-audit --no-fund gltf-validator@2.0.0-dev.3.10

kaitai := build/kaitai/node_modules/kaitai-struct-compiler/kaitai-struct-compiler.js
test-spec: ready $(kaitai) ## compiles the output of spec --format ksy with Kaitai Struct and runs it on files (half a minute)
	@command -v node >/dev/null || .ci/need nodejs
	$(PYTHON) tests/report_readers/spec_kaitai.py $(program) build/kaitai/node_modules

$(kaitai):
	@command -v npm >/dev/null || .ci/need nodejs npm
	npm install --prefix build/kaitai --no-save --no-audit --no-fund kaitai-struct-compiler@0.11.0 kaitai-struct@0.11.0 js-yaml@4.1.0

loaders: ## builds loaders of other projects for animproof conform (docs/use/loaders.md)
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

# Measures detection and writes docs/evidence/detection.md: SEEDS corpora per format, wrong counts, canonical text compared
# with Assimp if `make loaders` has built its loader, and for SECONDS steps of FILES mutated files compared with the independent
# readers. A later run continues. ONLY=comparison runs only the comparison, ONLY=counts only the wrong counts.
detection: ready ## measures detection: docs/evidence/detection.md; SEEDS=, FILES=, SECONDS=, ONLY=
	@.ci/need pypy3
	$(PYTHON) tests/lab/bench/detection/detection.py $(program) $(if $(SEEDS),--seeds $(SEEDS)) $(if $(FILES),--files $(FILES)) \
	    $(if $(SECONDS),--seconds $(SECONDS)) $(addprefix --only-,$(ONLY))

test-numbers: ready ## tests ten million spellings of numbers with each reader of numbers (some seconds)
	@$(MAKE) --no-print-directory $(build)/number-spellings
	$(build)/number-spellings

$(build)/number-spellings: tests/lab/sweep/number_spellings.c $(library)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-id-numbers: ready ## tests a million floats, written like `format` and read like id Tech 4 (a second)
	@$(MAKE) --no-print-directory $(build)/id-floats
	$(build)/id-floats

$(build)/id-floats: tests/lab/sweep/id_floats.c $(library)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-fix: ready ## fixes broken files of ten standard corpora, safely and with --unsafe (a minute)
	$(PYTHON) tests/fixing.py $(program) --corpora 10
	$(PYTHON) tests/fixing.py $(program) --corpora 10 --unsafe

bless: ready ## updates the expected results of tests; git diff shows the difference
	@$(PYTHON) tests/golden.py $(program) bless
	@$(PYTHON) tests/mistakes.py $(program) bless
	@.ci/need python3-pytest
	@$(PYTHON) -m pytest -q --bless --program $(program) tests/cli/corpora/test_frozen_ids.py tests/cli/commands/test_help_sums.py $(wildcard tests/cli/*/*.session)

docs: ready ## updates docs/formats/rules.md, tables of rules and figures in other pages, names in schemas, and summaries in docs/formats/spec
	$(program) rules --format markdown > docs/formats/rules.md
	@$(PYTHON) tests/pages/formats_page.py --bless $(program)
	@$(PYTHON) tests/pages/fix_page.py --bless $(program)
	@$(PYTHON) tests/pages/stats_page.py --bless $(program)
	@$(PYTHON) tests/pages/page_sessions.py --bless $(program)
	@$(PYTHON) tests/pages/spec_summaries.py $(program)

dist: ## packs the sources of a commit: build/dist/animproof-VERSION.tar.gz (REV=HEAD)
	@.ci/dist $(or $(REV),HEAD)

deb: ## builds Debian packages of the last commit: build/deb
	@.ci/deb

deb-fresh: deb ## installs, tests and purges the packages in a bare root, and builds them there again (as root; some minutes)
	@.ci/deb-fresh

release: ## builds all files of a release of the last commit: build/release (docs/use/install.md)
	@.ci/release build/release

release-twice: release ## builds the files of a release again, with other settings of time zone, language and umask, and compares the bytes
	@umask 077 && TZ=Asia/Kathmandu LC_ALL=C .ci/release build/release-again
	@diff -r build/release build/release-again && echo 'release-twice: each file has the same bytes twice'

release-fresh: ## installs and tries each file of build/release in bare roots (as root; some minutes)
	@.ci/deb-fresh build/release
	@.ci/release-fresh

man: ready ## writes the manual pages: build/man
	$(program) manual -o $(build)/man

# Checks formatting, warnings of two compilers, two analysers, and tests/floors.py.
sources = $(shell git ls-files '*.[ch]')
lint: need-lint ## checks formatting, warnings of two compilers, static analysis and floors
	clang-format --dry-run -Werror $(sources)
	$(PYTHON) tests/floors.py
	@$(MAKE) --no-print-directory -j2 config=release all EXTRA=-Werror
	@$(MAKE) --no-print-directory -j2 config=clang all EXTRA=-Werror
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability,performance --inline-suppr \
	    -D_GNU_SOURCE -D__BYTE_ORDER__=1234 -D__ORDER_LITTLE_ENDIAN__=1234 -I. core validators corpus cli
	clang-tidy --quiet $(library_sources) $(program_sources) -- -std=c11 $(CPPFLAGS)

lab: ## lists the measuring instruments and long checks of tests/lab, with their last figures
	@sed -n 's/^| `\(make [^`]*\)` | \(.*\) | \(.*\) | \(.*\) | \(.*\) |$$/\1\t\2 (\3)\n\t    last: \4, at \5/p' tests/lab/README.md | sed 's/\t    last: –, at –$$/\t    last: not kept/' | expand -t 32

format: ## formats the sources
	clang-format -i $(sources)

clean: ## removes build/
	rm -rf build

help: ## prints this list
	@sed -n 's/^# \(make.*\)/\1/p' Makefile
	@sed -nE 's/^([a-z][a-z -]*):.*## (.*)/make \1\t\2/p' $(filter Makefile %.mk,$(MAKEFILE_LIST)) | sort | expand -t 26
