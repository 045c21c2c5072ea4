# Included by the Makefile: proofs of the sources by Frama-C (docs/evidence/proofs.md). Not in make test: Frama-C takes 0.9 GB.
.PHONY: prove

prove: ## proves properties of the sources with Frama-C (some minutes; 0.9 GB of packages)
	@.ci/need python3 gcc libc6-dev frama-c-base why3 z3 cvc4
	@$(PYTHON) tests/lab/proofs/prove.py
