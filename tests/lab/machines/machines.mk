# Included by the Makefile: tests on other compilers and machines. Not in make test.
.PHONY: platforms cluster-test cluster-million ssh-test job-test saves-test same-reports

machine_verbs := $(build)/machine-verbs
$(machine_verbs): $(call objects,tests/lab/machines/verbs.c $(web_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Draws pictures of broken files in a sanitized program (make test-web).
picture_tries := $(build)/picture-tries
$(picture_tries): $(call objects,tests/lab/machines/pictures.c $(web_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# make platforms ONLY="musl s390x" takes a minute of processor time per platform, or three if emulated, mostly for compiling.
platforms: ready ## checks that other compilers and machines give the same output (twenty minutes; ONLY="musl s390x")
	@$(MAKE) --no-print-directory $(machine_verbs)
	@$(PYTHON) tests/lab/machines/platforms.py --every $(or $(EVERY),60) $(program) $(machine_verbs) $(ONLY)

cluster-test: ready ## runs eight tasks under Slurm on the loopback, and kills two (as root)
	@.ci/need slurmctld slurmd slurm-client munge
	@$(PYTHON) tests/lab/machines/cluster.py $(program)

cluster-million: ready ## lints a million generated files in eight shards (8 GB, a quarter of an hour of CPU time)
	@$(PYTHON) tests/lab/machines/million.py $(program) --files $(or $(FILES),1000000)

# Makes 1,200 saves while fix -w and format -w run, and 1,200 in bursts, in about a minute. FOLDER=DIR selects the file system,
# SAVES=N the number of saves of each kind.
saves-test: ready ## checks that no save of an editor is lost while fix -w and format -w run (a minute); SAVES=, FOLDER=
	@$(PYTHON) tests/lab/machines/saves.py $(program) --saves $(or $(SAVES),200) $(addprefix --folder ,$(FOLDER))

same-reports: ready ## checks that reports of 5,000 mutated files do not depend on threads, shards or archives; FILES=, SEED=
	@$(PYTHON) tests/lab/machines/same_reports.py $(program) --files $(or $(FILES),5000) --seed $(or $(SEED),1)

ssh-test: ready ## tests docs/use/cluster/ssh.sh with GNU parallel and sshd on the loopback (as root)
	@.ci/need parallel openssh-server openssh-client
	@$(PYTHON) tests/lab/machines/ssh_hosts.py $(program)

job-test: ## checks the jobs of docs/use/cluster with the schemas of Kubernetes
	@command -v npm >/dev/null || .ci/need nodejs npm
	@npm install --prefix build/job --no-save --no-audit --no-fund --silent kubernetes-models@5.1.0 yaml@2.9.1
	@node tests/lab/machines/job.mjs build/job docs/use/cluster/job.yaml
