/* Rules about the whole file: its layout, and the content of all its curves. */
#include <stdio.h>
#include <string.h>

#include "validators/mrtk/content/mrtk_content.h"
#include "validators/mrtk/content/mrtk_hands.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

/* The span of the two version numbers, at which findings about the whole file point. */
static const ap_span version_span = { 8, 8 };

enum { HAS_HAND_AT = 17 };

void ap_mrtk_report_converted_lines(ap_io *io, const ap_mrtk_crlf_overlay *ends)
{
    ap_add_finding_at(io, AP_MRTK_RULE(TEXT_MODE), (ap_span){ ends->first, 2 }, NULL, ap_text_value("0a"),
        ap_text_value("0d 0a"),
        "the file was copied as text, which put a 0d before %s%zu %s 0a; copy it again in binary mode",
        ends->count == 1 ? "its " : "each of its ", ends->count, ends->count == 1 ? "byte" : "bytes");
}

bool ap_mrtk_is_recording_next(const ap_io *io)
{
    return ap_bytes_left(io) >= sizeof(uint64_t)
           && ap_load_u64(io->input.bytes + io->at, false) == AP_MRTK_MAGIC;
}

bool ap_mrtk_is_padding_next(const ap_io *io)
{
    size_t zeros = 0;
    while (zeros < ap_bytes_left(io) && io->input.bytes[io->at + zeros] == 0)
        zeros++;
    return zeros > 0 && zeros == ap_bytes_left(io);
}

void ap_mrtk_check_end_of_file(ap_io *io)
{
    const size_t left = ap_bytes_left(io);
    if (!ap_mrtk_is_recording_next(io)) {
        ap_report_trailing_bytes(io);
        return;
    }
    ap_add_finding_at(io, AP_MRTK_RULE(TRAILING_BYTES), (ap_span){ io->at, left }, NULL,
        ap_text_value("no bytes after the last field"), ap_byte_count(left),
        "a second recording of %zu bytes follows the last field; it must be a file of its own: cut this file "
        "at offset %zu",
        left, io->at);
}

void ap_mrtk_check_variant(ap_io *io, const ap_mrtk_animation *animation)
{
    if (animation->variant == AP_MRTK_PUBLISHED)
        ap_add_finding_at(io, AP_MRTK_RULE(LAYOUT_PUBLISHED), version_span, "version",
            ap_text_value("writer"), ap_text_value("published"),
            ap_mrtk_features_of(animation)->short_keys
                ? "MRTK cannot load the file, which follows the published page: it has 28-byte keys and no "
                  "marker list; animproof convert --layout writer writes a file that MRTK can load"
                : "MRTK cannot load the file, which follows the published page: it has no marker list; "
                  "animproof convert --layout writer writes a file that MRTK can load");
}

void ap_mrtk_put_record_name(const ap_mrtk_record *record, char name[AP_MRTK_NAME_BYTES])
{
    if (record->index == AP_NO_INDEX)
        snprintf(name, AP_MRTK_NAME_BYTES, "%s", record->name);
    else
        snprintf(name, AP_MRTK_NAME_BYTES, "%s[%zu %s]", record->name, record->index,
            ap_mrtk_joint_name(record->index));
}

bool ap_mrtk_has_keys(const ap_mrtk_record *record)
{
    for (size_t c = 0; c < record->shape->curve_count; c++) {
        if (record->curves[c].key_count > 0)
            return true;
    }
    return false;
}

/* Returns true if a record called `name` has keys; `name` is a section such as "camera" or
   "hand_joints_left". */
static bool section_has_keys(const ap_mrtk_animation *animation, const char *name)
{
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        if (strcmp(record->name, name) == 0 && ap_mrtk_has_keys(record))
            return true;
    }
    return false;
}

const ap_mrtk_record *ap_mrtk_first_record(const ap_mrtk_animation *animation, const char *name)
{
    for (size_t r = 0; r < animation->record_count; r++) {
        if (strcmp(animation->records[r].name, name) == 0)
            return &animation->records[r];
    }
    return NULL;
}

bool ap_mrtk_has_key_with_value_1(const ap_mrtk_record *boolean)
{
    const ap_view keys = boolean == NULL ? (ap_view){ NULL, 0 } : boolean->curves[0].keys;
    for (size_t at = 0; at < keys.size; at += AP_MRTK_SHORT_KEY_BYTES) {
        if (ap_load_f32(keys.bytes + at + sizeof(float), false) == 1)
            return true;
    }
    return false;
}

static void report_if_section_empty(
    ap_io *io, const ap_mrtk_animation *animation, const char *name, const char *message)
{
    const ap_mrtk_record *record = ap_mrtk_first_record(animation, name);
    if (record != NULL && !section_has_keys(animation, name))
        ap_mrtk_report_at_key_count(io, AP_MRTK_RULE(SECTION_EMPTY), record,
            ap_value_with_prefix("at least", ap_integer(1)), ap_integer(record->curves[0].key_count),
            message);
}

static void check_sections(ap_io *io, const ap_mrtk_animation *animation)
{
    report_if_section_empty(io, animation, "camera",
        "no curve of the camera has a key, although other curves have; MRTK puts the camera at the origin");
    report_if_section_empty(io, animation, "gaze",
        "no curve of the gaze has a key, although other curves have; MRTK puts the gaze at the origin");
    if (ap_mrtk_has_key_with_value_1(ap_mrtk_first_record(animation, "hand_tracked_left")))
        report_if_section_empty(io, animation, "hand_joints_left",
            "the left hand is tracked, but its joints have no keys; MRTK puts all these joints at the "
            "origin");
    if (ap_mrtk_has_key_with_value_1(ap_mrtk_first_record(animation, "hand_tracked_right")))
        report_if_section_empty(io, animation, "hand_joints_right",
            "the right hand is tracked, but its joints have no keys; MRTK puts all these joints at the "
            "origin");
}

static void report_if_flagged_hands_empty(ap_io *io, const ap_mrtk_animation *animation)
{
    if (!ap_mrtk_features_of(animation)->has_flags || !animation->has_hand)
        return;
    if (section_has_keys(animation, "hand_joints_left") || section_has_keys(animation, "hand_joints_right")
        || ap_mrtk_has_key_with_value_1(ap_mrtk_first_record(animation, "hand_tracked_left"))
        || ap_mrtk_has_key_with_value_1(ap_mrtk_first_record(animation, "hand_tracked_right")))
        return;
    ap_add_finding_at(io, AP_MRTK_RULE(HANDS_UNTRACKED), (ap_span){ HAS_HAND_AT, 1 }, "has_hand",
        ap_no_value(), ap_integer(animation->has_hand),
        "; no joint of either hand has a key, and neither hand is ever tracked");
}

/* Returns the largest key count of the curves of the pose or ray, and the smallest in *fewest. */
static int32_t largest_key_count(const ap_mrtk_record *record, int32_t *fewest)
{
    int32_t most = *fewest = record->curves[0].key_count;
    for (size_t c = 1; c < record->shape->curve_count; c++) {
        const int32_t count = record->curves[c].key_count;
        most = count > most ? count : most;
        *fewest = count < *fewest ? count : *fewest;
    }
    return most;
}

/* Reports a recording of MRTK's 1.1 layout in which a pose or ray has one key in each curve, and no curve of a pose or ray has
   more (rule mrtk/collapsed). Returns true if that was reported. */
static bool report_if_collapsed(ap_io *io, const ap_mrtk_animation *animation)
{
    const ap_mrtk_record *example = NULL;
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        int32_t fewest;
        if (record->shape->curve_names == NULL)
            continue;
        if (largest_key_count(record, &fewest) > 1)
            return false;
        if (example == NULL && fewest == 1)
            example = record;
    }
    const bool collapsed = ap_mrtk_does_writer_drop_keys(animation) && example != NULL;
    if (collapsed)
        ap_mrtk_report_at_key_count(io, AP_MRTK_RULE(COLLAPSED), example,
            ap_value_with_prefix("at least", ap_integer(2)), ap_integer(example->curves[0].key_count),
            "no float curve of the file has more than one key, so nothing moves; MRTK 2.7.3 keeps "
            "only the first key of a recording of 32 frames or fewer");
    return collapsed;
}

void ap_mrtk_check_curves(ap_io *io, const ap_mrtk_animation *animation)
{
    for (size_t r = 0; r < animation->record_count; r++) {
        if (!ap_mrtk_has_keys(&animation->records[r]))
            continue;
        report_if_flagged_hands_empty(io, animation);
        check_sections(io, animation);
        ap_mrtk_check_content(io, io->scope, report_if_collapsed(io, animation));
        return;
    }
    ap_add_finding_at(io, AP_MRTK_RULE(NO_KEYS), version_span, "version", ap_no_value(), ap_no_value(),
        "no curve of this file of version %d.%d has a key%s", (int)animation->major, (int)animation->minor,
        animation->record_count == 0 ? ": it has no curve, since all its flags are 0" : "");
}
