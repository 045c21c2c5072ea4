# Included by the Makefile: what Frama-C proves of the sources (docs/evidence/proofs.md). Not in make test: Frama-C is 0.9 GB.
.PHONY: prove

prove: ## what Frama-C proves of the sources (some minutes; 0.9 GB of packages)
	@.ci/need python3 gcc libc6-dev frama-c-base why3 z3 cvc4
	@$(PYTHON) tests/proofs/prove.py
