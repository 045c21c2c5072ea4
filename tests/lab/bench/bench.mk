# Included by the Makefile: the benchmarks. Inputs are made once, under build/bench.
.PHONY: bench bench-setup bench-hardening bench-compare output-compare compare-folders false-alarms same-scenes
bench_programs := build/bench/yardsticks $(if $(wildcard /usr/include/assimp/cimport.h),build/bench/assimp_load)

# Programs that `make bench` compares with if they are installed.
bench-setup: ## installs the programs that `make bench` compares with
	@.ci/need $(run_packages) python3 python3-numpy libassimp-dev

build/bench/yardsticks: tests/lab/bench/yardsticks.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O3 -o $@ $<

build/bench/assimp_load: tests/lab/bench/assimp_load.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 -o $@ $< -lassimp

build/bench/assimp_scene: tests/lab/bench/detection/assimp_scene.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 -o $@ $< -lassimp

bench: ready ## measures speed, and writes docs/evidence/performance.md (seven minutes)
	@$(MAKE) --no-print-directory $(bench_programs)
	@$(PYTHON) tests/lab/bench/bench.py
	@$(MAKE) --no-print-directory bench-hardening

# Measures the release build and a build without hardening alternately, in about two minutes, and updates a
# table of docs/evidence/performance.md.
bench-hardening: ready ## measures the cost of hardening: docs/evidence/performance.md (two minutes)
	@$(MAKE) --no-print-directory -s config=plain build/plain/animproof
	@$(PYTHON) tests/lab/bench/hardening_cost.py $(program) build/plain/animproof

bench-compare: ready ## compares the speed of this tree and of a commit: BASE=REV
	@$(MAKE) --no-print-directory $(bench_programs)
	@$(PYTHON) tests/lab/bench/bench_compare.py $(BASE)

compare-folders: ready ## compares the findings on 600 made folders with those of the independent readers (a minute); FOLDERS=, SEED=
	@$(PYTHON) tests/ref/compare_folders.py $(program) --folders $(or $(FOLDERS),600) --seed $(or $(SEED),1)

false-alarms: ready ## lints 500 generated sets of files, which have no finding: docs/evidence/detection.md (two minutes); SETS=, SEED=
	@$(PYTHON) tests/lab/bench/detection/false_alarms.py $(program) --page --sets $(or $(SETS),500) --seed $(or $(SEED),1)

same-scenes: ready ## compares what Assimp reads from files that mean the same: docs/evidence/equivalent.md (20 minutes); FOLDERS=
	@.ci/need libassimp-dev
	@$(MAKE) --no-print-directory build/bench/assimp_scene
	@$(PYTHON) tests/lab/bench/detection/same_scenes.py $(program) build/bench/assimp_scene $(FOLDERS)

# make output-compare BASE=HEAD~3 compares the output and the written files of both programs, after a change without visible
# effect.
output-compare: ready ## compares all output of this tree and of a commit: BASE=REV
	@$(PYTHON) tests/lab/bench/output_compare.py $(BASE) $(program) $(COMPARED)
