/* Reads a whole file, finds the right count for a wrong one, and recognises files. */
#include "validators/memg/memg.h"

#include <stdio.h>

#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_mark.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_scene.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/memg_write.h"
#include "validators/memg/obj.h"

enum { FRAMERATE_AT = 4, COUNTS_AT = 8, CERTAIN_BYTES = 4 };

/* Searching for the right count */

static bool frames_and_groups(ap_io *io)
{
    return ap_memg_frames(io) && ap_memg_groups(io);
}

/* Searches one count with `other`, the stored value of what it is multiplied with. */
static ap_inferred infer_factor(const ap_io *io, size_t count_at, size_t other_at, const char *name)
{
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_place scratch = { .motion = &motion };
    const ap_memg_place *place = io->scope;
    const int32_t other = ap_load_i32(io->input.bytes + other_at, io->swap);
    if (other <= 0)
        return (ap_inferred){ .known = false };
    const bool in_header = count_at < AP_MEMG_HEADER_BYTES;
    ap_inferred inferred = ap_search_count(io, count_at, in_header ? COUNTS_AT : place->group_at,
        ap_product((size_t)other, place->product.element_bytes),
        in_header ? frames_and_groups : ap_memg_groups, &scratch);
    inferred.which = name;
    return inferred;
}

static ap_inferred infer_product(const ap_io *io, const ap_memg_product *product)
{
    const size_t second_at = product->first_at + AP_MEMG_COUNT_BYTES;
    if (io->input.size - product->first_at < 2 * AP_MEMG_COUNT_BYTES)
        return (ap_inferred){ .known = false };
    ap_inferred inferred = infer_factor(io, product->first_at, second_at, product->first);
    return inferred.known ? inferred : infer_factor(io, second_at, product->first_at, product->second);
}

static ap_inferred infer(const ap_io *io, size_t count_at)
{
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_place scratch = { .motion = &motion };
    const ap_memg_place *place = io->scope;
    const ap_memg_product *product = &place->product;
    if (count_at == product->first_at || count_at == product->first_at + AP_MEMG_COUNT_BYTES)
        return infer_product(io, product);
    const size_t element_bytes = count_at == place->group_at ? 1 : AP_MEMG_VERTEX_BYTES;
    return ap_search_count(io, count_at, place->group_at, element_bytes, ap_memg_groups, &scratch);
}

static const ap_structure structure = {
    .truncated = &ap_memg_rules[MEMG_TRUNCATED],
    .count_negative = &ap_memg_rules[MEMG_COUNT_NEGATIVE],
    .count_exceeds_file = &ap_memg_rules[MEMG_COUNT_EXCEEDS_FILE],
    .trailing_bytes = &ap_memg_rules[MEMG_TRAILING_BYTES],
    .infer = infer,
};

/* Whether from byte `at` on everything parses to the end of the file, by structure alone. *group_count is
   how many groups that are. */
static bool parses(ap_view input, size_t at, bool swap, bool (*rest)(ap_io *io), size_t *group_count)
{
    ap_io io;
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_place place = { .motion = &motion };
    ap_io_init(&io, input, NULL, NULL, &structure);
    io.at = at;
    io.swap = swap;
    io.scope = &place;
    bool whole = rest(&io) && ap_left(&io) == 0;
    *group_count = motion.group_count;
    return whole;
}

void ap_memg_reader(ap_io *io, ap_view input, ap_arena *arena)
{
    ap_io_init(io, input, NULL, arena, &structure);
}

/* Inclusive counts: the page lists "local frame k, timestep n" as the last of them */

static ap_finding *first_error_from(const ap_findings *findings, size_t offset)
{
    ap_finding *first = NULL;
    for (ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        if (finding->rule->severity == AP_ERROR && finding->span.offset >= offset
            && (first == NULL || finding->span.offset < first->span.offset))
            first = finding;
    }
    return first;
}

static void add_to_message(ap_findings *findings, ap_finding *finding, const char *more)
{
    const size_t length = strlen(finding->message);
    const size_t more_length = strlen(more);
    char *message = ap_alloc(findings->arena, length + more_length + 1);
    if (message == NULL)
        return;
    memcpy(message, finding->message, length);
    memcpy(message + length, more, more_length);
    finding->message = message;
}

/* Says so at the first error behind the transforms when the rest of the file fits one more of each. */
static void ask_for_inclusive_counts(const ap_io *io, const ap_memg_motion *motion)
{
    size_t group_count;
    char question[160];
    const size_t frames = (size_t)motion->frame_count + 1;
    const size_t timesteps = (size_t)motion->timestep_count + 1;
    const size_t bytes = ap_product(ap_product(frames, timesteps), AP_MEMG_TRANSFORM_BYTES);
    ap_finding *finding = first_error_from(io->findings, AP_MEMG_HEADER_BYTES + motion->transforms.size);
    if (finding == NULL || bytes > io->input.size - AP_MEMG_HEADER_BYTES
        || !parses(io->input, AP_MEMG_HEADER_BYTES + bytes, io->swap, ap_memg_groups, &group_count))
        return;
    snprintf(question, sizeof question,
        "; inclusive counts? with %zu x %zu transforms the groups end at the end of the file", frames,
        timesteps);
    add_to_message(io->findings, finding, question);
}

/* Reading a file */

/* All behind the header; true when the file was read to its end. */
static bool read_motion(ap_io *io, ap_memg_place *place)
{
    if (!ap_memg_frames(io)) {
        ap_skip(io, 2); /* the transforms, the groups */
        return false;
    }
    bool whole = ap_memg_groups(io);
    if (!whole)
        ap_skip(io, AP_MEMG_GROUP_PARTS - place->whole_parts);
    else if (ap_left(io) > 0)
        ap_end(io);
    else
        ap_memg_judge_groups(io, place->motion);
    ask_for_inclusive_counts(io, place->motion);
    return whole && ap_left(io) == 0;
}

static void lint(ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    ap_io io;
    ap_memg_judge judge = { .order = AP_MEMG_COLUMN };
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_place place = { .motion = &motion, .judge = &judge };
    *result = (ap_lint_result){ .version = NULL };
    ap_io_init(&io, input, findings, findings->arena, &structure);
    io.listener = options->listener;
    ap_memg_judge_init(&judge, &io, options);
    io.scope = &place;
    bool whole = ap_memg_header(&io);
    if (motion.endian == AP_MEMG_ENDIAN || motion.big_endian)
        result->layout = motion.big_endian ? "big-endian" : "little-endian";
    whole = whole && read_motion(&io, &place);
    if (whole && !findings->arena->failed)
        ap_memg_judge_unmoved(&judge.scene);
    else if (options->scene != NULL)
        ap_skip(&io, 1);
}

/* Recognising a file */

static bool framerate_and_rest(ap_io *io)
{
    int32_t framerate = 0;
    return ap_i32(io, "framerate", &framerate, AP_ROLE_NUMBER) && framerate > 0 && frames_and_groups(io);
}

/* Whether all but the endian word reads as the format, with a group or more. */
static bool reads_without_endian(ap_view input, bool swap)
{
    size_t groups = 0;
    return input.size >= AP_MEMG_HEADER_BYTES
           && parses(input, FRAMERATE_AT, swap, framerate_and_rest, &groups) && groups > 0;
}

static bool begins_with_endian(ap_view input)
{
    static const uint8_t words[][CERTAIN_BYTES] = { { 1, 0, 0, 0 }, { 0, 0, 0, 1 } };
    const size_t shown = input.size < CERTAIN_BYTES ? input.size : CERTAIN_BYTES;
    return shown > 0
           && (memcmp(input.bytes, words[0], shown) == 0
               || (shown == CERTAIN_BYTES && memcmp(input.bytes, words[1], shown) == 0));
}

static bool resembles(ap_view input)
{
    return begins_with_endian(input) || reads_without_endian(input, false)
           || reads_without_endian(input, true);
}

static bool is_likely(ap_view input)
{
    size_t groups = 0;
    const bool swap = ap_memg_is_swapped(input);
    if (input.size < AP_MEMG_HEADER_BYTES || !ap_memg_has_endian(input))
        return false;
    return ap_memg_looks_right(input)
           || (parses(input, COUNTS_AT, swap, frames_and_groups, &groups) && groups > 0);
}

static ap_match recognize(ap_view input, ap_match least)
{
    if (ap_memg_is_marked(input))
        return AP_MATCH_CERTAIN;
    if (least <= AP_MATCH_LIKELY && is_likely(input))
        return AP_MATCH_LIKELY;
    return least <= AP_MATCH_RESEMBLES && resembles(input) ? AP_MATCH_RESEMBLES : AP_MATCH_NONE;
}

static bool parse_scene(ap_view input, ap_findings *findings, ap_lint_options *options)
{
    options->scene = ap_obj_parse(input, findings);
    return options->scene != NULL;
}

static const ap_companion scene = { "obj", ".obj", parse_scene };

const ap_format ap_memg_format = {
    .name = "memg",
    .title = "mesh-ensemble motion",
    .extension = ".bin",
    .companion = &scene,
    .rules = { ap_memg_rules, MEMG_RULES },
    .may_be_marked = ap_memg_may_be_marked,
    .recognize = recognize,
    .lint = lint,
    .write = ap_memg_write_file,
    .fill = ap_memg_fill,
};
