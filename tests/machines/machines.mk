# Included by the Makefile: that other compilers and machines say the same. Not in make test.
.PHONY: platforms cluster-test cluster-million ssh-test job-test saves-test same-reports

machine_verbs := $(build)/machine-verbs
$(machine_verbs): $(call objects,tests/machines/verbs.c $(web_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Pictures of broken files, in a sanitized program (make test-web).
picture_tries := $(build)/picture-tries
$(picture_tries): $(call objects,tests/machines/pictures.c $(web_sources)) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# make platforms ONLY="musl s390x": a minute of processor time each, three of those that are emulated, most of it compiling.
platforms: ready
	@$(MAKE) --no-print-directory $(machine_verbs)
	@$(PYTHON) tests/machines/platforms.py --every $(or $(EVERY),60) $(program) $(machine_verbs) $(ONLY)

# Slurm on the loopback, as root (docs/use/cluster.md); some twenty seconds.
cluster-test: ready
	@.ci/need slurmctld slurmd slurm-client munge
	@$(PYTHON) tests/machines/cluster.py $(program)

# A million made files in eight shards, and the merged report beside the corpora's plans: 8 GB, a quarter of an hour of processor time.
cluster-million: ready
	@$(PYTHON) tests/machines/million.py $(program) --files $(or $(FILES),1000000)

# 1,200 saves while fix -w and format -w run, and as many in storms; about a minute. FOLDER=DIR: on its file system; SAVES=N of each kind.
saves-test: ready
	@$(PYTHON) tests/machines/saves.py $(program) --saves $(or $(SAVES),200) $(addprefix --folder ,$(FOLDER))

# Reports of 5,000 mutated files by one thread, several, shards and an archive; some minutes. FILES=N; SEED=N.
same-reports: ready
	@$(PYTHON) tests/machines/same_reports.py $(program) --files $(or $(FILES),5000) --seed $(or $(SEED),1)

# docs/use/cluster/ssh.sh by GNU parallel and sshd on the loopback, as root; some seconds.
ssh-test: ready
	@.ci/need parallel openssh-server openssh-client
	@$(PYTHON) tests/machines/ssh_hosts.py $(program)

# The jobs of docs/use/cluster, by the schemas of Kubernetes.
job-test:
	@command -v npm >/dev/null || .ci/need nodejs npm
	@npm install --prefix build/job --no-save --no-audit --no-fund --silent kubernetes-models@5.1.0 yaml@2.9.1
	@node tests/machines/job.mjs build/job docs/use/cluster/job.yaml
