# Included by the Makefile: the module that a page runs, and the page.
web_sources := $(wildcard web/*.c web/pictures/*.c)
web_page := build/web/index.html

.PHONY: wasm web install-web test-web test-page
# The module, with what it needs installed.
wasm:
	@.ci/need make $(wasm_packages)
	@$(MAKE) --no-print-directory config=wasm CC="clang-19 $(wasm_target)" all

# One file that is the page, with the module inside: build/web/index.html.
web: wasm
	@.ci/need python3
	$(PYTHON) web/make_page.py build/wasm/animproof.wasm $(web_page)

# The page where an installed program looks for it, below PREFIX (validators/library/library.mk has the names).
install-web: web
	@mkdir -p $(DESTDIR)$(datarootdir)/animproof
	$(INSTALL_DATA) $(web_page) $(DESTDIR)$(datarootdir)/animproof/index.html

# That the page finds what the program finds, and places what tests/ref places (half a minute; no browser).
test-web: $(program) web
	@command -v node >/dev/null || .ci/need nodejs
	$(PYTHON) tests/machines/page/web_findings.py $(program) build/wasm/animproof.wasm
	$(PYTHON) tests/machines/page/web_poses.py $(program) build/wasm/animproof.wasm

# The page in a headless browser: each format, wide and narrow, light and dark, by keyboard (a minute). SHOTS=DIR keeps what
# it looks like.
test-page: $(program) web
	@command -v node >/dev/null || .ci/need nodejs
	@command -v chromium >/dev/null || .ci/need chromium
	node tests/machines/page/page.mjs $(program) $(web_page) $(SHOTS)

build/wasm/animproof.wasm: $(call objects,$(web_sources) web/module/exports.c) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -mexec-model=reactor -Wl,--strip-all -o $@ $^
