/* A motion with its scene: the input is an .obj, FUZZ_SEAM, and a mesh-ensemble motion. The scene adds
   findings of its own rules; reading with one is sound, the same twice, and the same element by element. A
   failing allocation is reported. */
#include <string.h>

#include "core/layout/io.h"
#include "fuzz/oracle.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/memg/memg.h"

/* Rules that look at the scene: mapping entries are compared with its vertices, and those out of range with
   no other entry. */
static bool looks_at_scene(const ap_rule *rule)
{
    static const char *const rules[] = { "memg/mapping-range", "memg/mapping-duplicate",
        "memg/group-not-in-obj", "memg/obj-group-without-motion", "memg/vertex-unmapped" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strcmp(rule->id, rules[i]) == 0)
            return true;
    }
    return false;
}

static void expect_only_added(const fuzz_judgement *alone, const fuzz_judgement *beside)
{
    const ap_rule_table table = ap_memg_format.rules;
    for (size_t r = 0; r < table.count; r++) {
        const size_t before = ap_findings_of(&alone->findings, &table.rules[r]);
        const size_t now = ap_findings_of(&beside->findings, &table.rules[r]);
        fuzz_require(looks_at_scene(&table.rules[r]) || now == before,
            "%s: %zu without a scene, %zu with one", table.rules[r].id, before, now);
    }
}

/* A motion beside its scene; the motion's rules on both files add to the scene's findings. */
typedef struct pair {
    ap_findings of_scene;
    ap_companion_use scene;
    fuzz_judgement motion;
} pair;

static void judge_pair(pair *p, ap_arena *arena, ap_view scene, ap_view input, ap_lint_options options)
{
    ap_findings_init(&p->of_scene, arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
    fuzz_require(ap_use_companion(&p->scene, ap_memg_format.companion, scene, &p->of_scene),
        "the scene takes too much memory");
    options.companions = &p->scene;
    fuzz_judge(&p->motion, arena, &ap_memg_format, input, &options);
    ap_settle_findings(&p->of_scene, scene, true);
    fuzz_expect_sound(&p->motion, &ap_memg_format, input, "beside its scene");
    fuzz_expect_sound_findings(&p->of_scene, true, scene, "the scene");
}

static void expect_same_pair(const pair *one, const pair *other, const char *where)
{
    fuzz_expect_same(&one->motion, &other->motion, where);
    fuzz_expect_same_findings(&one->of_scene, &other->of_scene, where);
}

/* The end of the input chooses the allocation. */
static void judge_without_memory(
    const pair *whole, ap_view scene, ap_view input, ap_lint_options options, size_t fail_at)
{
    ap_arena arena;
    pair some;
    fuzz_arena_init(&arena, scene.size + input.size);
    arena.fail_at = fail_at;
    ap_findings_init(&some.of_scene, &arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
    const bool parsed = ap_use_companion(&some.scene, ap_memg_format.companion, scene, &some.of_scene);
    fuzz_require(parsed != arena.failed, "a scene without memory");
    if (parsed) {
        options.companions = &some.scene;
        fuzz_judge(&some.motion, &arena, &ap_memg_format, input, &options);
        ap_settle_findings(&some.of_scene, scene, true);
    }
    fuzz_require(arena.failed == (arena.allocations >= fail_at),
        "allocation %zu of %zu failed, and that is %s", fail_at, arena.allocations,
        arena.failed ? "said" : "not said");
    if (!arena.failed)
        expect_same_pair(whole, &some, "with memory enough");
    ap_arena_free(&arena);
}

static void pass_on(void *context, const ap_io *io, ap_type type, ap_role role)
{
    (void)context;
    (void)io;
    (void)type;
    (void)role;
}

/* What else is done with an input, each in its turn. */
enum { AGAIN, SLOWLY, TURNS };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const ap_listener listener = { .field = pass_on, .context = NULL };
    ap_arena arena;
    ap_view scene, input;
    pair fast, again, slow;
    fuzz_judgement alone;
    ap_lint_options options = fuzz_variant(0);
    fuzz_split((ap_view){ data, size }, &scene, &input);
    const ap_view scene_copy = fuzz_copy(scene), copy = fuzz_copy(input);
    fuzz_arena_init(&arena, size);
    fuzz_judge(&alone, &arena, &ap_memg_format, input, &options);
    const size_t before = arena.allocations, choice = fuzz_choice((ap_view){ data, size });
    judge_pair(&fast, &arena, scene, input, options);
    if (choice % 4 == 0)
        judge_without_memory(
            &fast, scene, input, options, fuzz_failing_allocation(choice / 4, arena.allocations - before));
    expect_only_added(&alone, &fast.motion);
    if (fuzz_is_turn((ap_view){ data, size }, AGAIN, TURNS)) {
        judge_pair(&again, &arena, scene_copy, copy, options);
        expect_same_pair(&fast, &again, "beside its scene, twice");
    }
    options.listener = &listener;
    if (fuzz_is_turn((ap_view){ data, size }, SLOWLY, TURNS)) {
        judge_pair(&slow, &arena, scene_copy, copy, options);
        expect_same_pair(&fast, &slow, "beside its scene, fast and slowly");
    }
    ap_arena_free(&arena);
    fuzz_free_copy(scene_copy);
    fuzz_free_copy(copy);
    return 0;
}
