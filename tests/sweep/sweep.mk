# Included by the Makefile: sweeps, docs/SWEEPS.md. `make test` runs a draw of them (tests/sweep/sweep.py --short).
.PHONY: sweep sweep-build sweep-truncate sweep-patch sweep-patch-all sweep-memory sweep-allocations sweep-sizes sweep-calls \
    sweep-address-space sweep-signals

sweep_bytes := $(build)/sweep/sweep_bytes
$(sweep_bytes): $(call objects,tests/sweep/sweep_bytes.c tests/sweep/sweep_case.c fuzz/oracle.c fuzz/expect.c) $(library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# faults.c to be preloaded; and linked in, in front of what a sanitizer puts in the place of the C library's.
sweep_shim := $(build)/sweep/faults.so
$(sweep_shim): tests/sweep/faults.c
	@mkdir -p $(@D)
	$(call tell,CC,$@)$(CC) $(CPPFLAGS) -std=c11 -O1 -Wall -Wextra -shared -fPIC -o $@ $< -ldl

sweep_wrapped := open64 openat64 mkostemp64 tmpfile64 fopen64 opendir read pread64 write fstat64 stat64 lstat64 lseek64 mmap64 fsync \
    fchmod linkat rename unlink mkdir readdir64 fts64_read poll pipe2 fork waitpid wait4 waitid realpath readlink posix_spawnp \
    pthread_create close strdup strndup open_memstream asprintf malloc calloc realloc
sweep_program := $(build)/sweep/animproof
$(build)/sweep/wrapped_faults.o: tests/sweep/faults.c
	@mkdir -p $(@D)
	$(call tell,CC,$@)$(CC) $(CPPFLAGS) -DSWEEP_WRAP -std=c11 -O1 -Wall -Wextra -c -o $@ $<

$(sweep_program): $(call objects,$(program_sources) $(program_sources.$(config))) $(build)/sweep/wrapped_faults.o $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) $(addprefix -Wl$(comma)--wrap=,$(sweep_wrapped)) -o $@ $^ $(LDLIBS) -ldl

sweep_check := build/check/animproof build/check/sweep/sweep_bytes build/check/sweep/faults.so
sweep_asan := build/asan/sweep/sweep_bytes build/asan/sweep/animproof
sweep-build:
	@$(MAKE) --no-print-directory -s -j2 config=check $(sweep_check)
	@$(MAKE) --no-print-directory -s -j2 config=asan $(sweep_asan)

# All kinds but patch-all: some hours of processor time. PART=K/N does the K-th of N shares of the cases.
sweep: need-test sweep-build
	@$(PYTHON) tests/sweep/sweep.py --publish

sweep-truncate sweep-patch sweep-patch-all sweep-memory sweep-allocations sweep-sizes sweep-calls sweep-address-space sweep-signals: sweep-build
	@$(PYTHON) tests/sweep/sweep.py $(@:sweep-%=%)
