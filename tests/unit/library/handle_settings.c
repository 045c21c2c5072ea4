/* animproof_set: accepted names and values, messages about refused names and values, and the effect of each setting. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"
#include "tests/unit/support/format_list.h"

/* A camera with a cut out of range, two orientations that are too long, and a field of view of 190 degrees. */
static const char faulty_camera[] =
    "MD5Version 10\ncommandline \"\"\n\nnumFrames 2\nframeRate 24\nnumCuts 1\n\n"
    "cuts {\n\t7\n}\n\ncamera {\n\t( 0 0 0 ) ( 2 0 0 ) 90\n\t( 1 2 3 ) ( 0 3 0 ) 190\n}\n";

static const char *const levels =
    "severity: RULE=LEVEL is needed, with the level error, warning, note or off";

Test(handle_settings, wrong_values_are_refused_with_the_reason)
{
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    const struct {
        const char *name, *value, *why;
    } wrong[] = {
        { NULL, "1", "the name of the option is NULL" },
        { "no-such", "1", "unknown option \"no-such\"" },
        { "", NULL, "unknown option \"\"" },
        { "profile", "doom4",
            "profile: \"doom4\" is not one of default, doom3, rerelease, portable, published, id, iqm, "
            "daemon, fte, vkquake, ironwail, q2pro, darkradiant, assimp, blender, dsma" },
        { "strict", "maybe", "strict: \"maybe\" is not one of yes, no" },
        { "strict", "", "strict: \"\" is not one of yes, no" },
        { "input-format", "fbx", "input-format: \"fbx\" is not one of " FORMAT_LIST },
        { "mrtk-layout", "down", "mrtk-layout: \"down\" is not one of auto, writer, published" },
        { "memg-order", "down", "memg-order: \"down\" is not one of column, row" },
        { "max-findings", "1K", "max-findings: a number is needed (0: no limit)" },
        { "max-per-rule", "-1", "max-per-rule: a number is needed (0: no limit)" },
        { "max-memory", "lots",
            "max-memory: a number is needed (0: no limit), which may end in K, M, G or T" },
        { "max-memory", "-1", "max-memory: a number is needed (0: no limit), which may end in K, M, G or T" },
        { "max-input", "", "max-input: a number is needed (0: no limit), which may end in K, M, G or T" },
        { "severity", "mrtk/magic", levels },
        { "severity", "mrtk/magic=fatal", levels },
        { "severity", "", levels },
        { "severity", "mrtk/boolean-valeu=off",
            "severity: no rule is named 'mrtk/boolean-valeu'; did you mean mrtk/boolean-value?" },
        { "select", "mrtk/boolean-valeu",
            "select: no rule is named 'mrtk/boolean-valeu'; did you mean mrtk/boolean-value?" },
        { "ignore", "mrtk/magic,mrtk/boolean-valeu",
            "ignore: no rule is named 'mrtk/boolean-valeu'; did you mean mrtk/boolean-value?" },
        { "ignore", "mrtk/boolean-valeu,mrtk/magic",
            "ignore: no rule is named 'mrtk/boolean-valeu'; did you mean mrtk/boolean-value?" },
        { "ignore", "mrtk/magic,", "ignore: no rule is named ''" },
        { "ignore", "", "ignore: no rule is named ''" },
        { "select", "mrtk/magic,none/such", "select: no rule is named 'none/such'" },
        { "severity", "none/such=error", "severity: no rule is named 'none/such'" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_call(
            handle, animproof_set(handle, wrong[i].name, wrong[i].value), ANIMPROOF_MISUSE, wrong[i].why);
}

/* A long name is truncated in the message, but compared in full. */
Test(handle_settings, long_names_of_rules_are_refused)
{
    char name[200], why[200];
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    memset(name, 'x', sizeof name);
    for (size_t size = 99; size < 130; size++) {
        name[size] = '\0';
        snprintf(why, sizeof why, "select: no rule is named '%.100s'", name);
        expect_call(handle, animproof_set(handle, "select", name), ANIMPROOF_MISUSE, why);
        name[size] = 'x';
    }
    /* patterns of 127 and 128 bytes; the longer one is refused */
    memset(name, '*', sizeof name);
    name[127] = '\0';
    expect_ok(handle, animproof_set(handle, "select", name));
    name[127] = '*';
    name[128] = '\0';
    cr_expect_eq(animproof_set(handle, "select", name), ANIMPROOF_MISUSE);
}

static void expect_counts(animproof *handle, size_t errors, size_t warnings, size_t notes)
{
    const animproof_result now = lint_open_file(handle);
    cr_expect(now.errors == errors && now.warnings == warnings && now.notes == notes,
        "wrong counts: %zu errors, %zu warnings, %zu notes", now.errors, now.warnings, now.notes);
    cr_expect_eq(now.valid, errors == 0);
}

/* Each step changes one setting; the numbers of findings must follow from all settings so far. */
Test(handle_settings, severity_select_and_ignore_add_up)
{
    AT_END(handle_free) animproof *handle = handle_with_text(faulty_camera);
    const animproof_result plain = lint_open_file(handle);
    cr_assert(plain.errors >= 2, "expected two errors: %zu errors, %zu warnings, %zu notes", plain.errors,
        plain.warnings, plain.notes);
    const size_t all = plain.errors + plain.warnings + plain.notes;
    const struct {
        const char *name, *value;
        size_t errors, warnings, notes; /* numbers of findings after the step */
    } steps[] = {
        { "severity", "md5camera/*=note", 0, 0, all },
        { "severity", "md5camera/*=warning", 0, all, 0 },
        { "severity", "md5camera/*=error", all, 0, 0 },
        { "severity", "md5camera/cut-range=off", all - 1, 0, 0 },
        { "severity", "md5camera/cut-range=note", all - 1, 0, 1 },
        { "strict", "yes", all - 1, 0, 1 }, /* an explicit severity has precedence */
        { "select", "md5camera/cut-range", 0, 0, 1 },
        { "select", "md5mesh,md5camera", all - 1, 0, 1 },
        { "ignore", "mrtk,md5camera/cut-range", all - 1, 0, 0 },
        { "ignore", "md5camera,none/such", all - 1, 0, 0 }, /* a failed call changes nothing */
        { "ignore", "md5camera", 0, 0, 0 },
        { "ignore", NULL, all - 1, 0, 1 },
        { "select", NULL, all - 1, 0, 1 },
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const bool fails = steps[i].value != NULL && strstr(steps[i].value, "none/such") != NULL;
        const animproof_status status = animproof_set(handle, steps[i].name, steps[i].value);
        cr_expect_eq(status, fails ? ANIMPROOF_MISUSE : ANIMPROOF_OK, "wrong status of step %zu", i);
        expect_counts(handle, steps[i].errors, steps[i].warnings, steps[i].notes);
    }
    expect_ok(handle, animproof_set(handle, "severity", NULL));
    expect_ok(handle, animproof_set(handle, "strict", NULL));
    expect_counts(handle, plain.errors, plain.warnings, plain.notes);
}

/* A finding that keeps a file from being checked is reported whatever is selected, and whatever patterns are ignored or turned
   off. Only the id of its rule hides it, and then the file still counts as not valid. */
Test(handle_settings, rules_that_may_stop_checking_stay_on)
{
    AT_END(handle_free) animproof *handle = handle_with_text("");
    expect_ok(handle, animproof_set(handle, "select", "md5anim/number"));
    expect_counts(handle, 1, 0, 0);
    expect_ok(handle, animproof_set(handle, "ignore", "file,*"));
    expect_counts(handle, 1, 0, 0);
    expect_ok(handle, animproof_set(handle, "severity", "file/*=off"));
    expect_counts(handle, 1, 0, 0);
    static const char *const names[] = { "ignore", "severity" }, *const values[] = { "file/unrecognized",
        "file/unrecognized=off" };
    for (size_t i = 0; i < 2; i++) {
        expect_ok(handle, animproof_set(handle, names[i], values[i]));
        const animproof_result now = lint_open_file(handle);
        cr_expect(now.errors == 0 && now.valid == 0 && now.format == NULL,
            "%s must hide the error and leave the file invalid", values[i]);
        expect_ok(handle, animproof_set(handle, names[i], NULL));
    }
    expect_counts(handle, 1, 0, 0);
}

Test(handle_settings, strict_turns_warnings_into_errors)
{
    AT_END(handle_free) animproof *handle = handle_with_text(faulty_camera);
    expect_ok(handle, animproof_set(handle, "severity", "md5camera/cut-range=error"));
    const animproof_result plain = lint_open_file(handle);
    const char *const values[] = { "yes", "no", "yes", NULL };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        expect_ok(handle, animproof_set(handle, "strict", values[i]));
        if (values[i] != NULL && values[i][0] == 'y')
            expect_counts(handle, plain.errors + plain.warnings, 0, plain.notes);
        else
            expect_counts(handle, plain.errors, plain.warnings, plain.notes);
    }
}

/* A joint name of 72 bytes is an error with the profile portable: some readers refuse it. */
Test(handle_settings, profiles_change_severities)
{
    static const char mesh[] =
        "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n\t"
        "\"a_name_of_seventy_bytes_which_is_longer_than_what_many_of_them_have_room\" -1 "
        "( 0 0 0 ) ( 0 0 0 )\n}\n\nmesh {\n\tshader \"a\"\n\n\tnumverts 3\n"
        "\tvert 0 ( 0 0 ) 0 1\n\tvert 1 ( 1 0 ) 1 1\n\tvert 2 ( 0 1 ) 2 1\n\n\tnumtris 1\n"
        "\ttri 0 0 1 2\n\n\tnumweights 3\n\tweight 0 0 1 ( 0 0 0 )\n"
        "\tweight 1 0 1 ( 1 0 0 )\n\tweight 2 0 1 ( 0 1 0 )\n}\n";
    AT_END(handle_free) animproof *handle = handle_with_text(mesh);
    const animproof_result plain = lint_open_file(handle);
    cr_expect(
        plain.errors == 0 && plain.warnings + plain.notes > 0, "expected no errors, not %zu", plain.errors);
    expect_ok(handle, animproof_set(handle, "profile", "portable"));
    cr_expect(lint_open_file(handle).errors > 0);
    expect_ok(handle, animproof_set(handle, "profile", "doom3"));
    cr_expect(lint_open_file(handle).errors == 0);
    expect_ok(handle, animproof_set(handle, "profile", "portable"));
    cr_expect(animproof_set(handle, "profile", "doom4") == ANIMPROOF_MISUSE);
    cr_expect(lint_open_file(handle).errors > 0);
    expect_ok(handle, animproof_set(handle, "profile", NULL));
    expect_counts(handle, plain.errors, plain.warnings, plain.notes);
}

static int count_reported_finding(void *user, const animproof_finding *finding)
{
    (void)finding;
    ++*(size_t *)user;
    return 0;
}

/* Findings over a limit are counted but not reported. The defaults are those of the program. */
Test(handle_settings, findings_over_a_limit_are_counted)
{
    enum { CUTS = 11000 };
    static char text[CUTS * 3 + 300];
    size_t used = (size_t)sprintf(
        text, "MD5Version 10\ncommandline \"\"\n\nnumFrames 2\nframeRate 24\nnumCuts %d\n\ncuts {\n", CUTS);
    size_t reported = 0;
    for (int i = 0; i < CUTS; i++)
        used += (size_t)sprintf(text + used, "7\n");
    sprintf(text + used, "}\n\ncamera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 1 2 3 ) ( 0 0 0 ) 90\n}\n");
    AT_END(handle_free) animproof *handle = handle_with_text(text);
    expect_ok(handle, animproof_on_finding(handle, count_reported_finding, &reported));
    const struct {
        const char *most, *per_rule;
        size_t reported;
    } cases[] = { { NULL, NULL, 1000 }, { NULL, "0", 10000 }, { NULL, "3", 3 }, { "5", NULL, 5 },
        { "2", "7", 2 }, { "7", "2", 2 }, { "0", NULL, 1000 }, { "20000", "10001", 10001 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reported = 0;
        expect_ok(handle, animproof_set(handle, "ignore", "md5camera/cut-order"));
        expect_ok(handle, animproof_set(handle, "select", "md5camera/cut-range"));
        expect_ok(handle, animproof_set(handle, "max-findings", cases[i].most));
        expect_ok(handle, animproof_set(handle, "max-per-rule", cases[i].per_rule));
        const animproof_result now = lint_open_file(handle);
        cr_expect_eq(
            reported, cases[i].reported, "case %zu: wrong number of reported findings %zu", i, reported);
        cr_expect_eq(now.truncated + reported, now.errors + now.warnings + now.notes);
        cr_expect_eq(now.truncated + reported, CUTS);
    }
}

Test(handle_settings, sizes_and_memory_are_limited)
{
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    /* the file has 246 bytes */
    expect_ok(handle, animproof_set(handle, "max-input", "246"));
    expect_ok(handle, animproof_open_file(handle, SMALL_MRTK));
    expect_ok(handle, animproof_set(handle, "max-input", "245"));
    expect_call(handle, animproof_open_file(handle, SMALL_MRTK), ANIMPROOF_LIMIT,
        SMALL_MRTK ": larger than max-input (245 bytes)");
    expect_ok(handle, animproof_set(handle, "max-input", "0"));
    expect_ok(handle, animproof_open_file(handle, SMALL_MRTK));
    expect_ok(handle, animproof_set(handle, "max-memory", "1K"));
    expect_ok(handle, animproof_close(handle));
    expect_ok(handle, animproof_open_file(handle, SMALL_MRTK));
    expect_call(
        handle, animproof_lint(handle, NULL, 0), ANIMPROOF_LIMIT, "max-memory (1024 bytes) is reached");
    expect_ok(handle, animproof_set(handle, "max-memory", NULL));
    expect_ok(handle, animproof_lint(handle, NULL, 0));
}

/* The setting input-format says as which format a file is read. It applies to the files that are opened afterwards. */
Test(handle_settings, the_format_of_the_next_file_can_be_set)
{
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    expect_ok(handle, animproof_set(handle, "input-format", "md5mesh"));
    cr_expect_str_eq(lint_open_file(handle).format, "md5camera");
    expect_ok(handle, animproof_open_buffer(handle, "x.md5camera", small_camera, strlen(small_camera)));
    cr_expect_str_eq(lint_open_file(handle).format, "md5mesh");
    expect_ok(handle, animproof_set(handle, "input-format", NULL));
    expect_ok(handle, animproof_open_buffer(handle, NULL, small_camera, strlen(small_camera)));
    cr_expect_str_eq(lint_open_file(handle).format, "md5camera");
    expect_ok(handle, animproof_open_buffer(handle, NULL, "no such thing", 13));
    cr_expect_null(lint_open_file(handle).format);
    expect_ok(handle, animproof_open_buffer(handle, "x.md5mesh", "no such thing", 13));
    cr_expect_str_eq(lint_open_file(handle).format, "md5mesh");
}

/* Sets an option of each of two formats, then sets it back to the default. */
Test(handle_settings, options_of_formats_are_set)
{
    AT_END(handle_free) animproof *handle = handle_with_file(SMALL_MRTK);
    cr_expect_str_eq(lint_open_file(handle).variant, "writer");
    expect_ok(handle, animproof_set(handle, "mrtk-layout", "published"));
    cr_expect_str_eq(lint_open_file(handle).variant, "published");
    cr_expect_eq(lint_open_file(handle).valid, 0);
    expect_ok(handle, animproof_set(handle, "mrtk-layout", "writer"));
    cr_expect_eq(lint_open_file(handle).valid, 1);
    expect_ok(handle, animproof_set(handle, "mrtk-layout", "published"));
    expect_ok(handle, animproof_set(handle, "mrtk-layout", NULL));
    cr_expect_str_eq(lint_open_file(handle).variant, "writer");
    expect_ok(handle, animproof_set(handle, "memg-order", "row"));
    expect_ok(handle, animproof_set(handle, "memg-order", NULL));
}

/* Settings are stored by their effect, so that repeated calls take no memory. */
Test(handle_settings, repeated_settings_take_no_memory)
{
    counted_memory count = { 0 };
    const animproof_memory memory = { allocate_counted, free_counted, &count };
    animproof *handle = animproof_new(&memory);
    expect_ok(handle, animproof_open_buffer(handle, NULL, faulty_camera, strlen(faulty_camera)));
    const animproof_result plain = lint_open_file(handle);
    const size_t calls = count.calls;
    for (size_t i = 0; i < 100; i++) {
        expect_ok(handle, animproof_set(handle, "ignore", "mrtk/no-keys,memg"));
        expect_ok(handle, animproof_set(handle, "select", "mrtk/no-keys,md5camera"));
        expect_ok(handle, animproof_set(handle, "severity", "md5mesh/*=note"));
    }
    cr_expect_eq(count.calls, calls);
    expect_counts(handle, plain.errors, plain.warnings, plain.notes);
    expect_ok(handle, animproof_set(handle, "ignore", "md5camera"));
    expect_counts(handle, 0, 0, 0);
    animproof_free(handle);
    cr_expect_eq(count.alive, 0);
}
