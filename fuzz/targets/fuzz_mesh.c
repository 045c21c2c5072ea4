/* An animation with its mesh: the input is a .md5mesh, FUZZ_SEAM, and a .md5anim. The mesh adds findings of
   its own rules and changes no other; reading with and without one is sound, and the same twice. A failing
   allocation is reported. */
#include <string.h>

#include "fuzz/oracle.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5mesh/md5mesh.h"

static bool is_about_mesh(const ap_rule *rule)
{
    static const char prefix[] = "md5anim/mesh-";
    return strncmp(rule->id, prefix, strlen(prefix)) == 0;
}

static void expect_only_added(const fuzz_judgement *alone, const fuzz_judgement *beside)
{
    const ap_rule_table table = ap_md5anim_format.rules;
    for (size_t r = 0; r < table.count; r++) {
        const size_t before = ap_findings_of(&alone->findings, &table.rules[r]);
        const size_t now = ap_findings_of(&beside->findings, &table.rules[r]);
        fuzz_require(is_about_mesh(&table.rules[r]) ? before == 0 : now == before,
            "%s: %zu without a mesh, %zu with one", table.rules[r].id, before, now);
    }
}

static void parse_mesh(ap_companion_use *use, ap_findings *findings, ap_arena *arena, ap_view input)
{
    ap_findings_init(findings, arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
    fuzz_require(ap_use_companion(use, ap_md5anim_format.companion, input, findings) && !arena->failed,
        "the mesh takes too much memory");
    ap_settle_findings(findings, input, true);
    fuzz_expect_sound_findings(findings, true, input, "the mesh");
}

/* The end of the input chooses the allocation. */
static void parse_without_memory(const ap_findings *whole, ap_view input, size_t fail_at)
{
    ap_arena arena;
    ap_findings some;
    fuzz_arena_init(&arena, input.size);
    arena.fail_at = fail_at;
    ap_findings_init(&some, &arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
    const ap_md5_mesh *mesh = ap_md5_mesh_parse(input, &some);
    fuzz_require(arena.failed == (arena.allocations >= fail_at) && (mesh != NULL || arena.failed),
        "allocation %zu of %zu failed, and that is %s", fail_at, arena.allocations,
        arena.failed ? "said" : "not said");
    if (!arena.failed) {
        ap_settle_findings(&some, input, true);
        fuzz_expect_same_findings(whole, &some, "the mesh, with memory enough");
    }
    ap_arena_free(&arena);
}

enum { AGAIN_TURNS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ap_arena arena;
    ap_view mesh_text, text;
    ap_findings of_mesh, of_copy;
    ap_companion_use mesh, mesh_again;
    fuzz_judgement alone, beside, again;
    ap_lint_options options = fuzz_variant(0);
    fuzz_split((ap_view){ data, size }, &mesh_text, &text);
    const ap_view mesh_copy = fuzz_copy(mesh_text), copy = fuzz_copy(text);
    fuzz_arena_init(&arena, size);
    fuzz_judge(&alone, &arena, &ap_md5anim_format, text, &options);
    const size_t before = arena.allocations, choice = fuzz_choice((ap_view){ data, size });
    parse_mesh(&mesh, &of_mesh, &arena, mesh_text);
    options.companions = &mesh;
    if (choice % 4 == 0)
        parse_without_memory(
            &of_mesh, mesh_text, fuzz_failing_allocation(choice / 4, arena.allocations - before));
    fuzz_judge(&beside, &arena, &ap_md5anim_format, text, &options);
    fuzz_expect_sound(&beside, &ap_md5anim_format, text, "beside its mesh");
    expect_only_added(&alone, &beside);
    if (fuzz_is_turn((ap_view){ data, size }, 0, AGAIN_TURNS)) {
        parse_mesh(&mesh_again, &of_copy, &arena, mesh_copy);
        options.companions = &mesh_again;
        fuzz_expect_same_findings(&of_mesh, &of_copy, "the mesh, twice");
        fuzz_judge(&again, &arena, &ap_md5anim_format, copy, &options);
        fuzz_expect_same(&beside, &again, "beside its mesh, twice");
    }
    ap_arena_free(&arena);
    fuzz_free_copy(mesh_copy);
    fuzz_free_copy(copy);
    return 0;
}
