# Included by the Makefile: the extension for VS Code, which is a client of the language server.
.PHONY: vscode vscode-made test-vscode
vscode_extension := build/vscode/animproof-$(version).vsix
vsce := build/vsce/node_modules/@vscode/vsce/vsce

# Builds the extension with the libraries that package-lock.json names. vsce writes SOURCE_DATE_EPOCH in local time and the modes of the
# files into the archive: with a fixed time zone and fixed modes, the bytes depend on the contents of the files only.
vscode: ## builds the extension for VS Code: build/vscode/animproof-VERSION.vsix (docs/use/editors.md)
	@command -v npm >/dev/null || .ci/need nodejs npm
	@$(MAKE) --no-print-directory vscode-made

vscode_files := $(addprefix cli/lsp/vscode/,.vscodeignore README.md extension.js language-configuration.json md5.tmLanguage.json preview_page.js)
vscode-made: $(vsce)
	rm -rf build/vscode/animproof && mkdir -p build/vscode/animproof
	cp $(vscode_files) LICENSE build/vscode/animproof
	for name in package.json package-lock.json; do \
	    sed 's/@version@/$(version)/' cli/lsp/vscode/$$name > build/vscode/animproof/$$name || exit 1; \
	done
	cd build/vscode/animproof && npm ci --omit=dev --no-audit --no-fund --silent
	chmod -R u=rwX,go=rX build/vscode/animproof
	cd build/vscode/animproof && TZ=UTC SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-315532800} $(CURDIR)/$(vsce) package --allow-missing-repository \
	    --out $(CURDIR)/$(vscode_extension) >/dev/null

$(vsce):
	npm install --prefix build/vsce --no-save --no-audit --no-fund --silent @vscode/vsce@3.6.2 vscode-textmate@9.2.0 vscode-oniguruma@2.0.1

test-vscode: ready web vscode ## tests the extension: its colours, the problem matcher, and its code with a stub of VS Code (some seconds)
	rm -rf build/vscode/unpacked && $(PYTHON) -m zipfile -e $(vscode_extension) build/vscode/unpacked
	node tests/lab/machines/packages/vscode_extension.mjs build/vscode/unpacked/extension build/vsce $(program) $(web_page)
