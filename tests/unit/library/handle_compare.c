/* animproof.h: comparing an older version with the open file. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"

typedef struct recorded_changes {
    size_t count, most;
    char kinds[256];
    animproof_impact worst;
} recorded_changes;

static int record_change(void *user, const animproof_change *change)
{
    recorded_changes *seen = user;
    cr_expect_eq(change->struct_size, sizeof *change);
    cr_expect(change->meaning[0] != '\0' && change->message[0] != '\0');
    cr_expect(change->old_path != NULL && change->new_path != NULL);
    strncat(seen->kinds, change->kind, 60);
    strncat(seen->kinds, " ", 2);
    seen->worst = change->impact > seen->worst ? change->impact : seen->worst;
    return ++seen->count == seen->most;
}

Test(handle_compare, changes_are_reported_until_the_callback_stops)
{
    recorded_changes none = { 0 }, all = { 0 }, first = { .most = 1 };
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_file("golden/md5anim/valid/joints-2.md5anim");
    char *old = copy_bytes_of_open_file(handle, &size);
    expect_ok(handle, animproof_compare(handle, NULL, old, size, record_change, &none));
    cr_expect_eq(none.count, 0);
    expect_ok(handle, animproof_put(handle, "hierarchy[1].name", "elbow"));
    expect_ok(handle, animproof_put_number(handle, "frame_rate", 77));
    expect_ok(handle, animproof_compare(handle, "old.md5anim", old, size, record_change, &all));
    cr_expect_str_eq(all.kinds, "joint-renamed frame-rate ");
    cr_expect_eq(all.worst, ANIMPROOF_BREAKS);
    expect_ok(handle, animproof_compare(handle, NULL, old, size, record_change, &first));
    cr_expect_str_eq(first.kinds, "joint-renamed ");
    free(old);
}

Test(handle_compare, versions_of_other_formats_or_with_errors_are_told_apart)
{
    recorded_changes seen = { 0 };
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_file(SMALL_MRTK);
    expect_ok(
        handle, animproof_compare(handle, NULL, small_camera, strlen(small_camera), record_change, &seen));
    cr_expect_str_eq(seen.kinds, "format ");
    expect_call(handle, animproof_compare(handle, NULL, "x", 1, record_change, &seen), ANIMPROOF_UNRECOGNIZED,
        "the old version has no known format");
    expect_call(handle, animproof_compare(handle, "x.md5anim", NULL, 0, record_change, &seen),
        ANIMPROOF_HAS_ERRORS, "the old version has errors: 1");
    expect_call(handle, animproof_compare(handle, NULL, NULL, 1, record_change, &seen), ANIMPROOF_MISUSE,
        "the bytes are NULL, but their size is not 0");
    expect_call(handle, animproof_compare(handle, NULL, "x", 1, NULL, NULL), ANIMPROOF_MISUSE,
        "the callback is NULL");
    char *old = copy_bytes_of_open_file(handle, &size);
    expect_ok(handle, animproof_open_buffer(handle, "x.md5anim", "x", 1));
    expect_call(handle, animproof_compare(handle, NULL, old, size, record_change, &seen),
        ANIMPROOF_HAS_ERRORS, "the open file has errors: 1");
    free(old);
}

static int expect_no_values(void *user, const animproof_change *change)
{
    ++*(size_t *)user;
    cr_expect_str_eq(change->kind, "spelling");
    cr_expect(change->old_value == NULL && change->new_value == NULL);
    return 0;
}

Test(handle_compare, a_change_of_no_field_has_no_values)
{
    char old[256];
    size_t changes = 0;
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    const int size = snprintf(old, sizeof old, "%s// end\n", small_camera);
    expect_ok(handle, animproof_compare(handle, NULL, old, (size_t)size, expect_no_values, &changes));
    cr_expect_eq(changes, 1);
}
