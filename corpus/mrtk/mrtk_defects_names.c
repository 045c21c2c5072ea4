/* Defects in the names of an MRTK animation's markers, and in their length prefixes. */
#include <assert.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

#define NAME        "mrtk/marker-name"
#define OVERLONG    "mrtk/marker-name-overlong"
#define HAS_MARKERS "layout=writer markers=1..8"

enum { TIME, PREFIX, TEXT };

static const ap_listed_field *marker_field_of(
    const ap_mrtk_candidates *candidates, size_t marker, size_t which)
{
    return ap_mrtk_marker_field(candidates, marker, which - TIME);
}

static size_t name_bytes(const ap_mrtk_candidates *candidates, size_t marker)
{
    return marker_field_of(candidates, marker, TEXT)->span.length;
}

/* Returns the number of bytes from the end of the name's length prefix to the end of the file. */
static size_t bytes_after_length(const ap_mrtk_candidates *candidates, size_t marker)
{
    return candidates->damage->input.size - ap_span_end(marker_field_of(candidates, marker, PREFIX)->span);
}

static bool has_ascii_name(const ap_mrtk_candidates *candidates, size_t marker)
{
    const ap_span span = marker_field_of(candidates, marker, TEXT)->span;
    for (size_t i = 0; i < span.length; i++) {
        if (candidates->damage->input.bytes[span.offset + i] >= 0x80)
            return false;
    }
    return true;
}

/* Picks a marker with a name of at least `least_bytes` bytes; if `must_be_ascii`, with an ASCII name. Returns the number of
   markers if no marker fits. */
static size_t pick_marker_or_count(ap_mrtk_candidates *candidates, size_t least_bytes, bool must_be_ascii)
{
    size_t picked = candidates->markers;
    size_t seen = 0;
    for (size_t i = 0; i < candidates->markers; i++) {
        if (name_bytes(candidates, i) >= least_bytes && (!must_be_ascii || has_ascii_name(candidates, i))
            && ap_pick_this_item(candidates->damage->choices, &seen))
            picked = i;
    }
    return picked;
}

/* Finds the candidates of the file, and picks a marker like pick_marker_or_count. Returns false if no marker fits. */
static bool find_candidates_and_pick_marker(
    ap_damage *damage, ap_mrtk_candidates *candidates, size_t least_bytes, bool must_be_ascii, size_t *marker)
{
    if (!ap_mrtk_find_candidates(damage, candidates))
        return false;
    *marker = pick_marker_or_count(candidates, least_bytes, must_be_ascii);
    return *marker < candidates->markers;
}

/* Writes the length as groups of 7 bits, one per byte, with as many zero groups as needed for `bytes` bytes. */
static void write_length_prefix(uint8_t *prefix, uint64_t length, size_t bytes)
{
    assert(bytes <= MRTK_PREFIX_BYTES);
    for (size_t i = 0; i < bytes; i++)
        prefix[i] = (uint8_t)((length >> (7 * i) & 0x7f) | (i + 1 < bytes ? 0x80 : 0));
}

static size_t shortest_prefix_bytes(uint64_t length)
{
    size_t bytes = 1;
    while (length >>= 7)
        bytes++;
    return bytes;
}

/* Replaces the length prefix of a name by an invalid one. Reading ends there. */
static bool replace_prefix_by_invalid(ap_damage *damage, const ap_mrtk_candidates *candidates, size_t marker,
    const uint8_t *prefix, size_t bytes)
{
    const ap_listed_field *field = marker_field_of(candidates, marker, PREFIX);
    return ap_edit_span(damage, field->span, prefix, bytes)
           && ap_expect_with_path_of_field(damage, NAME, (ap_span){ field->span.offset, bytes }, field)
           && ap_expect_vanished_from(damage, NULL, field->span.offset)
           && ap_mrtk_is_layout_unchanged(damage);
}

/* Sets the length of a name to the defect's number, which is negative as an int32, or more than the rest of the file has. */
static bool write_wrong_name_length(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    size_t marker;
    uint8_t prefix[MRTK_PREFIX_BYTES];
    const uint64_t length = (uint64_t)damage->defect->number;
    const size_t bytes = shortest_prefix_bytes(length);
    if (!find_candidates_and_pick_marker(damage, &candidates, 0, false, &marker))
        return false;
    if (length <= bytes_after_length(&candidates, marker))
        return false;
    write_length_prefix(prefix, length, bytes);
    return replace_prefix_by_invalid(damage, &candidates, marker, prefix, bytes);
}

/* Sets the length of the last name to one more than the number of bytes that follow the length. */
static bool lengthen_name_by_one(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    uint8_t prefix[MRTK_PREFIX_BYTES];
    if (!ap_mrtk_find_candidates(damage, &candidates) || candidates.markers == 0)
        return false;
    const size_t length = bytes_after_length(&candidates, candidates.markers - 1) + 1;
    const size_t bytes = shortest_prefix_bytes(length);
    write_length_prefix(prefix, length, bytes);
    return replace_prefix_by_invalid(damage, &candidates, candidates.markers - 1, prefix, bytes);
}

/* Writes a length prefix with the continuation bit set in its fifth byte. */
static bool write_endless_prefix(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    size_t marker;
    const uint8_t more = (uint8_t)damage->defect->number;
    const uint8_t prefix[MRTK_PREFIX_BYTES] = { more, more, more, more, more };
    return find_candidates_and_pick_marker(damage, &candidates, 0, false, &marker)
           && replace_prefix_by_invalid(damage, &candidates, marker, prefix, sizeof prefix);
}

/* Writes the right length of a name in more bytes than needed: as many as the defect's number says. If the defect has a text,
   also sets a bit that MRTK ignores. */
static bool lengthen_prefix(ap_damage *damage)
{
    const uint64_t dropped_bits = damage->defect->text != NULL ? UINT64_C(1) << 32 : 0;
    ap_mrtk_candidates candidates;
    size_t marker;
    uint8_t prefix[MRTK_PREFIX_BYTES];
    const size_t bytes = (size_t)damage->defect->number;
    if (!find_candidates_and_pick_marker(damage, &candidates, 0, false, &marker)
        || shortest_prefix_bytes(name_bytes(&candidates, marker)) >= bytes)
        return false;
    const ap_listed_field *field = marker_field_of(&candidates, marker, PREFIX);
    write_length_prefix(prefix, name_bytes(&candidates, marker) | dropped_bits, bytes);
    return ap_edit_span(damage, field->span, prefix, bytes)
           && ap_expect_with_path_of_field(damage, OVERLONG, (ap_span){ field->span.offset, bytes }, field);
}

/* Replaces the first bytes of a name by the defect's text. */
static bool write_text_over_name(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    size_t marker;
    const char *text = damage->defect->text;
    const size_t bytes = strlen(text);
    if (!find_candidates_and_pick_marker(damage, &candidates, bytes, damage->defect->near_miss, &marker))
        return false;
    const ap_listed_field *field = marker_field_of(&candidates, marker, TEXT);
    return ap_edit_span(damage, (ap_span){ field->span.offset, bytes }, text, bytes)
           && ap_expect_own_rule(damage, field);
}

/* Replaces the last byte of a name by the first byte of a two-byte UTF-8 character. */
static bool break_name_end(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    size_t marker;
    const uint8_t begins = 0xc3;
    if (!find_candidates_and_pick_marker(damage, &candidates, 1, false, &marker))
        return false;
    const ap_listed_field *field = marker_field_of(&candidates, marker, TEXT);
    return ap_edit_span(damage, (ap_span){ ap_span_end(field->span) - 1, 1 }, &begins, sizeof begins)
           && ap_expect_own_rule(damage, field);
}

static bool put_nul_into_name(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    size_t marker;
    const uint8_t nul = 0;
    return find_candidates_and_pick_marker(damage, &candidates, 1, true, &marker)
           && ap_edit_span(damage, (ap_span){ marker_field_of(&candidates, marker, TEXT)->span.offset, 1 },
               &nul, sizeof nul);
}

/* Replaces a name by one with as many bytes as the defect's number says, and its length prefix. */
static bool rename_marker(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    size_t marker;
    const size_t length = (size_t)damage->defect->number;
    const size_t bytes = shortest_prefix_bytes(length);
    uint8_t *name = ap_alloc(damage->arena, bytes + length);
    if (name == NULL || !find_candidates_and_pick_marker(damage, &candidates, 0, false, &marker))
        return false;
    const ap_span prefix = marker_field_of(&candidates, marker, PREFIX)->span;
    const ap_span old = { prefix.offset, prefix.length + name_bytes(&candidates, marker) };
    write_length_prefix(name, length, bytes);
    memset(name + bytes, 'n', length);
    return ap_edit_span(damage, old, name, bytes + length);
}

static const ap_defect defects[] = {
    ROW("marker-name", "one-more", "the last marker's name extends one byte past the end of the file",
        lengthen_name_by_one, .knobs = HAS_MARKERS),
    ROW("marker-name", "large", "the length of a marker's name is larger than the file",
        write_wrong_name_length, .number = 0x0fffffff, .knobs = HAS_MARKERS),
    ROW("marker-name", "most", "the length of a marker's name is the largest int32", write_wrong_name_length,
        .number = INT32_MAX, .knobs = HAS_MARKERS),
    ROW("marker-name", "negative", "the length of a marker's name is negative", write_wrong_name_length,
        .number = UINT32_MAX, .knobs = HAS_MARKERS),
    ROW("marker-name", "negative-least", "the length of a marker's name is the smallest int32",
        write_wrong_name_length, .number = 0x80000000, .knobs = HAS_MARKERS),
    ROW("marker-name", "endless", "the length of a marker's name continues after its fifth byte",
        write_endless_prefix, .number = 0xff, .knobs = HAS_MARKERS),
    ROW("marker-name", "endless-0", "the length of a marker's name is 0, and continues after its fifth byte",
        write_endless_prefix, .number = 0x80, .knobs = HAS_MARKERS),
    NEAR("marker-name", "empty", "a marker's name is empty", rename_marker, .knobs = HAS_MARKERS),
    NEAR("marker-name", "127", "a marker's name has 127 bytes, the most that a one-byte length can store",
        rename_marker, .number = 127, .knobs = HAS_MARKERS),
    NEAR("marker-name", "128", "a marker's name has 128 bytes, so its length takes two bytes", rename_marker,
        .number = 128, .knobs = HAS_MARKERS),
    NEAR("marker-name", "16384", "a marker's name has 16384 bytes, so its length takes three bytes",
        rename_marker, .number = 16384, .knobs = HAS_MARKERS),

    ROW("marker-name-overlong", "2", "the length of a marker's name takes two bytes, but one suffices",
        lengthen_prefix, .number = 2, .knobs = HAS_MARKERS),
    ROW("marker-name-overlong", "5", "the length of a marker's name takes five bytes, but fewer suffice",
        lengthen_prefix, .number = 5, .knobs = HAS_MARKERS),
    ROW("marker-name-overlong", "bit-32",
        "the length of a marker's name has a bit beyond 32 bits, which MRTK drops", lengthen_prefix,
        .text = "wide", .number = 5, .knobs = HAS_MARKERS),
    NEAR("marker-name-overlong", "128", "a marker's name has 128 bytes, so its length needs two bytes",
        rename_marker, .number = 128, .knobs = HAS_MARKERS),
    NEAR("marker-name-overlong", "16384", "a marker's name has 16384 bytes, so its length needs three bytes",
        rename_marker, .number = 16384, .knobs = HAS_MARKERS),

    ROW("marker-name-utf8", "ff", "a marker's name contains a byte that UTF-8 never uses",
        write_text_over_name, .text = "\xff", .knobs = HAS_MARKERS),
    ROW("marker-name-utf8", "alone", "a marker's name begins in the middle of a UTF-8 character",
        write_text_over_name, .text = "\x80", .knobs = HAS_MARKERS),
    ROW("marker-name-utf8", "overlong", "a marker's name contains an overlong UTF-8 character",
        write_text_over_name, .text = "\xc0\x80", .knobs = HAS_MARKERS),
    ROW("marker-name-utf8", "overlong-3", "a marker's name contains an overlong UTF-8 character",
        write_text_over_name, .text = "\xe0\x9f\xbf", .knobs = HAS_MARKERS),
    ROW("marker-name-utf8", "surrogate", "a marker's name contains half a surrogate pair",
        write_text_over_name, .text = "\xed\xa0\x80", .knobs = HAS_MARKERS),
    ROW("marker-name-utf8", "above", "a marker's name contains a character above U+10FFFF",
        write_text_over_name, .text = "\xf4\x90\x80\x80", .knobs = HAS_MARKERS),
    ROW("marker-name-utf8", "cut", "a marker's name ends in the middle of a UTF-8 character", break_name_end,
        .knobs = HAS_MARKERS),
    NEAR("marker-name-utf8", "nul", "a marker's name contains a NUL, which is allowed", put_nul_into_name,
        .knobs = HAS_MARKERS),
    NEAR("marker-name-utf8", "byte-order-mark", "a marker's name begins with a byte order mark",
        write_text_over_name, .text = "\xef\xbb\xbf", .knobs = HAS_MARKERS),
    NEAR("marker-name-utf8", "last", "a marker's name contains U+10FFFF, the last character of Unicode",
        write_text_over_name, .text = "\xf4\x8f\xbf\xbf", .knobs = HAS_MARKERS),
    NEAR("marker-name-utf8", "before-surrogates",
        "a marker's name contains U+D7FF, the last character before the surrogates", write_text_over_name,
        .text = "\xed\x9f\xbf", .knobs = HAS_MARKERS),
};

const ap_defect_table ap_mrtk_name_defects = { defects, sizeof defects / sizeof *defects };
