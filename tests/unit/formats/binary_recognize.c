/* Tests the recognition of binary formats by content: CERTAIN is enough for a file of any name, LIKELY for a .bin file, RESEMBLES
   for a file named on the command line. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/rule_case.h"
#include "validators/recognize.h"

/* Recognizes the input with each least match that a caller can ask for. Expects `match` if it is at least the least match;
   otherwise the result must be below the least match. The bytes are copied, so that a sanitizer reports reads past the end. */
static void check_recognized_match(
    const ap_format *format, ap_view input, ap_match_level match, const char *what)
{
    const ap_view copy = copy_view(input);
    for (ap_match_level least = AP_MATCH_RESEMBLES; least <= AP_MATCH_CERTAIN; least++) {
        const ap_match_level found = format->recognize(copy, least);
        cr_expect(match < least ? found < least : found == match,
            "%s: wrong match %d for a least match of %d", what, found, least);
    }
    if (match == AP_MATCH_CERTAIN) {
        const ap_view start = { copy.bytes, copy.size < 32 ? copy.size : 32 };
        cr_expect(format->may_be_marked(start), "%s: may_be_marked is false for the first bytes", what);
    }
    free((void *)copy.bytes);
}

static void check_match_of_bytes(
    const ap_format *format, const char *bytes, size_t size, ap_match_level match)
{
    check_recognized_match(format, (ap_view){ (const uint8_t *)bytes, size }, match, bytes);
}

#define CHECK(format, literal, match) check_match_of_bytes(format, literal, sizeof(literal) - 1, match)

Test(binary_recognize, mrtk_is_recognized_by_its_magic_number)
{
    AT_END(file_build_free) file_build file;
    build_mrtk_11(&file);
    for (size_t bytes = 1; bytes <= file.size; bytes++)
        check_recognized_match(&ap_mrtk_format, (ap_view){ file.bytes, bytes },
            bytes < 8 ? AP_MATCH_RESEMBLES : AP_MATCH_CERTAIN, "the first bytes of an mrtk file");
    check_recognized_match(&ap_memg_format, file_build_view(&file), AP_MATCH_NONE,
        "an mrtk file must not be recognized as memg");
    set_u64(&file, "magic", UINT64_C(0xc6429e0f6eaf8f6a));
    check_recognized_match(&ap_mrtk_format, (ap_view){ file.bytes, 8 }, AP_MATCH_CERTAIN,
        "the magic number with reversed bytes");
    check_recognized_match(
        &ap_mrtk_format, (ap_view){ file.bytes, 7 }, AP_MATCH_NONE, "7 bytes of the reversed magic number");
    set_u64(&file, "magic", UINT64_C(0x6a8faf6e0f9e42c7));
    check_recognized_match(
        &ap_mrtk_format, (ap_view){ file.bytes, 8 }, AP_MATCH_NONE, "8 bytes with one other bit");
}

Test(binary_recognize, mrtk_is_recognized_by_its_re_encoded_magic_number)
{
    CHECK(&ap_mrtk_format, "\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f\x6a", AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\xc3\x86\x42\xc5\xbe\x0f\x6e\xc2\xaf\xc2\x8f\x6a...", AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\xef\xbf\xbd\x42\xef\xbf\xbd\x0f\x6e\xef\xbf\xbd\xef\xbf\xbd\x6a",
        AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6a", AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6b", AP_MATCH_NONE);
    CHECK(&ap_mrtk_format, "\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f", AP_MATCH_NONE);
}

Test(binary_recognize, mrtk_is_likely_if_the_magic_number_follows_up_to_64_bytes)
{
    AT_END(file_build_free) file_build file;
    build_mrtk_11(&file);
    for (size_t before = 1; before <= 66; before++) {
        file_build_splice(&file, 0, 0, "#", 1);
        check_recognized_match(&ap_mrtk_format, file_build_view(&file),
            before <= 64 ? AP_MATCH_LIKELY : AP_MATCH_NONE, "bytes before the magic number");
    }
}

Test(binary_recognize, mrtk_is_likely_if_only_the_magic_number_is_wrong)
{
    static void (*const builds[])(file_build *) = { build_mrtk_10, build_mrtk_11, build_mrtk_10_published,
        build_mrtk_11_published, build_mrtk_11_bare };
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        AT_END(file_build_free) file_build file;
        builds[i](&file);
        set_u64(&file, "magic", 0);
        check_recognized_match(
            &ap_mrtk_format, file_build_view(&file), AP_MATCH_LIKELY, "a wrong magic number");
        cr_assert_eq(ap_recognize(file_build_view(&file), AP_MATCH_LIKELY), &ap_mrtk_format);
        for (size_t bytes = 0; bytes < 24 && bytes < file.size; bytes++) {
            if (bytes != 19) /* 19 bytes with flags 0 are a complete published file */
                check_recognized_match(&ap_mrtk_format, (ap_view){ file.bytes, bytes }, AP_MATCH_NONE,
                    "a wrong magic number and a truncated file");
        }
        file_build_append(&file, "", 1);
        check_recognized_match(&ap_mrtk_format, file_build_view(&file), AP_MATCH_NONE,
            "a wrong magic number and a trailing byte");
        file_build_truncate(&file, file.size - 1);
        set_i32(&file, "version.major", 2);
        check_recognized_match(
            &ap_mrtk_format, file_build_view(&file), AP_MATCH_NONE, "a wrong magic number and version 2.0");
        set_i32(&file, "version.major", 1);
        set_i32(&file, "version.minor", AP_MRTK_VERSIONS);
        check_recognized_match(&ap_mrtk_format, file_build_view(&file), AP_MATCH_NONE,
            "a wrong magic number and an unknown version");
    }
}

/* Builds a file with the last byte missing, so that the groups are not valid. */
static void build_truncated_memg(file_build *file)
{
    build_plain_memg(file);
    file_build_truncate(file, file->size - 1);
}

#define MOVED "transforms[0][0][3]" /* a translation; the numbers before it are the first row of a rotation */

static const struct {
    const char *what;
    void (*build)(file_build *file);
    ap_match_level match;
    edit edits[CASE_EDITS];
} memg_cases[] = {
    { "a valid file", build_plain_memg, .match = AP_MATCH_CERTAIN },
    { "a big-endian file", build_big_endian_memg, .match = AP_MATCH_CERTAIN },
    { "a file without groups, with a rotation", build_memg_without_groups, .match = AP_MATCH_LIKELY },
    { "framerate 1", build_plain_memg, AP_MATCH_CERTAIN, { INT("framerate", 1) } },
    { "framerate 1000", build_plain_memg, AP_MATCH_CERTAIN, { INT("framerate", 1000) } },
    { "framerate 30 as a float32", build_plain_memg, AP_MATCH_CERTAIN, { F32("framerate", 30) } },
    { "framerate 1000 as a float32", build_plain_memg, AP_MATCH_CERTAIN, { F32("framerate", 1000) } },
    { "mapping 0", build_plain_memg, AP_MATCH_CERTAIN, { INT("groups[0].mapping[1]", 0) } },
    /* A file with one invalid field is still LIKELY, because its first transform is a rotation; with an invalid timestep_count or
       endian it only resembles memg. */
    { "a framerate just above 1000 as a float32: the structure is read to the end of the file",
        build_plain_memg, AP_MATCH_LIKELY, { BITS32("framerate", 0x447a0001) } },
    { "a framerate just below 1 as a float32", build_plain_memg, AP_MATCH_LIKELY,
        { BITS32("framerate", 0x3f7fffff) } },
    { "framerate 1001", build_plain_memg, AP_MATCH_LIKELY, { INT("framerate", 1001) } },
    { "framerate 0", build_plain_memg, AP_MATCH_LIKELY, { INT("framerate", 0) } },
    { "mapping -1", build_plain_memg, AP_MATCH_LIKELY, { INT("groups[0].mapping[1]", -1) } },
    { "parent_frame 2 of 2", build_plain_memg, AP_MATCH_LIKELY, { INT("groups[0].parent_frame", 2) } },
    { "parent_frame -1", build_plain_memg, AP_MATCH_LIKELY, { INT("groups[1].parent_frame", -1) } },
    { "vertex_count 7 of 1", build_plain_memg, AP_MATCH_LIKELY, { INT("groups[1].vertex_count", 7) } },
    { "timestep_count 0", build_plain_memg, AP_MATCH_RESEMBLES, { INT("timestep_count", 0) } },
    /* With a wrong endian field, a file resembles memg if it is read to its end and has a framerate and a group. */
    { "endian 2", build_plain_memg, AP_MATCH_RESEMBLES, { INT("endian", 2) } },
    { "endian 2, big-endian", build_big_endian_memg, AP_MATCH_RESEMBLES, { INT("endian", 2) } },
    { "endian 2 and bytes after the groups", build_plain_memg, AP_MATCH_NONE,
        { INT("endian", 2), APPEND("\0\0") } },
    { "endian 2 and bytes after the groups, big-endian", build_big_endian_memg, AP_MATCH_NONE,
        { INT("endian", 2), APPEND("\0\0\0") } },
    { "endian 2 and framerate 0", build_plain_memg, AP_MATCH_NONE,
        { INT("endian", 2), INT("framerate", 0) } },
    { "endian 2 and framerate 0, big-endian", build_big_endian_memg, AP_MATCH_NONE,
        { INT("endian", 2), INT("framerate", 0) } },
    { "endian 2, without groups", build_memg_without_groups, AP_MATCH_NONE, { INT("endian", 2) } },
    { "15 bytes with endian 2", build_plain_memg, AP_MATCH_NONE,
        { INT("endian", 2), CUT("timestep_count", 3) } },
    { "15 bytes with endian 2, big-endian", build_big_endian_memg, AP_MATCH_NONE,
        { INT("endian", 2), CUT("timestep_count", 3) } },
    /* A truncated file is LIKELY by its first transform. */
    { "a rotation in rows of four numbers", build_truncated_memg, .match = AP_MATCH_LIKELY },
    { "frame_count at the limit", build_truncated_memg, AP_MATCH_LIKELY, { INT("frame_count", 4096) } },
    { "frame_count above the limit", build_truncated_memg, AP_MATCH_RESEMBLES, { INT("frame_count", 4097) } },
    { "timestep_count at the limit", build_truncated_memg, AP_MATCH_LIKELY,
        { INT("timestep_count", 1 << 20) } },
    { "timestep_count above the limit", build_truncated_memg, AP_MATCH_RESEMBLES,
        { INT("timestep_count", (1 << 20) + 1) } },
    { "a translation of 1e6, the limit", build_truncated_memg, AP_MATCH_LIKELY, { F64(MOVED, 1e6) } },
    { "a translation above 1e6", build_truncated_memg, AP_MATCH_RESEMBLES, { F64(MOVED, 1.0001e6) } },
    { "a translation of 1e-31", build_truncated_memg, AP_MATCH_RESEMBLES, { F64(MOVED, 1e-31) } },
    { "a transform that is not a rotation", build_truncated_memg, AP_MATCH_RESEMBLES,
        { F64(MOVED, 0), F64("transforms[0][0][0]", 1.00001) } },
};

Test(binary_recognize, memg_is_recognized_by_its_header_its_groups_and_its_first_transform)
{
    for (size_t i = 0; i < sizeof memg_cases / sizeof *memg_cases; i++) {
        AT_END(file_build_free) file_build file;
        memg_cases[i].build(&file);
        apply_edits(&file, memg_cases[i].edits);
        check_recognized_match(
            &ap_memg_format, file_build_view(&file), memg_cases[i].match, memg_cases[i].what);
    }
}

Test(binary_recognize, the_first_bytes_of_memg_resemble_it)
{
    AT_END(file_build_free) file_build file;
    build_memg_without_groups(&file);
    for (size_t bytes = 1; bytes < 112; bytes++)
        check_recognized_match(&ap_memg_format, (ap_view){ file.bytes, bytes }, AP_MATCH_RESEMBLES,
            "a truncated memg file without groups");
    file_build_free(&file);
    build_plain_memg(&file);
    check_recognized_match(
        &ap_mrtk_format, file_build_view(&file), AP_MATCH_NONE, "a memg file must not be recognized as mrtk");
}

Test(binary_recognize, truncated_memg_is_likely_by_a_transform_in_another_order_or_type)
{
    AT_END(file_build_free) file_build file;
    const double nine[12] = { 0, -1, 0, 1, 0, 0, 0, 0, 1, 5, 6, 7 };
    build_truncated_memg(&file);
    for (size_t i = 0; i < 12; i++) {
        char path[32];
        snprintf(path, sizeof path, "transforms[0][0][%zu]", i);
        set_f64(&file, path, nine[i]);
    }
    check_recognized_match(
        &ap_memg_format, file_build_view(&file), AP_MATCH_LIKELY, "a rotation in the first nine numbers");
    for (size_t i = 0; i < 12; i++) {
        const float narrow = (float)nine[i];
        memcpy(file.bytes + 16 + 4 * i, &narrow, sizeof narrow);
    }
    check_recognized_match(
        &ap_memg_format, file_build_view(&file), AP_MATCH_LIKELY, "a rotation of float32 numbers");
}
