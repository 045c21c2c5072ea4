# Included by the Makefile: sweeps inject failures of each kind, one after the other (docs/evidence/sweeps.md). `make test ALL=1` runs a random
# sample (tests/lab/sweep/sweep.py --short).
sweep_kinds := truncate patch patch-all memory allocations sizes calls signals address-space
sweep_builds := plain asan msan tsan valgrind
.PHONY: sweep $(sweep_kinds:%=sweep-%) $(sweep_builds:%=sweep-%) $(sweep_builds:%=sweep-build-%)

sweep_bytes := $(build)/sweep/sweep_bytes
$(sweep_bytes): $(call objects,tests/lab/sweep/sweep_bytes.c tests/lab/sweep/sweep_case.c fuzz/oracle.c fuzz/expect.c) $(library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# faults.c as a preloaded library; in sanitized programs it is linked before the functions that replace those of the C library.
sweep_shim := $(build)/sweep/faults.so
$(sweep_shim): tests/lab/sweep/faults.c
	@mkdir -p $(@D)
	$(call tell,CC,$@)$(CC) $(CPPFLAGS) -std=c11 -O1 -Wall -Wextra -shared -fPIC -o $@ $< -ldl

sweep_wrapped := open64 openat64 mkostemp64 tmpfile64 fopen64 opendir read pread64 write fstat64 stat64 lstat64 lseek64 mmap64 fsync \
    fchmod linkat rename renameat2 unlink mkdir readdir64 fts64_read poll pipe2 fork waitpid wait4 waitid realpath readlink posix_spawnp \
    pthread_create close strdup strndup open_memstream asprintf malloc calloc realloc
sweep_program := $(build)/sweep/animproof
$(build)/sweep/wrapped_faults.o: tests/lab/sweep/faults.c
	@mkdir -p $(@D)
	$(call tell,CC,$@)$(CC) $(CPPFLAGS) -DSWEEP_WRAP -std=c11 -O1 -Wall -Wextra -c -o $@ $<

$(sweep_program): $(call objects,$(program_sources) $(program_sources.$(config))) $(build)/sweep/wrapped_faults.o $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) $(addprefix -Wl$(comma)--wrap=,$(sweep_wrapped)) -o $@ $^ $(LDLIBS) -ldl

# Programs of each sweep build. make test ALL=1 runs the first build.
sweep_programs.plain := check build/check/animproof build/check/sweep/sweep_bytes build/check/sweep/faults.so
sweep_programs.asan := asan build/asan/sweep/sweep_bytes build/asan/sweep/animproof
sweep_programs.msan := msan build/msan/sweep/sweep_bytes build/msan/sweep/animproof
sweep_programs.tsan := tsan build/tsan/sweep/animproof
sweep_programs.valgrind := check build/check/sweep/sweep_bytes build/check/sweep/animproof

$(sweep_builds:%=sweep-build-%): sweep-build-%:
	@$(MAKE) --no-print-directory -s -j2 config=$(firstword $(sweep_programs.$*)) $(wordlist 2,9,$(sweep_programs.$*))

# Measures how the work of each command grows with its input (tests/lab/sweep/growth.py). make test ALL=1 runs the short form.
.PHONY: growth growth-made
growth-made:
	@$(MAKE) --no-print-directory -s -j2 config=work build/work/animproof

growth: ready growth-made ## measures the work of each command as its input grows: docs/evidence/sweeps.md (some minutes)
	$(PYTHON) tests/lab/sweep/growth.py build/work/animproof

# Runs all kinds except patch-all with all builds, or ONLY="KIND... BUILD..."; three hours of processor time. EVERY=N runs one
# case in N.
sweep: need-test ## injects failures of each kind, one after the other: docs/evidence/sweeps.md (hours; ONLY=, EVERY=)
	@$(MAKE) --no-print-directory $(sweep_builds:%=sweep-build-%)
	@$(PYTHON) tests/lab/sweep/sweep.py --publish $(ONLY)

# Targets for one kind with the build of make test, and for all kinds with one build.
$(sweep_kinds:%=sweep-%): sweep-%: need-test sweep-build-plain
	@$(PYTHON) tests/lab/sweep/sweep.py plain $*
$(sweep_builds:%=sweep-%): sweep-%: need-test
	@$(MAKE) --no-print-directory sweep-build-plain sweep-build-$*
	@$(PYTHON) tests/lab/sweep/sweep.py --publish $*
