# That other machines say the same: the program is built by a cross compiler, with no library but that of C, and all that it
# says and makes is compared with what the program of this machine does. Some minutes each; not in make test.
.PHONY: check-32 check-big-endian

# $(call check_machine,NAME,COMPILER,FLAGS,WHAT RUNS IT): the program of NAME under build/NAME, and a script that runs it there.
define check_machine
@$(MAKE) --no-print-directory -j2 config=release build=build/$(1) CC=$(2) EXTRA='$(3)' LDFLAGS='-static -pthread' build/$(1)/animproof
@printf '#!/bin/sh\nexec $(4) $(CURDIR)/build/$(1)/animproof "$$@"\n' >build/$(1)/run && chmod +x build/$(1)/run
@$(PYTHON) tests/bench/output_compare.py --every $(or $(EVERY),20) $(program) build/$(1)/run
endef

# A size_t of 32 bits; its floats by SSE, as those of this machine are.
check-32: $(program)
	@.ci/need $(run_packages) python3 gcc-i686-linux-gnu libc6-dev-i386-cross
	$(call check_machine,i686,i686-linux-gnu-gcc,-msse2 -mfpmath=sse -Wno-psabi)

# Numbers that begin with their highest byte.
check-big-endian: $(program)
	@.ci/need $(run_packages) python3 gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user
	$(call check_machine,s390x,s390x-linux-gnu-gcc,,qemu-s390x)
