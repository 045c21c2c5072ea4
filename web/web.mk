# Included by the Makefile: the module that a page runs, and the page.
web_sources := $(wildcard web/*.c web/pictures/*.c)
web_page := build/web/index.html

.PHONY: wasm web wasm-made web-made install-page npm npm-made test-npm test-web test-page picture
# Builds the WebAssembly module, after installing the packages that the build needs.
wasm:
	@.ci/need make $(wasm_packages)
	@$(MAKE) --no-print-directory wasm-made

# Builds the page: one file, build/web/index.html, that contains the module.
web: wasm ## builds the page that checks files in a browser: build/web/index.html (docs/use/web.md)
	@.ci/need python3
	@$(MAKE) --no-print-directory web-made

# wasm-made builds the module and web-made builds the page; neither installs packages.
wasm-made:
	@$(MAKE) --no-print-directory config=wasm CC="$(WASM_CC) $(wasm_target)" AR=$(WASM_AR) all

web-made: wasm-made
	$(PYTHON) web/make_page.py build/wasm/animproof.wasm $(web_page)

# Builds the package for pages and build tools in JavaScript: build/npm/animproof-VERSION.tgz. npm gives all entries of a package one
# time and the modes of the files: with fixed modes, the bytes depend on the contents of the files only.
npm: wasm ## builds the npm package of the WebAssembly module: build/npm/animproof-VERSION.tgz
	@.ci/need python3
	@command -v npm >/dev/null || .ci/need nodejs npm
	@$(MAKE) --no-print-directory npm-made

npm_package := build/npm/animproof-$(version).tgz
npm-made: wasm-made
	$(PYTHON) web/make_npm.py build/wasm/animproof.wasm build/npm/animproof
	chmod -R u=rwX,go=rX build/npm/animproof
	cd build/npm && npm pack ./animproof --silent --offline

typescript := build/typescript/node_modules/typescript/package.json
$(typescript):
	npm install --prefix build/typescript --no-save --no-audit --no-fund --silent typescript@5.9.3

test-npm: ready npm $(typescript) ## installs the npm package in an empty folder, and compares it with the program (some seconds)
	$(PYTHON) tests/lab/machines/packages/npm_package.py $(program) $(npm_package) build/typescript

# Installs the page where an installed program looks for it. If the tools for the page are missing, or with PAGE=no, installs
# all files except the page.
PAGE ?= yes
has_wasm = echo 'int main(void) { return 0; }' | $(WASM_CC) $(wasm_target) -x c -o /dev/null - 2>/dev/null \
    && command -v $(WASM_AR) >/dev/null && $(PYTHON) -c ''
page_is_missed = animproof view: its page is not installed, and view needs --page; everything else is installed
install-page:
ifeq ($(PAGE),no)
	@echo '$(page_is_missed): PAGE=no' >&2
else
	@if $(has_wasm); then \
	    $(MAKE) --no-print-directory web-made && mkdir -p $(DESTDIR)$(datarootdir)/animproof && \
	    $(INSTALL_DATA) $(web_page) $(DESTDIR)$(datarootdir)/animproof/index.html; \
	else \
	    echo '$(page_is_missed): the tools for it are missing, which are $(wasm_packages) $(notdir $(PYTHON))' >&2; \
	fi
endif
ifneq ($(abspath $(bindir)/../share),$(abspath $(datarootdir)))
	@echo 'animproof view: $(datarootdir) is not beside $(bindir), and view needs --page' >&2
endif

# Checks that the page has the findings of the program and the positions that tests/ref computes, that an installed program
# finds the page, and that pictures of broken files cause no crash (a minute; no browser).
test-web: ready web ## compares the page with the program and tests/ref, without a browser (a minute)
	@command -v node >/dev/null || .ci/need nodejs
	$(PYTHON) tests/lab/machines/page/web_findings.py $(program) build/wasm/animproof.wasm
	$(PYTHON) tests/lab/machines/page/web_hidden.py
	$(PYTHON) tests/lab/machines/page/web_poses.py $(program) build/wasm/animproof.wasm
	$(PYTHON) tests/lab/machines/page/web_installed.py
	@$(MAKE) --no-print-directory config=asan build/asan/picture-tries
	find golden $(foreach format,$(fuzz_formats),-name '*$(call fuzz_cell,read-$(format),7)' -o) -false | LC_ALL=C sort | xargs build/asan/picture-tries

# Tests the page in a headless browser: each format, wide and narrow, light and dark, by keyboard (a minute). SHOTS=DIR keeps
# screenshots.
test-page: ready web ## drives the page in headless Chromium (a minute); SHOTS=DIR keeps pictures
	@command -v node >/dev/null || .ci/need nodejs
	@command -v chromium >/dev/null || .ci/need chromium
	node tests/lab/machines/page/page.mjs $(program) $(web_page) $(SHOTS)

picture: web ## draws README's picture of the page: docs/use/page.png
	@command -v node >/dev/null || .ci/need nodejs
	@command -v chromium >/dev/null || .ci/need chromium
	$(PYTHON) web/examples.py build/picture
	node tests/lab/machines/page/picture.mjs $(web_page) docs/use/page.png build/picture/walk.md5anim build/picture/walk.md5mesh

build/wasm/animproof.wasm: $(call objects,$(web_sources) web/module/exports.c) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -mexec-model=reactor -Wl,--strip-all -Wl,-Map=$@.map -o $@ $^
