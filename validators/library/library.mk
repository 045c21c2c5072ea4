# Included by the Makefile. Builds the libraries for other programs, under $(build)/public/, and has the rules of `make install`.
#
# The static library is one object that exports only animproof_*, so that its other symbols cannot clash with those of a program.
public := $(build)/public
version := $(shell sed -n 's/^\#define AP_VERSION "\(.*\)"/\1/p' core/base/version.h)
soname := libanimproof.so.$(firstword $(subst ., ,$(version)))
shared_library := $(public)/libanimproof.so.$(version)
static_library := $(public)/libanimproof.a
public_objects := $(call objects,$(sort $(wildcard validators/library/*.c)))
OBJCOPY ?= objcopy

$(shared_library): $(public_objects) $(library) validators/library/exports.map
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(CC) $(flags) $(hardened_link) -shared -Wl,-soname,$(soname) -Wl,-z,defs -Wl,--as-needed \
	    -Wl,--version-script=validators/library/exports.map -Wl,-Map=$@.map -o $@ $(public_objects) $(library) $(LDLIBS)
	@ln -sf $(@F) $(public)/$(soname) && ln -sf $(@F) $(public)/libanimproof.so

$(public)/animproof.o: $(public_objects) $(library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(LD) -r -o $@ $(public_objects) $(library) && $(OBJCOPY) -w --keep-global-symbol='animproof_*' $@

$(static_library): $(public)/animproof.o
	@rm -f $@
	$(call tell,AR,$@)$(AR) rcs $@ $<

.PHONY: public install install-library uninstall
public: $(shared_library) $(static_library)

# Install folders: names and meanings are those of GNU's coding standards.
PREFIX ?= /usr/local
prefix ?= $(PREFIX)
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
includedir ?= $(prefix)/include
datarootdir ?= $(prefix)/share
mandir ?= $(datarootdir)/man
docdir ?= $(datarootdir)/doc/animproof
pkgconfigdir ?= $(libdir)/pkgconfig
bashcompletiondir ?= $(datarootdir)/bash-completion/completions
zshcompletiondir ?= $(datarootdir)/zsh/site-functions
fishcompletiondir ?= $(datarootdir)/fish/vendor_completions.d
INSTALL ?= install
INSTALL_PROGRAM ?= $(INSTALL) -m 755
INSTALL_DATA ?= $(INSTALL) -m 644

# Recipes pass these folders to a shell unquoted, and make splits lists at blanks. A name with a blank or a character that a shell
# interprets is therefore refused before anything is built, removed or run.
places := DESTDIR prefix exec_prefix bindir libdir includedir datarootdir mandir docdir pkgconfigdir bashcompletiondir \
    zshcompletiondir fishcompletiondir
read_by_shells := ; & | < > ( ) { } [ ] $$ ` \ " ' * ? ! ~ \#
is_unsafe = $(filter-out 1,$(words x$($(1))x))$(filter -%,$($(1)))$(foreach c,$(read_by_shells),$(findstring $c,$($(1))))
refuse_unsafe = $(if $(strip $(call is_unsafe,$(1))),$(error $(1) is '$($(1))': a blank, a '-' at its beginning and characters that a \
    shell reads are refused; install into another folder, and copy from there))
ifneq ($(filter install install-library install-page uninstall,$(MAKECMDGOALS)),)
$(foreach place,$(places),$(call refuse_unsafe,$(place)))
endif

documents := README.md LICENSE docs/use/library.md

installed_libraries = libanimproof.a libanimproof.so $(soname) libanimproof.so.$(version)
installed = $(bindir)/animproof $(addprefix $(libdir)/,$(installed_libraries)) $(includedir)/animproof.h \
    $(pkgconfigdir)/animproof.pc $(bashcompletiondir)/animproof $(zshcompletiondir)/_animproof \
    $(fishcompletiondir)/animproof.fish $(addprefix $(docdir)/,$(notdir $(documents))) \
    $(addprefix $(mandir)/,man1/animproof.1 man1/animproof-*.1 man7/animproof-rules.7) $(addprefix $(datarootdir)/animproof/,index.html rules.html)

install: $(program) install-library install-page ## installs program, library and pages below PREFIX (/usr/local; DESTDIR, libdir and other names of GNU)
	@mkdir -p $(addprefix $(DESTDIR),$(bindir) $(bashcompletiondir) $(zshcompletiondir) $(fishcompletiondir) $(docdir) \
	    $(datarootdir)/animproof)
	$(INSTALL_PROGRAM) $(program) $(DESTDIR)$(bindir)/animproof
	$(program) completions bash > $(DESTDIR)$(bashcompletiondir)/animproof
	$(program) completions zsh > $(DESTDIR)$(zshcompletiondir)/_animproof
	$(program) completions fish > $(DESTDIR)$(fishcompletiondir)/animproof.fish
	$(INSTALL_DATA) $(documents) $(DESTDIR)$(docdir)
	$(program) rules --format html > $(DESTDIR)$(datarootdir)/animproof/rules.html
	$(program) manual -o $(build)/man
	for section in 1 7; do \
	    mkdir -p $(DESTDIR)$(mandir)/man$$section && \
	    $(INSTALL_DATA) $(build)/man/*.$$section $(DESTDIR)$(mandir)/man$$section || exit 1; \
	done

install-library: public
	@mkdir -p $(addprefix $(DESTDIR),$(libdir) $(includedir) $(pkgconfigdir))
	$(INSTALL_DATA) $(static_library) $(shared_library) $(DESTDIR)$(libdir)
	ln -sf libanimproof.so.$(version) $(DESTDIR)$(libdir)/$(soname)
	ln -sf $(soname) $(DESTDIR)$(libdir)/libanimproof.so
	$(INSTALL_DATA) validators/library/animproof.h $(DESTDIR)$(includedir)
	sed -e 's|@prefix@|$(prefix)|; s|@exec_prefix@|$(exec_prefix)|; s|@libdir@|$(libdir)|' \
	    -e 's|@includedir@|$(includedir)|; s|@version@|$(version)|' validators/library/animproof.pc.in \
	    > $(DESTDIR)$(pkgconfigdir)/animproof.pc

uninstall: ## removes what `make install` with the same variables installed; folders stay
	rm -f $(addprefix $(DESTDIR),$(installed))

# The test program `hostile` calls the library with invalid arguments.
valid_files = $(foreach format,$(fuzz_formats),$(firstword $(sort $(wildcard golden/$(format)/valid/*$(call fuzz_cell,read-$(format),7)))))

$(build)/hostile: tests/library/hostile.c $(library)
	$(call tell,LD,$@)$(CC) -Ivalidators/library $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Builds the Python package with the shared library inside: build/wheel/animproof-VERSION-….whl.
.PHONY: wheel test-wheel
wheel: ready ## builds the Python package: build/wheel/animproof-VERSION-….whl (docs/use/python.md)
	@$(MAKE) --no-print-directory -s public
	@$(PYTHON) validators/library/python/make_wheel.py $(shared_library) build/wheel

test-wheel: wheel ## installs the wheel in an empty environment, and compares it with the program (a minute)
	@.ci/need python3-venv python3-numpy
	rm -rf build/wheel/environment && $(PYTHON) -m venv build/wheel/environment
	build/wheel/environment/bin/pip install --quiet --no-index $$(ls -t build/wheel/animproof-*.whl | head -n 1)
	build/wheel/environment/bin/python tests/library/python_package.py $(program)

.PHONY: test-library-threads test-library abi-check abi-bless

test-library-threads: ready ## two handles in two threads under ThreadSanitizer (a minute)
	@$(MAKE) --no-print-directory -s -j2 config=tsan build/tsan/hostile
	build/tsan/hostile --threads $(valid_files)

test-library: ready ## compares library and program on three standard corpora (a minute)
	@$(MAKE) --no-print-directory -s -j2 config=check all public
	for seed in 1 2 3; do $(PYTHON) tests/library/library.py check --corpus $$seed || exit 1; done

# abi-check: do programs built with the last release still run with this library? abi-bless records this library as the release.
abi-check abi-bless: abi-%: ready ## checks that programs of the last release run with this library; abi-bless records this library as the release
	@.ci/need abigail-tools
	@$(MAKE) --no-print-directory -s -j2 config=check public
	$(PYTHON) tests/library/abi.py $* build/check/public/libanimproof.so
