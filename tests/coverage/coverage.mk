# Which lines, branches and conditions of core/ and validators/ the tests reach (docs/COVERAGE.md).

.PHONY: witnesses

# Writes tests/coverage/witnesses.tsv anew: for each place that makes findings the smallest input that reaches it.
witnesses:
	@$(MAKE) --no-print-directory -j2 config=sites build/sites/animproof
	$(PYTHON) tests/coverage/witnesses.py sweep build/sites/animproof
