/* Fuzz target for linting with a companion. The input is the companion, FUZZ_SEAM, and a file of FUZZ_FORMAT.
   The companion may add findings of rules over both files, but must not change findings of other rules.
   Findings must be consistent and equal in two runs, and in a run that reads element by element. A failing
   allocation must be reported. */
#include <string.h>

#include "core/layout/io.h"
#include "fuzz/oracle.h"
#include "validators/lint_bytes.h"

/* A rule with findings that depend on the companion, or several such rules with ids that begin with `id`. */
typedef struct companion_dependent_rule {
    const char *id;
    bool needs_no_companion; /* the rule may also have findings if there is no companion */
} companion_dependent_rule;

/* Rules with findings that a companion may change. memg/mapping-range: with a scene, entries are also checked against the scene's
   vertices; entries out of range are not compared with other entries. The rules on the content of an animation run only if
   neither the animation nor the mesh has an error. Some of them are not checked if md5anim/rotation-values has a finding. */
static const companion_dependent_rule companion_dependent_rules[] = { { "md5anim/mesh-", false },
    { "memg/mapping-range", true }, { "memg/mapping-duplicate", true }, { "memg/mapping-foreign", false },
    { "memg/group-not-in-obj", false }, { "memg/obj-group-without-motion", false },
    { "memg/vertex-unmapped", false }, { "memg/obj-scale", false }, { "md5anim/rotation-values", true },
    { "md5anim/quaternion-length", true }, { "md5anim/rotation-jump", true },
    { "md5anim/nothing-moves", true }, { "md5anim/bounds-joints", true }, { "md5anim/position-jump", true },
    { "md5anim/comment-parent", true }, { "md5anim/comment-flags", true },
    { "md5anim/frame-rate-high", true } };

static const companion_dependent_rule *find_companion_dependent_rule(const ap_rule *rule)
{
    for (size_t i = 0; i < sizeof companion_dependent_rules / sizeof *companion_dependent_rules; i++) {
        if (strncmp(rule->id, companion_dependent_rules[i].id, strlen(companion_dependent_rules[i].id)) == 0)
            return &companion_dependent_rules[i];
    }
    return NULL;
}

static void expect_companion_only_adds(
    const ap_format *format, const fuzz_check *alone, const fuzz_check *with_companion)
{
    for (size_t r = 0; r < format->rules.count; r++) {
        const ap_rule *rule = &format->rules.rules[r];
        const companion_dependent_rule *of_both = find_companion_dependent_rule(rule);
        const size_t before = ap_findings_count_of_rule(&alone->findings, rule);
        const size_t now = ap_findings_count_of_rule(&with_companion->findings, rule);
        fuzz_require(of_both == NULL ? now == before : before == 0 || of_both->needs_no_companion,
            "%s: %zu findings without the companion, %zu with the companion", rule->id, before, now);
    }
}

/* The two files of an input, and the options for linting them. */
typedef struct pair_input {
    const ap_format *format;
    ap_view companion, file;
    ap_lint_options options;
} pair_input;

/* The findings in both files. Rules over both files also add findings to the companion. */
typedef struct pair_findings {
    ap_findings of_companion;
    ap_companion_use use;
    fuzz_check of_file;
} pair_findings;

/* Lints the file with its companion. Returns false if memory for the companion ran out. */
static bool lint_pair(pair_findings *p, ap_arena *arena, const pair_input *s)
{
    ap_lint_options options = s->options;
    if (!fuzz_use_companion(&p->use, &p->of_companion, s->format, s->companion, arena))
        return false;
    options.companions = &p->use;
    fuzz_lint(&p->of_file, arena, s->format, s->file, &options);
    ap_sort_and_locate_findings(&p->of_companion, s->companion, true);
    return true;
}

static void lint_pair_and_expect_consistent(pair_findings *p, ap_arena *arena, const pair_input *s)
{
    fuzz_require(lint_pair(p, arena, s), "the companion exceeds the memory limit");
    fuzz_expect_consistent(&p->of_file, s->format, s->file, "with its companion");
    fuzz_expect_consistent_findings(&p->of_companion, true, s->companion, "the companion");
}

static void expect_same(const pair_findings *one, const pair_findings *other, const char *where)
{
    fuzz_expect_same_check(&one->of_file, &other->of_file, where);
    fuzz_expect_same_findings(&one->of_companion, &other->of_companion, where);
}

/* Lints with an allocation that fails. If the input has too few allocations to reach it, the findings must be complete. */
static void check_without_memory(const pair_findings *whole, const pair_input *s, size_t fail_at)
{
    ap_arena arena;
    pair_findings some;
    fuzz_arena_init(&arena, s->companion.size + s->file.size);
    arena.fail_at = fail_at;
    (void)lint_pair(&some, &arena, s);
    fuzz_expect_arena_failed_as_set(&arena);
    if (!arena.failed)
        expect_same(whole, &some, "with enough memory");
    ap_arena_free(&arena);
}

static void ignore_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    (void)context;
    (void)io;
    (void)type;
    (void)role;
}

/* Indices of the slow checks in fuzz_is_check_selected, and their number. */
enum { SECOND_RUN, SLOW_PATH, TURNS };

static void check_file_pair(const pair_input *s, pair_input *copy, ap_view input, ap_arena *arena)
{
    static const ap_listener listener = { .field = ignore_field, .context = NULL };
    pair_findings fast, again, slow;
    fuzz_check alone;
    fuzz_lint(&alone, arena, s->format, s->file, &s->options);
    const size_t before = arena->allocations, choice = fuzz_hash_input(input);
    lint_pair_and_expect_consistent(&fast, arena, s);
    if (choice % 4 == 0)
        check_without_memory(&fast, s, fuzz_pick_failing_allocation(choice / 4, arena->allocations - before));
    expect_companion_only_adds(s->format, &alone, &fast.of_file);
    if (fuzz_is_check_selected(input, SECOND_RUN, TURNS)) {
        lint_pair_and_expect_consistent(&again, arena, copy);
        expect_same(&fast, &again, "two runs with the companion");
    }
    copy->options.listener = &listener;
    if (fuzz_is_check_selected(input, SLOW_PATH, TURNS)) {
        lint_pair_and_expect_consistent(&slow, arena, copy);
        expect_same(&fast, &slow, "fast and slow path with the companion");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ap_arena arena;
    const ap_view input = { data, size };
    pair_input s = { .format = fuzz_find_format(FUZZ_FORMAT), .options = fuzz_options_of_variant(0) };
    fuzz_split_at_seam(input, &s.companion, &s.file);
    pair_input copy = s;
    copy.companion = fuzz_copy_bytes(s.companion);
    copy.file = fuzz_copy_bytes(s.file);
    fuzz_arena_init(&arena, size);
    check_file_pair(&s, &copy, input, &arena);
    ap_arena_free(&arena);
    fuzz_free_copy(copy.companion);
    fuzz_free_copy(copy.file);
    return 0;
}
