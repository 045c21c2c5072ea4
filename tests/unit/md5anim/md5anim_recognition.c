/* Tests that a .md5anim is recognized by its content, and that the version is reported. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/unit/md5/md5_case.h"
#include "validators/md5anim/md5anim.h"

static const struct {
    ap_view view;
    ap_match_level match;
} cases[] = {
#define BYTES(literal)                                                                                       \
    {                                                                                                        \
        (const uint8_t *)(literal), sizeof(literal) - 1                                                      \
    }
    { BYTES(""), AP_MATCH_NONE },
    { BYTES("MD5Version"), AP_MATCH_RESEMBLES },
    { BYTES("MD5Version "), AP_MATCH_RESEMBLES },
    { BYTES("MD5Version 10"), AP_MATCH_CERTAIN },
    { BYTES("MD5Version10"), AP_MATCH_NONE },
    { BYTES("MD5Version \n\t\r 6"), AP_MATCH_CERTAIN },
    { BYTES("MD5Version ten"), AP_MATCH_RESEMBLES },
    { BYTES("MD5Version // 10\n 10"), AP_MATCH_RESEMBLES },
    { BYTES("md5version 10"), AP_MATCH_NONE },
    { BYTES("  \r\n\tMD5Version 10"), AP_MATCH_CERTAIN },
    { BYTES("                                                                MD5Version 10"),
        AP_MATCH_CERTAIN },
    { BYTES("MD5Version 11 commandline numFrames 3"), AP_MATCH_CERTAIN },
    { BYTES("// by hand\n/* really */ MD5Version 10\n"), AP_MATCH_RESEMBLES },
    { BYTES("\xef\xbb\xbfMD5Version 10\n"), AP_MATCH_CERTAIN },
    { BYTES("\xef\xbb\xbf\n MD5Version 10\n"), AP_MATCH_CERTAIN },
    { BYTES("\xef\xbb\xbf\xef\xbb\xbfMD5Version 10\n"), AP_MATCH_NONE },
    { BYTES("\xff\xfeM\0D\0"
            "5\0V\0e\0r\0s\0i\0o\0n\0"),
        AP_MATCH_CERTAIN },
    { BYTES("\xfe\xff\0M\0D\0"
            "5\0V\0e\0r\0s\0i\0o\0n"),
        AP_MATCH_CERTAIN },
    { BYTES("\xff\xfeM\0D\0"
            "5\0V\0e\0r\0s\0i\0o\0"),
        AP_MATCH_NONE },
    { BYTES("\xff\xfeM\1D\0"
            "5\0V\0e\0r\0s\0i\0o\0n\0"), /* the letter is not M, but U+014D */
        AP_MATCH_NONE },
    { BYTES("\xff\xfeN\0D\0"
            "5\0V\0e\0r\0s\0i\0o\0n\0"),
        AP_MATCH_NONE },
    { BYTES("\xff\xffM\0D\0"
            "5\0V\0e\0r\0s\0i\0o\0n\0"), /* half a byte order mark of UTF-16 */
        AP_MATCH_NONE },
    { BYTES("\xfe\xfe\0M\0D\0"
            "5\0V\0e\0r\0s\0i\0o\0n"),
        AP_MATCH_NONE },
    { BYTES("MD5"), AP_MATCH_RESEMBLES }, /* the file is cut inside its first word */
    { BYTES("MD5Vers"), AP_MATCH_RESEMBLES },
    { BYTES("MD"), AP_MATCH_NONE },
    { BYTES("MD5Vers "), AP_MATCH_NONE },
    { BYTES("commandline \"\" numFrames 1 numJoints 1 frameRate 1"), /* the first line is missing */
        AP_MATCH_RESEMBLES },
    { BYTES("the hierarchy is a baseframe with numFrames"), AP_MATCH_NONE },
    { BYTES("MD5Version 10 commandline \"\" numJoints 1 numMeshes 1 joints {"), AP_MATCH_NONE },
    { BYTES("MD5Version 10 commandline \"\" numFrames 1 frameRate 24 numCuts 0 camera {"), AP_MATCH_NONE },
    { BYTES("MD5Version 10 commandline \"mesh joints\" // camera\n numFrames 1"), AP_MATCH_CERTAIN },
    { BYTES("v 1 2 3\nf 1 2 3\n"), AP_MATCH_NONE },
#undef BYTES
};

Test(md5anim_recognition, files_are_recognized_by_their_content)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_view copy = copy_view(cases[i].view);
        for (ap_match_level least = AP_MATCH_RESEMBLES; least <= AP_MATCH_CERTAIN; least++) {
            const ap_match_level found = ap_md5anim_format.recognize(copy, least);
            cr_assert(cases[i].match < least ? found < least : found == cases[i].match,
                "case %zu: with least match %d, the wrong match %d is returned", i, least, found);
        }
        const ap_view start = { copy.bytes, copy.size < 32 ? copy.size : 32 };
        cr_assert(cases[i].match < AP_MATCH_CERTAIN || ap_md5anim_format.may_be_marked(start), "case %zu", i);
        free((void *)copy.bytes);
    }
    cr_assert_eq(ap_md5anim_format.recognize(text_view(md5_animation), AP_MATCH_CERTAIN), AP_MATCH_CERTAIN);
    cr_assert_eq(ap_md5anim_format.recognize(text_view(md5_mesh), AP_MATCH_RESEMBLES), AP_MATCH_NONE);
}

Test(md5anim_recognition, a_known_version_is_reported)
{
    static const char *const versions[][2] = { { "MD5Version 10", "10" }, { "MD5Version 6", "6" },
        { "MD5Version 11", "11" }, { "MD5Version 12", "12" }, { "MD5Version 13", NULL },
        { "MD5Version \"10\"", NULL }, { "MD5Version", NULL } };
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        AT_END(lint_end) lint_run run;
        lint_begin(&run, &ap_md5anim_format, text_view(versions[i][0]), NULL);
        const char *version = run.result.version;
        cr_assert_eq(version == NULL, versions[i][1] == NULL, "version of '%s'", versions[i][0]);
        if (version != NULL)
            cr_assert_str_eq(version, versions[i][1]);
        cr_assert_null(run.result.variant, "md5anim must have no variant");
    }
}
