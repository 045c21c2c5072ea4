# Small wrong changes of the sources, and which of them no test notices (docs/evidence/mutants.md). Not in make test.
.PHONY: mutants mutant-objects mutant-flags

mutant_units := $(call objects,$(unit_sources) tests/unit/forks.c $(program_sources.$(config)))

# Canaries, and then changes drawn by SEED, until COUNT of them are judged or SECONDS are over; the next run goes on.
# ONLY=core/text draws of some files alone, AIM=rule of what decides findings; MORE=--again judges
# those that lived again, and MORE=--slow by slow tests.
mutants: ## wrong changes of the sources that no test notices: SECONDS=, COUNT=, SEED=, J= (docs/evidence/mutants.md)
	@.ci/need $(test_packages) lld
	@$(PYTHON) tests/mutants/mutants.py $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) \
	    $(if $(COUNT),--count $(COUNT)) $(if $(J),-j $(J)) $(if $(ONLY),--only $(ONLY)) $(if $(AIM),--aim $(AIM)) $(MORE)

# For the script: builds the objects of the program and of the unit tests, and lists them, a line each.
mutant-objects: $(call objects,$(library_sources) $(program_sources) $(program_sources.$(config))) $(mutant_units)
	@echo $(call objects,$(library_sources) $(program_sources) $(program_sources.$(config)))
	@echo $(call objects,$(library_sources)) $(mutant_units)

mutant-flags:
	@echo $(CC) $(CPPFLAGS) $(filter-out -W%,$(CFLAGS))
