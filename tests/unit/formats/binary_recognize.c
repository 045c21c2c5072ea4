/* What is known of a binary file by its content alone: a mark for any name, enough for a .bin, or a
   resemblance (../shared/formats/README.md, Recognition). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"
#include "validators/recognize.h"

/* The match, however little is asked for, in bytes of which no other can be read. */
static void check_match(const ap_format *format, ap_view input, ap_match match, const char *what)
{
    const ap_view copy = copy_view(input);
    for (ap_match least = AP_MATCH_RESEMBLES; least <= AP_MATCH_CERTAIN; least++) {
        const ap_match found = format->recognize(copy, least);
        cr_assert(match < least ? found < least : found == match, "%s: %d asked for %d", what, found, least);
    }
    if (match == AP_MATCH_CERTAIN) {
        const ap_view start = { copy.bytes, copy.size < 32 ? copy.size : 32 };
        cr_assert(format->may_be_marked(start), "%s: by its first bytes", what);
    }
    free((void *)copy.bytes);
}

static void check_bytes(const ap_format *format, const char *bytes, size_t size, ap_match match)
{
    check_match(format, (ap_view){ (const uint8_t *)bytes, size }, match, bytes);
}

#define CHECK(format, literal, match) check_bytes(format, literal, sizeof(literal) - 1, match)

Test(binary_recognize, mrtk_by_its_magic)
{
    file_build file;
    mrtk_11(&file);
    for (size_t bytes = 1; bytes <= file.size; bytes++)
        check_match(&ap_mrtk_format, (ap_view){ file.bytes, bytes },
            bytes < 8 ? AP_MATCH_RESEMBLES : AP_MATCH_CERTAIN, "a right beginning");
    check_match(&ap_memg_format, build_view(&file), AP_MATCH_NONE, "mrtk is not memg");
    set_u64(&file, "magic", UINT64_C(0xc6429e0f6eaf8f6a));
    check_match(&ap_mrtk_format, (ap_view){ file.bytes, 8 }, AP_MATCH_CERTAIN, "the magic byte-swapped");
    check_match(&ap_mrtk_format, (ap_view){ file.bytes, 7 }, AP_MATCH_NONE, "7 bytes of it");
    set_u64(&file, "magic", UINT64_C(0x6a8faf6e0f9e42c7));
    check_match(&ap_mrtk_format, (ap_view){ file.bytes, 8 }, AP_MATCH_NONE, "8 bytes of another magic");
    build_free(&file);
}

Test(binary_recognize, mrtk_encoded_anew)
{
    CHECK(&ap_mrtk_format, "\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f\x6a", AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\xc3\x86\x42\xc5\xbe\x0f\x6e\xc2\xaf\xc2\x8f\x6a...", AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\xef\xbf\xbd\x42\xef\xbf\xbd\x0f\x6e\xef\xbf\xbd\xef\xbf\xbd\x6a",
        AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6a", AP_MATCH_CERTAIN);
    CHECK(&ap_mrtk_format, "\x3f\x42\x3f\x0f\x6e\x3f\x3f\x6b", AP_MATCH_NONE);
    CHECK(&ap_mrtk_format, "\xc3\x86\x42\xc2\x9e\x0f\x6e\xc2\xaf\xc2\x8f", AP_MATCH_NONE);
}

Test(binary_recognize, mrtk_by_a_later_magic)
{
    file_build file;
    mrtk_11(&file);
    for (size_t before = 1; before <= 66; before++) {
        build_splice(&file, 0, 0, "#", 1);
        check_match(&ap_mrtk_format, build_view(&file), before <= 64 ? AP_MATCH_LIKELY : AP_MATCH_NONE,
            "bytes in front of the magic");
    }
    build_free(&file);
}

Test(binary_recognize, mrtk_by_all_but_its_magic)
{
    static void (*const builds[])(
        file_build *) = { mrtk_10, mrtk_11, mrtk_10_published, mrtk_11_published, mrtk_11_bare };
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        file_build file;
        builds[i](&file);
        set_u64(&file, "magic", 0);
        check_match(&ap_mrtk_format, build_view(&file), AP_MATCH_LIKELY, "a damaged magic");
        cr_assert_eq(ap_recognize(build_view(&file), AP_MATCH_LIKELY), &ap_mrtk_format);
        for (size_t bytes = 0; bytes < 24 && bytes < file.size; bytes++) {
            if (bytes != 19) /* with flags of 0 a whole published file */
                check_match(&ap_mrtk_format, (ap_view){ file.bytes, bytes }, AP_MATCH_NONE, "cut off");
        }
        build_append(&file, "", 1);
        check_match(&ap_mrtk_format, build_view(&file), AP_MATCH_NONE, "a byte too many");
        build_cut(&file, file.size - 1);
        set_i32(&file, "version.major", 2);
        check_match(&ap_mrtk_format, build_view(&file), AP_MATCH_NONE, "2.0");
        set_i32(&file, "version.major", 1);
        set_i32(&file, "version.minor", 2);
        check_match(&ap_mrtk_format, build_view(&file), AP_MATCH_NONE, "1.2");
        build_free(&file);
    }
}

static const ap_format *const memg = &ap_memg_format;

static void check_field(const char *path, int32_t value, ap_match match)
{
    file_build file;
    memg_plain(&file);
    set_i32(&file, path, value);
    check_match(memg, build_view(&file), match, path);
    build_free(&file);
}

Test(binary_recognize, memg_by_its_header_and_sound_groups)
{
    file_build file;
    memg_plain(&file);
    check_match(memg, build_view(&file), AP_MATCH_CERTAIN, "all of it");
    check_match(&ap_mrtk_format, build_view(&file), AP_MATCH_NONE, "memg is not mrtk");
    build_free(&file);
    memg_swapped(&file);
    check_match(memg, build_view(&file), AP_MATCH_CERTAIN, "big-endian");
    build_free(&file);
    memg_groupless(&file);
    check_match(memg, build_view(&file), AP_MATCH_LIKELY, "without a group, with a rotation");
    for (size_t bytes = 1; bytes < 112; bytes++)
        check_match(memg, (ap_view){ file.bytes, bytes }, AP_MATCH_RESEMBLES, "cut off");
    build_free(&file);
}

/* The first transform holds a rotation: what is no mark is likely. */
Test(binary_recognize, memg_that_is_not_sound)
{
    check_field("framerate", 1, AP_MATCH_CERTAIN);
    check_field("framerate", 1000, AP_MATCH_CERTAIN);
    check_field("framerate", 0x41f00000, AP_MATCH_CERTAIN); /* 30 as a float32 */
    check_field("framerate", 0x447a0000, AP_MATCH_CERTAIN); /* 1000 */
    check_field("framerate", 0x447a0001, AP_MATCH_LIKELY);  /* the structure reads to the end */
    check_field("framerate", 0x3f7fffff, AP_MATCH_LIKELY);
    check_field("framerate", 1001, AP_MATCH_LIKELY);
    check_field("framerate", 0, AP_MATCH_LIKELY);
    check_field("groups[0].mapping[1]", -1, AP_MATCH_LIKELY);
    check_field("groups[0].mapping[1]", 0, AP_MATCH_CERTAIN);
    check_field("groups[0].parent_frame", 2, AP_MATCH_LIKELY);
    check_field("groups[1].parent_frame", -1, AP_MATCH_LIKELY);
    check_field("timestep_count", 0, AP_MATCH_RESEMBLES);
    check_field("endian", 2, AP_MATCH_RESEMBLES);
    check_field("groups[1].vertex_count", 7, AP_MATCH_LIKELY);
}

/* Where the endian word is another, all else has to read to the end, with a frame rate and a group. */
Test(binary_recognize, memg_without_its_mark)
{
    static const struct {
        void (*build)(file_build *file);
        const char *path; /* made 0; NULL: nothing */
        size_t more;      /* bytes after the end */
        ap_match match;
    } cases[] = {
        { memg_plain, NULL, 0, AP_MATCH_RESEMBLES },
        { memg_swapped, NULL, 0, AP_MATCH_RESEMBLES },
        { memg_plain, NULL, 2, AP_MATCH_NONE },
        { memg_swapped, NULL, 3, AP_MATCH_NONE },
        { memg_plain, "framerate", 0, AP_MATCH_NONE },
        { memg_swapped, "framerate", 0, AP_MATCH_NONE },
        { memg_groupless, NULL, 0, AP_MATCH_NONE },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char what[16];
        file_build file;
        cases[i].build(&file);
        set_i32(&file, "endian", 2);
        if (cases[i].path != NULL)
            set_i32(&file, cases[i].path, 0);
        uint8_t *bytes = calloc(1, file.size + cases[i].more);
        cr_assert_not_null(bytes);
        memcpy(bytes, file.bytes, file.size);
        snprintf(what, sizeof what, "case %zu", i);
        check_match(memg, (ap_view){ bytes, file.size + cases[i].more }, cases[i].match, what);
        check_match(memg, (ap_view){ bytes, 15 }, AP_MATCH_NONE, what);
        free(bytes);
        build_free(&file);
    }
}

/* A header, and numbers that are not zero after it: groups are far from sound. */
static void check_transform(file_build *file, ap_match match, const char *what)
{
    check_match(memg, build_view(file), match, what);
}

static void broken(file_build *file)
{
    memg_plain(file);
    build_cut(file, file->size - 1);
}

Test(binary_recognize, memg_by_its_first_transform)
{
    file_build file;
    broken(&file);
    check_transform(&file, AP_MATCH_LIKELY, "rows of four");
    set_i32(&file, "frame_count", 4097);
    check_transform(&file, AP_MATCH_RESEMBLES, "too many frames");
    set_i32(&file, "frame_count", 4096);
    check_transform(&file, AP_MATCH_LIKELY, "the most frames");
    set_i32(&file, "timestep_count", 1 << 20);
    check_transform(&file, AP_MATCH_LIKELY, "the most timesteps");
    set_i32(&file, "timestep_count", (1 << 20) + 1);
    check_transform(&file, AP_MATCH_RESEMBLES, "too many timesteps");
    build_free(&file);
    broken(&file);
    set_f64(&file, "transforms[0][0][3]", 1e6);
    check_transform(&file, AP_MATCH_LIKELY, "a large translation");
    set_f64(&file, "transforms[0][0][3]", 1.0001e6);
    check_transform(&file, AP_MATCH_RESEMBLES, "a larger one");
    set_f64(&file, "transforms[0][0][3]", 1e-31);
    check_transform(&file, AP_MATCH_RESEMBLES, "too small a number");
    set_f64(&file, "transforms[0][0][3]", 0);
    set_f64(&file, "transforms[0][0][0]", 1.00001);
    check_transform(&file, AP_MATCH_RESEMBLES, "not a rotation");
    build_free(&file);
}

Test(binary_recognize, memg_in_other_numbers)
{
    file_build file;
    const double nine[12] = { 0, -1, 0, 1, 0, 0, 0, 0, 1, 5, 6, 7 };
    broken(&file);
    for (size_t i = 0; i < 12; i++) {
        char path[32];
        snprintf(path, sizeof path, "transforms[0][0][%zu]", i);
        set_f64(&file, path, nine[i]);
    }
    check_transform(&file, AP_MATCH_LIKELY, "in the first nine");
    for (size_t i = 0; i < 12; i++) {
        const float narrow = (float)nine[i];
        memcpy(file.bytes + 16 + 4 * i, &narrow, sizeof narrow);
    }
    check_transform(&file, AP_MATCH_LIKELY, "as float32");
    build_free(&file);
}
