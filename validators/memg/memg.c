/* Lints and recognises mesh-ensemble motion files, and searches for the right value of a wrong count. */
#include "validators/memg/memg.h"

#include <stdio.h>

#include "core/finding/message.h"
#include "core/layout/count_search.h"
#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_mark.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_scene.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/memg_write.h"
#include "validators/memg/obj/obj.h"
#include "validators/memg/other_layouts/memg_other.h"
#include "validators/memg/other_layouts/memg_wrong_count.h"

enum { ENDIAN_BYTES = 4, MESSAGE_BYTES = 512 };

/* Searching for the right value of a wrong count */

static bool read_frames_and_groups(ap_io *io)
{
    return ap_memg_read_or_write_frames(io) && ap_memg_read_groups(io);
}

/* Searches for the right value of the count `name` at offset `count_at`. The count at `other_at` is taken as right: the product
   of the two is the number of elements that follow. If the count at `other_at` is not positive, the result is unknown. */
static ap_count_inferred_if_known infer_factor(
    const ap_io *io, size_t count_at, size_t other_at, const char *name)
{
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_cursor scratch = { .motion = &motion };
    const ap_memg_cursor *cursor = io->scope;
    const int32_t other = ap_load_i32(io->input.bytes + other_at, io->swap);
    if (other <= 0)
        return (ap_count_inferred_if_known){ .known = false };
    const bool in_header = count_at < AP_MEMG_HEADER_BYTES;
    ap_count_inferred_if_known inferred =
        ap_search_smallest_count(io, count_at, in_header ? AP_MEMG_FRAME_COUNT_AT : cursor->group_at,
            ap_saturating_product((uint64_t)other, cursor->last_counts.element_bytes),
            in_header ? read_frames_and_groups : ap_memg_read_groups, &scratch);
    inferred.which = name;
    return inferred;
}

static ap_count_inferred_if_known infer_count_of_pair(const ap_io *io, const ap_memg_count_pair *counts)
{
    const size_t second_at = counts->first_at + AP_MEMG_COUNT_BYTES;
    if (io->input.size - counts->first_at < 2 * AP_MEMG_COUNT_BYTES)
        return (ap_count_inferred_if_known){ .known = false };
    ap_count_inferred_if_known inferred = infer_factor(io, counts->first_at, second_at, counts->first);
    return inferred.known ? inferred : infer_factor(io, second_at, counts->first_at, counts->second);
}

/* Reads the group at io->at with the name_length that the count search tries, and all later groups. Returns false if they cannot
   be read, or if the name of the tried length is empty, does not fit into the file, or ends in a byte below 0x20 or in the byte
   0x7f, which names that people write do not have. */
static bool read_groups_if_name_is_plausible(ap_io *io)
{
    const size_t length = (size_t)io->search->count;
    if (length == 0 || length > ap_bytes_left(io) - AP_MEMG_COUNT_BYTES)
        return false;
    const uint8_t last = io->input.bytes[io->at + AP_MEMG_COUNT_BYTES + length - 1];
    if (last < 0x20 || last == 0x7f) {
        io->search->steps_left = 0; /* a longer name would contain this byte too: no further length is
                                       tried */
        return false;
    }
    return ap_memg_read_groups(io);
}

static ap_count_inferred_if_known infer_count(const ap_io *io, size_t count_at)
{
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_cursor scratch = { .motion = &motion };
    const ap_memg_cursor *cursor = io->scope;
    const ap_memg_count_pair *counts = &cursor->last_counts;
    if (count_at == counts->first_at || count_at == counts->first_at + AP_MEMG_COUNT_BYTES)
        return infer_count_of_pair(io, counts);
    if (count_at == cursor->group_at)
        return ap_search_smallest_count(
            io, count_at, cursor->group_at, 1, read_groups_if_name_is_plausible, &scratch);
    return ap_search_smallest_count(
        io, count_at, cursor->group_at, AP_MEMG_VERTEX_BYTES, ap_memg_read_groups, &scratch);
}

static const ap_structure_rules structure = {
    .truncated = AP_MEMG_RULE(TRUNCATED),
    .count_negative = AP_MEMG_RULE(COUNT_NEGATIVE),
    .count_exceeds_file = AP_MEMG_RULE(COUNT_EXCEEDS_FILE),
    .trailing_bytes = AP_MEMG_RULE(TRAILING_BYTES),
    .infer = infer_count,
};

/* Returns true if `rest` reads everything from byte `at` on exactly to the end of the file, checking only the
   structure. Sets *group_count to the number of groups. */
static bool parses_to_end(ap_view input, size_t at, bool swap, bool (*rest)(ap_io *io), size_t *group_count)
{
    ap_io io;
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_cursor cursor = { .motion = &motion };
    ap_io_init(&io, input, NULL, NULL, &structure);
    io.at = at;
    io.swap = swap;
    io.scope = &cursor;
    bool complete = rest(&io) && ap_bytes_left(&io) == 0;
    *group_count = motion.group_count;
    return complete;
}

void ap_memg_init_reader_without_findings(ap_io *io, ap_view input, ap_arena *arena)
{
    ap_io_init(io, input, NULL, arena, &structure);
}

/* Reading a file */

/* Reads the frames and the groups, and checks the whole file if no bytes are left. Returns true if the file was read to its
   end. */
static bool read_after_framerate(ap_io *io, ap_memg_cursor *cursor)
{
    if (!ap_memg_read_or_write_frames(io)) {
        /* the two skipped checks: all rules about transforms, and all rules about groups */
        ap_count_skipped_checks(io, 2);
        return false;
    }
    bool complete = ap_memg_read_groups(io);
    if (!complete)
        ap_count_skipped_checks(io, AP_MEMG_GROUP_PARTS - cursor->complete_parts);
    else if (ap_bytes_left(io) > 0)
        ap_report_trailing_bytes(io);
    else
        ap_memg_check_whole_file(io, cursor->motion);
    return complete && ap_bytes_left(io) == 0;
}

/* Returns true if a finding says that the structure of the file is broken. */
static bool is_structure_broken(const ap_findings *findings)
{
    return ap_findings_count_of_rule(findings, structure.truncated)
               + ap_findings_count_of_rule(findings, structure.count_negative)
               + ap_findings_count_of_rule(findings, structure.count_exceeds_file)
               + ap_findings_count_of_rule(findings, structure.trailing_bytes)
           > 0;
}

/* Adds to the message of the finding that ended reading that the length of a name is missing, if the reader
   took letters of the name for the length. */
static void explain_name_length_if_letters(ap_io *io)
{
    char text[MESSAGE_BYTES];
    const ap_memg_cursor *cursor = io->scope;
    ap_finding *finding = io->wrong_count;
    if (finding == NULL || finding->span.offset != cursor->group_at)
        return;
    const uint8_t *letters = io->input.bytes + finding->span.offset;
    if (!ap_memg_are_length_bytes_printable(letters))
        return;
    snprintf(text, sizeof text,
        "%s; the four bytes are the text \"%.*s\", as if the name had no length before it", finding->message,
        AP_MEMG_COUNT_BYTES, (const char *)letters);
    const char *message = ap_compose_finding_message(io->findings->arena, finding, text);
    if (message != NULL)
        finding->message = message;
}

static void lint_motion(
    ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    ap_io io;
    ap_memg_state state = { .order = AP_MEMG_COLUMN };
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_cursor cursor = { .motion = &motion, .state = &state };
    *result = (ap_lint_result){ .version = NULL };
    ap_io_init(&io, input, findings, findings->arena, &structure);
    io.listener = options->listener;
    io.prefetch = options->listener == NULL ? options->prefetch : NULL;
    ap_memg_state_init(&state, &io, options);
    io.scope = &cursor;
    bool complete = ap_memg_read_or_write_endian_and_framerate(&io);
    if (motion.endian == AP_MEMG_ENDIAN || motion.big_endian)
        result->variant = motion.big_endian ? "big-endian" : "little-endian";
    if (complete) {
        complete = read_after_framerate(&io, &cursor);
        /* If memory ran out before the end, ap_memg_can_be_read_to_end checks the rest of the structure, so that the search for
           another layout gives the same findings with little memory as with enough. */
        if (!complete
            && (!findings->arena->failed || is_structure_broken(findings) || !ap_memg_can_be_read_to_end(&io))
            && !ap_memg_replace_findings_by_other_layout(&io)) {
            if (!ap_memg_report_wrong_count(&io, findings->latest))
                ap_complete_wrong_count_finding(&io);
            explain_name_length_if_letters(&io);
        }
    }
    if (complete && !findings->arena->failed)
        ap_memg_check_group_without_motion(&state.scene, findings->arena);
    else if (state.scene.scene != NULL)
        ap_count_skipped_checks(&io, 1);
}

/* Recognising a file */

static bool read_framerate_and_rest(ap_io *io)
{
    int32_t framerate = 0;
    return ap_i32(io, "framerate", &framerate, AP_ROLE_NUMBER) && framerate > 0 && read_frames_and_groups(io);
}

/* Returns true if the bytes after the endian word, which may have any value, can be read as the format exactly to the end of the
   file, in the byte order that `swap` gives, with a positive framerate and at least one group. */
static bool can_be_read_without_endian(ap_view input, bool swap)
{
    size_t groups = 0;
    return input.size >= AP_MEMG_HEADER_BYTES
           && parses_to_end(input, AP_MEMG_FRAMERATE_AT, swap, read_framerate_and_rest, &groups)
           && groups > 0;
}

static bool may_begin_with_endian(ap_view input)
{
    static const uint8_t words[][ENDIAN_BYTES] = { { 1, 0, 0, 0 }, { 0, 0, 0, 1 } };
    const size_t shown = input.size < ENDIAN_BYTES ? input.size : ENDIAN_BYTES;
    return shown > 0
           && (memcmp(input.bytes, words[0], shown) == 0
               || (shown == ENDIAN_BYTES && memcmp(input.bytes, words[1], shown) == 0));
}

static bool may_be_memg_motion(ap_view input)
{
    return may_begin_with_endian(input) || can_be_read_without_endian(input, false)
           || can_be_read_without_endian(input, true);
}

static bool is_likely_motion(ap_view input)
{
    size_t groups = 0;
    const bool swap = ap_memg_is_endian_word_big_endian(input);
    if (input.size < AP_MEMG_HEADER_BYTES || !ap_memg_has_endian_word(input))
        return false;
    return ap_memg_has_plausible_header_and_transform(input)
           || (parses_to_end(input, AP_MEMG_FRAME_COUNT_AT, swap, read_frames_and_groups, &groups)
               && groups > 0)
           || ap_memg_is_other_layout(input);
}

static ap_match_level recognize(ap_view input, ap_match_level least)
{
    if (ap_memg_has_valid_header_and_structure(input))
        return AP_MATCH_CERTAIN;
    if (least <= AP_MATCH_LIKELY && is_likely_motion(input))
        return AP_MATCH_LIKELY;
    return least <= AP_MATCH_RESEMBLES && may_be_memg_motion(input) ? AP_MATCH_RESEMBLES : AP_MATCH_NONE;
}

static const void *parse_scene(ap_view input, ap_findings *findings)
{
    return ap_obj_parse(input, findings);
}

static const ap_companion scene = { .name = "obj",
    .option = "obj",
    .help = "the .obj scene that the memg files belong to",
    .extension = ".obj",
    .parse = parse_scene };

const ap_enum_name ap_memg_orders[] = { { "column", AP_MEMG_COLUMN }, { "row", AP_MEMG_ROW }, { NULL, 0 } };

static const ap_format_option options[] = {
    { "memg-order", "memg: order of the elements of the matrices U and Q in the input", ap_memg_orders,
        AP_MEMG_ORDER_CHOICE, false },
};

const ap_format ap_memg_format = {
    .name = "memg",
    .title = "mesh-ensemble motion",
    .extension = ".bin",
    .companion = &scene,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .rules = { ap_memg_rules, MEMG_RULES },
    .fixers = &ap_memg_fixers,
    .figures = &ap_memg_figures,
    .may_be_marked = ap_memg_begins_with_valid_header,
    .recognize = recognize,
    .lint = lint_motion,
    .write = ap_memg_write_same_bytes,
    .fill = ap_memg_fill,
    .to_gltf = ap_memg_to_gltf,
    .to_csv = ap_memg_to_csv,
    .compare = ap_memg_compare,
};
