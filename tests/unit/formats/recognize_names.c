/* Tests the format of a file by its name and content, for a file named on the command line and for a file found by the directory
   walk. See binary_recognize.c and md5anim_recognition.c for the content alone. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "validators/md5anim/md5anim.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"
#include "validators/recognize.h"

static const char camera[] = "MD5Version 10\ncommandline \"\"\nnumFrames 1\nframeRate 24\nnumCuts 0\n";

static const char *name_of(const ap_format *format)
{
    return format == NULL ? "none" : format->name;
}

static void check_recognized(
    const char *name, ap_view input, const char *format_if_named, const char *format_if_walked)
{
    cr_expect_str_eq(name_of(ap_recognize_named(name, input)), format_if_named,
        "%s, named on the command line: wrong format", name);
    cr_expect_str_eq(name_of(ap_recognize_walked(name, input)), format_if_walked,
        "%s, found by the directory walk: wrong format", name);
}

static void check_recognized_text(
    const char *name, const char *text, const char *format_if_named, const char *format_if_walked)
{
    check_recognized(name, text_view(text), format_if_named, format_if_walked);
}

Test(recognize_names, the_extension_of_a_text_format_decides)
{
    static const char *const contents[] = { "", "version https://git-lfs.github.com/spec/v1\n", "<html>",
        camera, "\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a" };
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        check_recognized_text("walk.md5anim", contents[i], "md5anim", "md5anim");
        check_recognized_text("a/b.c/WALK.MD5Anim", contents[i], "md5anim", "md5anim");
        check_recognized_text(".md5anim", contents[i], "md5anim", "md5anim");
        check_recognized_text("body.md5mesh", contents[i], "md5mesh", "md5mesh");
        check_recognized_text("cut.Md5Camera", contents[i], "md5camera", "md5camera");
    }
    check_recognized_text("walk.md5anim.bak", "", "none", "none");
    check_recognized_text("walk.md5anim/readme", "", "none", "none");
}

Test(recognize_names, a_mark_decides_for_other_names)
{
    check_recognized_text("walk.txt", md5_animation, "md5anim", "md5anim");
    check_recognized_text("body", md5_mesh, "md5mesh", "md5mesh");
    check_recognized_text("cut.dat", camera, "md5camera", "md5camera");
    check_recognized_text("a.bin", "\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a", "mrtk", "mrtk");
    check_recognized_text("-", "\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a", "mrtk", "mrtk");
    check_recognized_text(
        "notes.md", "the hierarchy of each frame has a baseframe, bounds and numFrames", "none", "none");
    check_recognized_text("walk.txt", "// comment\nMD5Version 10\n", "md5anim", "none");
    check_recognized_text("a.bin", "\xc6\x42\x9e\x0f\x6e\xaf\x8f", "mrtk", "none");
}

Test(recognize_names, a_likely_match_is_enough_for_a_bin_file)
{
    AT_END(file_build_free) file_build file;
    build_mrtk_11(&file);
    set_u64(&file, "magic", 0);
    check_recognized("a.bin", file_build_view(&file), "mrtk", "mrtk");
    check_recognized("a.dat", file_build_view(&file), "mrtk", "none");
    file_build_free(&file);
    build_memg_without_groups(&file);
    check_recognized("a.bin", file_build_view(&file), "memg", "memg");
    check_recognized("a.dat", file_build_view(&file), "memg", "none");
    file_build_truncate(&file, 16);
    check_recognized("a.bin", file_build_view(&file), "memg", "none");
}

Test(recognize_names, an_empty_file_with_the_name_of_a_recording_is_mrtk)
{
    check_recognized_text("InputAnimation_1.bin", "", "mrtk", "mrtk");
    check_recognized_text("a/InputAnimation.bin", "", "mrtk", "mrtk");
    check_recognized_text("InputAnimation/a.bin", "", "none", "none");
    check_recognized_text("InputAnimation.dat", "", "none", "none");
    check_recognized_text("a.bin", "", "none", "none");
    check_recognized_text("InputAnimation.bin", "x", "none", "none");
}

Test(recognize_names, a_given_format_is_possible_by_extension_or_mark)
{
    cr_expect(ap_may_be_of_format(&ap_mrtk_format, "a.bin", text_view("x")));
    cr_expect(ap_may_be_of_format(&ap_mrtk_format, "A.BIN", text_view("")));
    cr_expect(!ap_may_be_of_format(&ap_mrtk_format, "a.dat", text_view("x")));
    cr_expect(ap_may_be_of_format(&ap_mrtk_format, "a.dat", text_view("\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a")));
    cr_expect(ap_may_be_of_format(&ap_md5anim_format, "a.md5anim", text_view("x")));
    cr_expect(!ap_may_be_of_format(&ap_md5anim_format, "a.bin", text_view("x")));
}

Test(recognize_names, the_first_bytes_rule_out_a_mark)
{
    cr_expect(ap_has_no_format_mark(text_view("#include <stdio.h>")));
    cr_expect(ap_has_no_format_mark(text_view("\x7f"
                                              "ELF")));
    cr_expect(!ap_has_no_format_mark(text_view("MD5Version 10")));
    cr_expect(!ap_has_no_format_mark(text_view("   \n  ")));
    cr_expect(!ap_has_no_format_mark(text_view("?B?\x0fn??j")));
    AT_END(file_build_free) file_build file;
    build_plain_memg(&file);
    cr_expect(!ap_has_no_format_mark((ap_view){ file.bytes, 32 }));
    set_i32(&file, "framerate", 0);
    cr_expect(ap_has_no_format_mark((ap_view){ file.bytes, 32 }));
}
