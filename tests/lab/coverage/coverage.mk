# Measures lines, branches and conditions of core/ and validators/ that tests reach (docs/evidence/coverage.md).

.PHONY: witnesses

witnesses: ## searches an input for each call that makes a finding (a minute)
	@$(MAKE) --no-print-directory -j2 config=sites build/sites/animproof
	$(PYTHON) tests/lab/coverage/witnesses.py sweep build/sites/animproof

# Plain programs that run on files of golden/, one program per source file (tests/lab/coverage/steps.py).
steps := $(addprefix $(build)/,memory_steps changed_bytes edited_files)
$(steps): $(build)/%: $(objects_at)/tests/lab/coverage/%.o $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Runs the tests with counters of clang-19 and compares lines, branches and MC/DC with the required minimum (some minutes).
.PHONY: coverage
coverage: ## measures lines, branches and MC/DC of core/ and validators/ that tests reach (some minutes)
	@.ci/need $(test_packages)
	@$(MAKE) --no-print-directory -s -j2 config=coverage all build/coverage/unit-tests fuzz-build \
	    $(addprefix build/coverage/,memory_steps changed_bytes edited_files sweep/sweep_bytes sweep/animproof)
	@LLVM_PROFILE_FILE=/dev/null $(MAKE) --no-print-directory -s -j2 config=coverage fuzz-data
	@$(MAKE) --no-print-directory -s -j2 config=sites build/sites/animproof
	$(PYTHON) tests/lab/coverage/witnesses.py places build/sites/animproof
	$(PYTHON) tests/lab/coverage/coverage.py
