/* DESIGN.md: "finds the format by content". A file that begins as its format does is that format, however
   broken it is; one of which only the mark is damaged is known by all the rest. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/unit/lint_case.h"
#include "tests/unit/memg_build.h"
#include "tests/unit/mrtk_build.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"
#include "validators/registry.h"

static void check_match(const ap_format *format, ap_view input, ap_match match, const char *what)
{
    const ap_view copy = copy_view(input);
    cr_assert_eq(format->recognize(copy), match, "%s", what);
    free((void *)copy.bytes);
}

Test(binary_recognize, mrtk_by_its_magic)
{
    file_build file;
    mrtk_11(&file);
    check_match(&ap_mrtk_format, (ap_view){ file.bytes, 0 }, AP_MATCH_NONE, "an empty file");
    for (size_t bytes = 1; bytes <= file.size; bytes++)
        check_match(&ap_mrtk_format, (ap_view){ file.bytes, bytes }, AP_MATCH_CERTAIN, "a right beginning");
    check_match(&ap_memg_format, build_view(&file), AP_MATCH_NONE, "mrtk is no memg");
    set_u64(&file, "magic", UINT64_C(0xc6429e0f6eaf8f6a));
    check_match(&ap_mrtk_format, (ap_view){ file.bytes, 8 }, AP_MATCH_CERTAIN, "the magic byte-swapped");
    check_match(&ap_mrtk_format, (ap_view){ file.bytes, 7 }, AP_MATCH_NONE, "7 bytes of it");
    set_u64(&file, "magic", UINT64_C(0x6a8faf6e0f9e42c7));
    check_match(&ap_mrtk_format, (ap_view){ file.bytes, 8 }, AP_MATCH_NONE, "8 bytes of another magic");
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
        check_match(&ap_mrtk_format, build_view(&file), AP_MATCH_STRUCTURE, "a damaged magic");
        cr_assert_eq(ap_recognize(build_view(&file)), &ap_mrtk_format);
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

Test(binary_recognize, memg_by_its_indicator)
{
    file_build file;
    memg_plain(&file);
    check_match(&ap_memg_format, (ap_view){ file.bytes, 0 }, AP_MATCH_NONE, "an empty file");
    for (size_t bytes = 1; bytes <= file.size; bytes++)
        check_match(&ap_memg_format, (ap_view){ file.bytes, bytes }, AP_MATCH_CERTAIN, "a right beginning");
    check_match(&ap_mrtk_format, build_view(&file), AP_MATCH_NONE, "memg is no mrtk");
    build_free(&file);
    memg_swapped(&file);
    check_match(&ap_memg_format, (ap_view){ file.bytes, 4 }, AP_MATCH_CERTAIN, "big-endian");
    check_match(&ap_memg_format, (ap_view){ file.bytes, 3 }, AP_MATCH_NONE, "three zeros");
    build_free(&file);
}

Test(binary_recognize, memg_by_all_but_its_indicator)
{
    static void (*const builds[])(file_build *) = { memg_plain, memg_swapped };
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        file_build file;
        builds[i](&file);
        set_u32(&file, "endian", 0xdeadbeef);
        check_match(&ap_memg_format, build_view(&file), AP_MATCH_STRUCTURE, "a damaged indicator");
        cr_assert_eq(ap_recognize(build_view(&file)), &ap_memg_format);
        build_append(&file, "", 1);
        check_match(&ap_memg_format, build_view(&file), AP_MATCH_NONE, "a byte too many");
        build_cut(&file, offset_of(&file, "groups[1]"));
        check_match(&ap_memg_format, build_view(&file), AP_MATCH_STRUCTURE, "one group");
        build_cut(&file, offset_of(&file, "groups[0]"));
        check_match(&ap_memg_format, build_view(&file), AP_MATCH_NONE, "no group tells too little");
        build_free(&file);
    }
}
