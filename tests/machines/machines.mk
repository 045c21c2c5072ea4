# Included by the Makefile: that other compilers and machines say the same. Not in make test.
.PHONY: platforms cluster-test

machine_verbs := $(build)/machine-verbs
$(machine_verbs): $(call objects,tests/machines/verbs.c $(web_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Pictures of broken files, in a sanitized program (make test-web).
picture_tries := $(build)/picture-tries
$(picture_tries): $(call objects,tests/machines/pictures.c $(web_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# make platforms ONLY="musl s390x": a minute of processor time each, three of those that are emulated, most of it compiling.
platforms: $(program) $(machine_verbs)
	@.ci/need $(run_packages) python3
	@$(PYTHON) tests/machines/platforms.py --every $(or $(EVERY),60) $(program) $(machine_verbs) $(ONLY)

# Slurm on the loopback, as root (docs/CLUSTER.md); some twenty seconds. The compiler, too, is installed first: a bare machine
# has none (.ci/fresh "make cluster-test").
cluster-test:
	@.ci/need $(run_packages) python3 slurmctld slurmd slurm-client munge
	@$(MAKE) --no-print-directory -s -j2 all
	@$(PYTHON) tests/machines/cluster.py $(program)
