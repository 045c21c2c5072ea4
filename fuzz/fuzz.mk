# Included by the Makefile. Builds the fuzz targets under $(build)/fuzz/, one program per target: with the fuzzing engine of the
# configuration (fuzz/engines.mk), or as a plain program that replays files.
comma := ,
# The rows of fuzz/targets.tsv, each as one word: read-mrtk:fuzz_read.c:mrtk:0:-:mrtk:.bin:yes:-:750
fuzz_rows := $(shell sed '1d; s/\t/:/g' fuzz/targets.tsv)
# $(call fuzz_cell,TARGET,COLUMN)
fuzz_cell = $(call fuzz_cell_of,$(filter $(1):%,$(fuzz_rows)),$(2))
fuzz_cell_of = $(word $(2),$(subst :, ,$(1)))
fuzz_targets := $(foreach row,$(fuzz_rows),$(firstword $(subst :, ,$(row))))
fuzz_source = $(call fuzz_cell,$(1),2)
fuzz_find_format = $(filter-out -,$(call fuzz_cell,$(1),3))
fuzz_dictionary = $(call fuzz_cell,$(1),6)
fuzz_is_mutated = $(filter yes,$(call fuzz_cell,$(1),8))
fuzz_needs_jansson = $(filter jansson,$(call fuzz_cell,$(1),9))
fuzz_formats := $(patsubst read-%,%,$(filter read-%,$(fuzz_targets)))
fuzz_programs := $(addprefix $(build)/fuzz/,$(fuzz_targets))
fuzz_objects := $(call objects,fuzz/oracle.c fuzz/expect.c fuzz/heap.c $(if $(fuzz_engine),,fuzz/replay.c))

.PHONY: fuzz fuzz-compare fuzz-speed fuzz-mutator fuzz-setup fuzz-list fuzz-build fuzz-data fuzz-harness fuzz-smoke fuzz-smoke-build

fuzz-list:
	@echo $(fuzz_targets)

fuzz-build: $(fuzz_programs)

# The rows of the table in fuzz/mutating.c, one per target with a mutator: {"scene","memg",0,true}.
fuzz_shape = {"$(1)"$(comma)"$(call fuzz_find_format,$(1))"$(comma)$(call fuzz_cell,$(1),4)$(comma)$(if $(filter -,$(call fuzz_cell,$(1),5)),false,true)}$(comma)
fuzz_shapes = $(foreach target,$(fuzz_targets),$(if $(call fuzz_is_mutated,$(target)),$(call fuzz_shape,$(target))))
$(objects_at)/fuzz/mutating.o: CPPFLAGS += -DFUZZ_SHAPES='$(fuzz_shapes)'
$(objects_at)/fuzz/mutating.o: fuzz/targets.tsv

# Objects of the structure-aware mutator for target $(1). Empty if the engine does not support custom mutators or the target has
# no mutator.
fuzz_mutator = $(if $(fuzz_asks_mutator),$(if $(call fuzz_is_mutated,$(1)),$(objects_at)/fuzz/mutators/$(1).o $(objects_at)/fuzz/mutating.o))

# $(call fuzz_target,read-mrtk) builds fuzz/targets/fuzz_read.c with FUZZ_FORMAT "mrtk" as $(build)/fuzz/read-mrtk.
define fuzz_target
$(objects_at)/fuzz/targets/$(1).o: fuzz/targets/$(call fuzz_source,$(1))
	@mkdir -p $$(@D)
	$$(call tell,CC,$$< ($(1)))$$(CC) $$(CPPFLAGS) -DFUZZ_FORMAT='"$(call fuzz_find_format,$(1))"' $$(CFLAGS) -MMD -MP -c -o $$@ $$<

$(objects_at)/fuzz/mutators/$(1).o: fuzz/mutator_libfuzzer.c
	@mkdir -p $$(@D)
	$$(call tell,CC,$$< ($(1)))$$(CC) $$(CPPFLAGS) -DFUZZ_TARGET='"$(1)"' $$(CFLAGS) -MMD -MP -c -o $$@ $$<

$(build)/fuzz/$(1): $(objects_at)/fuzz/targets/$(1).o $(call fuzz_mutator,$(1)) $(fuzz_objects) $(library)
	@mkdir -p $$(@D)
	$$(call tell,LD,$$@)$$(fuzz_linker) $$(LDFLAGS) $$(fuzz_engine) -o $$@ $$^ $(if $(call fuzz_needs_jansson,$(1)),$$(fuzz_jansson)) $$(fuzz_libraries)
endef
$(foreach target,$(fuzz_targets),$(eval $(call fuzz_target,$(target))))
# Empty rule: dependency files of an earlier build may name a source that was renamed since.
fuzz/targets/%.c: ;
# OSS-Fuzz runs targets on machines without libjansson, so the library is linked statically.
fuzz_jansson := $(if $(filter oss-fuzz,$(config)),-Wl$(comma)-Bstatic -ljansson -Wl$(comma)-Bdynamic,-ljansson)
fuzz_libraries := $(fuzz_whole_ends) -lm

# Targets without the structure-aware mutator, for the comparison in docs/evidence/mutators.md.
$(build)/fuzz/%-plain: $(objects_at)/fuzz/targets/%.o $(fuzz_objects) $(library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(fuzz_linker) $(LDFLAGS) $(fuzz_engine) -o $@ $^ $(fuzz_libraries)

# Runs trials with and without the structure-aware mutator, of SECONDS of processor time each and an hour in total, and updates
# docs/evidence/mutators.md. A stopped run continues. Assimp's source comes from Debian.
SECONDS ?= 20
fuzz-compare: ready assimp-trials ## compares fuzzing with and without the mutator: docs/evidence/mutators.md (SECONDS=, an hour in total)
	@.ci/need $(test_packages) python3-scipy
	$(program) fuzz compare --seconds $(SECONDS) --page docs/evidence/mutators.md --format md5anim \
	    --program libassimp=$(assimp_trials)/mutated/assimp_fuzzer_md5anim,$(assimp_trials)/plain/assimp_fuzzer_md5anim

fuzz-speed: need-test ## measures executions per second of each fuzz target on its seeds
	@$(MAKE) --no-print-directory -j2 config=release fuzz-data fuzz-build
	@$(MAKE) --no-print-directory -j2 config=asan fuzz-build
	@$(PYTHON) fuzz/measure_speed.py $(fuzz_targets)

# Dictionaries and seeds, shared by all configurations: build/fuzz/FORMAT.dict, build/fuzz/seeds/TARGET/. The tool that writes
# them is built for this machine, without an engine: make config=release fuzz-data. A dictionary is written under another name
# and renamed, because a fuzzer may read it meanwhile. Dictionaries are made of files of the format and of
# its companion.
fuzz_samples = $(shell find golden -path '*$(1)*' '(' -name '*$(call fuzz_cell,read-$(1),7)' \
    $(foreach row,$(fuzz_rows),$(if $(filter $(1),$(call fuzz_cell_of,$(row),3)),-o -name '*$(call fuzz_cell_of,$(row),5)')) ')' | LC_ALL=C sort)

$(build)/make-dictionary: $(call objects,fuzz/make_dictionary.c fuzz/oracle.c) $(library)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -o $@ $^ -lm

fuzz-data: $(build)/make-dictionary
	@mkdir -p build/fuzz
	@$(foreach format,$(fuzz_formats),$< $(format) $(call fuzz_samples,$(format)) > build/fuzz/$(format).dict.new && mv build/fuzz/$(format).dict.new build/fuzz/$(format).dict &&) true
	@cp fuzz/json.dict build/fuzz/json.dict.new && mv build/fuzz/json.dict.new build/fuzz/json.dict
	@$(PYTHON) fuzz/make_seeds.py build/fuzz/seeds

# The structure-aware mutator for AFL++: AFL_CUSTOM_MUTATOR_LIBRARY=build/fuzz/animproof-mutator.so. Other projects link
# build/fuzz/animproof-mutator.o with their libFuzzer targets.
fuzz-mutator:
	@$(MAKE) --no-print-directory config=mutator build/fuzz/animproof-mutator.so build/fuzz/animproof-mutator.o

# The mutator in build/fuzz is for users; tests use the mutator of their configuration.
mutator_library := $(if $(filter mutator,$(config)),build,$(build))/fuzz/animproof-mutator.so
mutator_object := $(mutator_library:.so=.o)
$(mutator_library): $(call objects,fuzz/mutator_afl.c fuzz/mutating.c fuzz/oracle.c) $(library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(CC) $(LDFLAGS) -shared -Wl,-Bsymbolic,--as-needed -o $@ $^ $(fuzz_libraries)

$(mutator_object): $(call objects,fuzz/mutator_libfuzzer.c fuzz/mutating.c fuzz/oracle.c) $(library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(LD) -r -o $@ $^

# libanimproof-fuzz.a, for fuzzing loaders of other projects: the library, a target that calls load(), and without an engine a
# main that replays files. The examples are built with it.
harness_library := $(build)/libanimproof-fuzz.a
harness_target := $(call objects,fuzz/harness/load_target.c)
harness_objects := $(call objects,fuzz/oracle.c fuzz/expect.c $(if $(fuzz_engine),,fuzz/replay.c))
# An engine uses the mutator only if it is linked in. The mutator and the target are joined into one object, so that the linker
# takes both from the archive.
ifneq ($(fuzz_asks_mutator),)
harness_target := $(objects_at)/fuzz/harness/mutated_target.o
harness_objects += $(objects_at)/fuzz/mutating.o
$(harness_target): $(call objects,fuzz/harness/load_target.c fuzz/mutator_libfuzzer.c)
	$(call tell,LD,$@)$(LD) -r -o $@ $^
endif
harness_objects += $(harness_target)

$(harness_library): $(harness_objects) $(library)
	@cp $(library) $@.tmp
	$(call tell,AR,$@)$(AR) rcs $@.tmp $(harness_objects)
	@mv $@.tmp $@

$(build)/fuzz/fragile: fuzz/harness/fragile.c $(harness_library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(fuzz_engine) -o $@ $^ -lm

$(build)/fuzz/fragile-fixed: fuzz/harness/fragile.c $(harness_library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(CC) $(CPPFLAGS) -DFRAGILE_FIXED=0x3ff $(CFLAGS) $(LDFLAGS) $(fuzz_engine) -o $@ $^ -lm

# Needs libassimp-dev.
$(build)/fuzz/assimp: fuzz/harness/load_assimp.c $(harness_library)
	@mkdir -p $(@D)
	$(call tell,LD,$@)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(fuzz_engine) -o $@ $^ -lassimp -lm

fuzz-harness: $(harness_library) $(build)/fuzz/fragile $(build)/fuzz/fragile-fixed

# make fuzz TARGET=read-mrtk TIME=60 [config=libfuzzer-fast] keeps new inputs in build/fuzz/corpus/TARGET/ and crashes in
# build/fuzz/crashes/.
fuzz_packages := afl++
TIME ?= 60
TARGET ?= read-mrtk
ENGINE ?= libfuzzer
fuzz-setup: ## installs the fuzzing engines
	@.ci/need $(test_packages) $(fuzz_packages)

fuzz: need-test ## runs one fuzz target: TARGET=read-mrtk TIME=60 ENGINE=libfuzzer (docs/use/fuzzing.md)
	@$(MAKE) --no-print-directory -j2 config=release fuzz-data
	@$(MAKE) --no-print-directory -j2 config=$(ENGINE) build/$(ENGINE)/fuzz/$(TARGET)
	@mkdir -p build/fuzz/corpus/$(TARGET) build/fuzz/crashes
	build/$(ENGINE)/fuzz/$(TARGET) -max_len=16384 -timeout=10 -max_total_time=$(TIME) -dict=build/fuzz/$(call fuzz_dictionary,$(TARGET)).dict \
	    -artifact_prefix=build/fuzz/crashes/$(TARGET)- build/fuzz/corpus/$(TARGET) build/fuzz/seeds/$(TARGET)

# Builds the folder of fuzz targets offered to Assimp: fuzz/assimp/README.md.
.PHONY: assimp-offer
assimp-offer: ready
	@$(MAKE) --no-print-directory -j2 config=release fuzz-data
	@rm -rf build/assimp-offer && mkdir -p build/assimp-offer
	@cp -r fuzz/assimp/* build/assimp-offer/
	@for format in md5mesh md5anim md5camera; do \
	    cp build/fuzz/$$format.dict build/assimp-offer/ && \
	    $(PYTHON) -c 'import shutil, sys; shutil.make_archive(*sys.argv[1:])' build/assimp-offer/$${format}_seed_corpus zip build/fuzz/seeds/read-$$format || exit 1; done
	@echo build/assimp-offer

# Fuzzes the three MD5 readers of Debian's libassimp, built from source with sanitizers, with the target of fuzz/assimp/ for
# MINUTES in total. Crashes are sorted and minimised under build/fuzz/campaigns/assimp-md5/triage/: docs/evidence/assimp.md.
.PHONY: assimp-md5 assimp-fuzz
assimp_packages := dpkg-dev clang-19 cmake libminizip-dev libutfcpp-dev rapidjson-dev libpugixml-dev zlib1g-dev
# $(call assimp_build,FOLDER,FLAGS,ENGINE[,FOLDER IN THE SOURCE]) builds the programs in FOLDER.
assimp_build = mkdir -p $(1) && cd "$$(.ci/source assimp build/assimp-source)" && CC=clang-19 CXX=clang++-19 CFLAGS='$(2)' CXXFLAGS='$(2)' \
    LIB_FUZZING_ENGINE='$(3)' OUT=$(CURDIR)/$(1) JOBS=2 ASSIMP_LIBRARIES='-lminizip -lz' ASSIMP_BUILD=$(or $(4),build-md5) \
    ASSIMP_OPTIONS='-DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-DNDEBUG -DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG $(ASSIMP_OPTIONS)' \
    $(CURDIR)/build/assimp-offer/build_md5.sh
assimp_out := build/assimp-md5
assimp_flags := -O1 -gline-tables-only $(sanitizers) -fsanitize=fuzzer-no-link
assimp-md5: assimp-offer
	@.ci/need $(assimp_packages)
	$(call assimp_build,$(assimp_out),$(assimp_flags),-fsanitize=address$(comma)undefined$(comma)fuzzer)

# Builds without sanitizers, with one child process per input: programs without and with the structure-aware mutator. `fuzz
# compare` runs trials of both.
.PHONY: assimp-trials
assimp_trials := build/assimp-trials
assimp_trial_flags := -O2 -gline-tables-only -fsanitize=fuzzer-no-link
assimp_trial_engine := $(CURDIR)/build/mutator/obj/fuzz/harness/forked.o -Wl$(comma)--wrap=LLVMFuzzerTestOneInput$(comma)-z$(comma)now -fsanitize=fuzzer
assimp-trials: assimp-offer
	@.ci/need $(assimp_packages)
	@$(MAKE) --no-print-directory config=mutator build/fuzz/animproof-mutator.o build/mutator/obj/fuzz/harness/forked.o
	$(call assimp_build,$(assimp_trials)/plain,$(assimp_trial_flags),$(assimp_trial_engine),build-trials)
	$(call assimp_build,$(assimp_trials)/mutated,$(assimp_trial_flags),$(CURDIR)/build/fuzz/animproof-mutator.o $(assimp_trial_engine),build-trials)

assimp-fuzz: ready assimp-md5
	@for format in md5mesh md5anim md5camera; do \
	    $(program) fuzz run --name assimp-md5 --program assimp-$$format=$(assimp_out)/assimp_fuzzer_$$format --format $$format \
	        --minutes $$(($(or $(MINUTES),60) / 3)) --no-build $(addprefix --engine-option=,$(ASSIMP_ENGINE)) || [ $$? -eq 1 ] || exit 1; done
	@$(program) fuzz triage assimp-md5

# Fuzzes with all targets, built with sanitizers, for MINUTES in total, sorts crashes, and adds a row to
# docs/evidence/ledger.md. Running again with the same NAME continues the campaign.
.PHONY: fuzz-campaign
campaign := $(or $(NAME),campaign)
fuzz-campaign: ready ## runs all fuzz targets with sanitizers, and adds a row to docs/evidence/ledger.md: MINUTES=60, NAME= (same name continues)
	@.ci/need $(test_packages)
	@$(program) fuzz run --name $(campaign) --minutes $(or $(MINUTES),60) || [ $$? -eq 1 ]
	@$(program) fuzz triage $(campaign); told=$$?; \
	    $(program) fuzz report $(campaign) --no-coverage --ledger docs/evidence/ledger.md && exit $$told

# Builds what tests/fuzz_smoke.py runs in `make test ALL=1`: regressions, seeds, and some seconds of each target.
fuzz-smoke-build:
	@$(MAKE) --no-print-directory -j2 config=check fuzz-data build/check/fuzz/animproof-mutator.so build/check/fuzz/animproof-mutator.o
	@$(MAKE) --no-print-directory -j2 config=asan fuzz-harness
	@$(MAKE) --no-print-directory -j2 config=libfuzzer fuzz-build fuzz-harness

fuzz-smoke: need-test ## runs all fuzz targets for some seconds, as in `make test ALL=1`
	@$(MAKE) --no-print-directory fuzz-smoke-build
	@$(PYTHON) tests/fuzz_smoke.py
