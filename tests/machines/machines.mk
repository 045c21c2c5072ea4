# Included by the Makefile: that other compilers and machines say the same. Not in make test.
.PHONY: platforms

machine_verbs := $(build)/machine-verbs
$(machine_verbs): $(call objects,tests/machines/verbs.c $(web_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# make platforms ONLY="musl s390x"; some machines are half an hour's work, most of which is compiling.
platforms: $(program) $(machine_verbs)
	@.ci/need $(run_packages) python3
	@$(PYTHON) tests/machines/platforms.py --every $(or $(EVERY),20) $(program) $(machine_verbs) $(ONLY)
