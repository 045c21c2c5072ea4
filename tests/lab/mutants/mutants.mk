# Makes small wrong changes to the sources, and lists those that no test notices (docs/evidence/mutants.md). Not in make test.
.PHONY: mutants mutant-objects mutant-flags

mutant_units := $(call objects,$(unit_sources) tests/lab/mutants/forks.c $(program_sources.$(config)))

# Tests canaries, then random changes from SEED, until COUNT changes are tested or SECONDS are over; the next run continues.
# ONLY=core/text limits the changes to some files, AIM=rule to code that decides about findings. MORE=--again tests the changes
# that no test noticed again, MORE=--slow uses slow tests.
mutants: ## finds wrong changes of the sources that no test notices: SECONDS=, COUNT=, SEED=, J= (docs/evidence/mutants.md)
	@.ci/need $(test_packages) lld
	@$(PYTHON) tests/lab/mutants/mutants.py $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) \
	    $(if $(COUNT),--count $(COUNT)) $(if $(J),-j $(J)) $(if $(ONLY),--only $(ONLY)) $(if $(AIM),--aim $(AIM)) $(MORE)

# Called by the script: builds the objects of the program and of the unit tests, and lists them, one per line.
mutant-objects: $(call objects,$(library_sources) $(program_sources) $(program_sources.$(config))) $(mutant_units)
	@echo $(call objects,$(library_sources) $(program_sources) $(program_sources.$(config)))
	@echo $(call objects,$(library_sources)) $(mutant_units)

mutant-flags:
	@echo $(CC) $(CPPFLAGS) $(filter-out -W%,$(CFLAGS))
