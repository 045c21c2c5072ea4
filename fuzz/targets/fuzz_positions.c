/* Fuzz target for export of a scene at a timestep of its motion. The input is an .obj, FUZZ_SEAM, and a
   mesh-ensemble motion. If neither has errors, the exported scene must have no errors and the same vertices,
   groups and faces, and exporting it again must not change it. Without memory or buffer, the export must
   fail. The export of files with errors may fail or succeed. */
#include "fuzz/oracle.h"
#include "validators/memg/memg.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/obj/obj.h"
#include "validators/memg/obj/obj_positions.h"

static const ap_obj_scene *parse_scene_or_abort(
    ap_companion_use *use, ap_findings *findings, ap_view scene, ap_arena *arena)
{
    fuzz_require(fuzz_use_companion(use, findings, &ap_memg_format, scene, arena),
        "the scene exceeds the memory limit");
    return use->model;
}

static void write_scene(ap_buffer *made, ap_view scene, const ap_memg_positions *positions)
{
    ap_writer writer;
    ap_buffer_init(made);
    ap_buffer_init_writer(made, &writer);
    fuzz_require(ap_obj_write_positions(scene, positions, &writer) && ap_writer_flush(&writer),
        "out of memory for the exported scene");
}

static void check_exported_scene(
    ap_view scene, const ap_obj_scene *was, const ap_memg_positions *positions, ap_arena *arena)
{
    ap_buffer made, again;
    ap_findings findings;
    ap_companion_use use;
    write_scene(&made, scene, positions);
    const ap_view bytes = fuzz_stored_bytes(&made);
    const ap_obj_scene *is = parse_scene_or_abort(&use, &findings, bytes, arena);
    fuzz_require(
        findings.counts[AP_ERROR] == 0, "the exported scene has an error: %s", findings.first->rule->id);
    fuzz_require(is->vertex_count == was->vertex_count && is->group_count == was->group_count
                     && is->corner_count == was->corner_count,
        "export changed %zu vertices, %zu groups, %zu corners to %zu, %zu, %zu", was->vertex_count,
        was->group_count, was->corner_count, is->vertex_count, is->group_count, is->corner_count);
    write_scene(&again, bytes, positions);
    fuzz_expect_equal_bytes(fuzz_stored_bytes(&again), bytes, "the exported scene, exported again");
    ap_buffer_free(&made);
    ap_buffer_free(&again);
}

/* Exports with a writer that accepts only as many bytes as `choice` selects. */
static void write_with_failing_writer(ap_view scene, const ap_memg_positions *positions, size_t choice)
{
    ap_writer writer;
    fuzz_init_full_writer(&writer, choice % (scene.size + 1));
    fuzz_require(
        !(ap_obj_write_positions(scene, positions, &writer) && ap_writer_flush(&writer)) && writer.failed,
        "a writer with too little room reports success");
}

static void compute_without_memory(ap_view motion, const ap_obj_scene *parsed, ap_memg_order order)
{
    ap_arena arena;
    ap_memg_positions positions;
    size_t timesteps;
    ap_arena_init(&arena, 0);
    arena.fail_at = 1;
    const ap_memg_positions_result placing =
        ap_memg_compute_positions(motion, order, 0, parsed->vertex_count, &arena, &positions, &timesteps);
    fuzz_require(placing == AP_MEMG_POSITIONS_FAILED && arena.failed,
        "positions are computed although an allocation failed");
    ap_arena_free(&arena);
}

/* Exports the first timestep if the scene or the motion has errors. Computing the positions may fail; otherwise each vertex of
   the scene must have one position. */
static void export_broken_motion_if_possible(
    ap_view scene, const ap_obj_scene *parsed, ap_view motion, ap_memg_order order, ap_arena *arena)
{
    ap_buffer made;
    ap_memg_positions positions;
    size_t timesteps = 0;
    if (ap_memg_compute_positions(motion, order, 0, parsed->vertex_count, arena, &positions, &timesteps)
        != AP_MEMG_POSITIONS_DONE)
        return;
    fuzz_require(timesteps > 0 && positions.count == parsed->vertex_count,
        "a motion with errors has positions without a timestep, or not one for each vertex");
    write_scene(&made, scene, &positions);
    ap_buffer_free(&made);
}

/* Computes and exports the positions at a timestep. Returns true if the motion has the timestep. */
static bool check_timestep(ap_view scene, const ap_obj_scene *parsed, ap_view motion, ap_memg_order order,
    size_t timestep, ap_arena *arena)
{
    ap_memg_positions positions;
    size_t timesteps = 0;
    const ap_memg_positions_result placing = ap_memg_compute_positions(
        motion, order, timestep, parsed->vertex_count, arena, &positions, &timesteps);
    fuzz_require(placing != AP_MEMG_POSITIONS_FAILED, "positions of files without errors cannot be computed");
    fuzz_require((placing == AP_MEMG_POSITIONS_DONE) == (timestep < timesteps),
        "the result for timestep %zu of %zu is wrong", timestep, timesteps);
    if (placing == AP_MEMG_POSITIONS_NO_TIMESTEP)
        return false;
    fuzz_require(positions.count == parsed->vertex_count && positions.first_not_finite <= positions.count,
        "%zu positions for %zu vertices, the first that is not finite is of vertex %zu", positions.count,
        parsed->vertex_count, positions.first_not_finite);
    if (positions.first_not_finite == 0) {
        check_exported_scene(scene, parsed, &positions, arena);
        write_with_failing_writer(scene, &positions, fuzz_hash_input(motion));
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ap_arena arena;
    ap_view scene, motion;
    ap_findings of_scene;
    ap_companion_use use;
    fuzz_check check;
    ap_lint_options options = fuzz_options_of_variant(size % 2);
    fuzz_split_at_seam((ap_view){ data, size }, &scene, &motion);
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    const ap_obj_scene *parsed = parse_scene_or_abort(&use, &of_scene, scene, &arena);
    options.companions = &use;
    fuzz_lint(&check, &arena, &ap_memg_format, motion, &options);
    const size_t of_order = ap_findings_count_of_rule(&check.findings, &ap_memg_rules[MEMG_BYTE_ORDER]);
    if (of_scene.counts[AP_ERROR] == 0 && check.findings.counts[AP_ERROR] == of_order) {
        const bool has_first =
            check_timestep(scene, parsed, motion, ap_memg_wanted_matrix_order(&options), 0, &arena);
        if (has_first) {
            (void)check_timestep(scene, parsed, motion, ap_memg_wanted_matrix_order(&options), 1, &arena);
            compute_without_memory(motion, parsed, ap_memg_wanted_matrix_order(&options));
        }
    } else {
        export_broken_motion_if_possible(
            scene, parsed, motion, ap_memg_wanted_matrix_order(&options), &arena);
    }
    ap_arena_free(&arena);
    return 0;
}
