# Included by the Makefile: the module that a page runs.
web_sources := $(wildcard web/*.c)

.PHONY: wasm
# The module, with what it needs installed.
wasm:
	@.ci/need make $(wasm_packages)
	@$(MAKE) --no-print-directory config=wasm all

build/wasm/animproof.wasm: $(call objects,$(web_sources) web/module/exports.c) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -mexec-model=reactor -Wl,--strip-all -o $@ $^
