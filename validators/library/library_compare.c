/* Compares an older version with the open file, and passes the changes to the callback. */
#include "core/finding/value.h"
#include "validators/library/handle.h"
#include "validators/lint_bytes.h"
#include "validators/services/compare/changes.h"

enum { VALUE_BYTES = 256 };

/* State of one animproof_compare, in the handle's arena. */
typedef struct changes_and_value_texts {
    ap_changes changes;
    char old_value[VALUE_BYTES], new_value[VALUE_BYTES];
} changes_and_value_texts;

/* Writes a value as text. Returns NULL if there is no value. */
static const char *value_text_or_null(ap_value value, char text[VALUE_BYTES])
{
    if (value.kind == AP_VALUE_NONE)
        return NULL;
    (void)ap_value_text(value, text, VALUE_BYTES);
    return text;
}

static animproof_change describe_change(changes_and_value_texts *call, const ap_change *change)
{
    return (animproof_change){
        .struct_size = sizeof(animproof_change),
        .kind = change->row->id,
        .impact = (animproof_impact)((int)change->row->impact + (int)ANIMPROOF_BYTES),
        .meaning = change->row->means,
        .message = change->message,
        .old_path = change->old_path,
        .new_path = change->new_path,
        .old_value = value_text_or_null(change->old_value, call->old_value),
        .new_value = value_text_or_null(change->new_value, call->new_value),
        .largest = change->measured ? change->largest : 0,
        .places = change->measured ? change->places : 0,
    };
}

/* Adds the changes from the old version of a file to the open file to `changes`. Fails if one of the two versions has
   errors. */
static animproof_status find_changes(
    animproof *handle, const ap_format *old_format, ap_view old_input, ap_changes *changes)
{
    ap_lint_result about = { .version = NULL };
    const ap_lint_options options = ap_handle_lint_options(handle);
    const ap_compare_source source = { old_input, handle->file.view, &options, &options };
    animproof_status status =
        ap_handle_check_for_errors(handle, old_format, old_input, "old version", &about);
    if (status == ANIMPROOF_OK)
        status = ap_handle_check_for_errors(handle, handle->format, handle->file.view, "open file", &about);
    if (status != ANIMPROOF_OK)
        return status;
    if (old_format != handle->format)
        ap_add_format_change(old_format, handle->format, changes);
    else if (!ap_compare(handle->format, &source, changes) && !handle->work.failed)
        return ap_handle_fail(handle, ANIMPROOF_HAS_ERRORS, "a version has errors");
    return handle->work.failed ? ap_handle_fail_for_memory(handle) : ANIMPROOF_OK;
}

static animproof_status compare_with_open_file(animproof *handle, const char *old_name, ap_view old_input,
    animproof_change_callback callback, void *user)
{
    animproof_status status = ap_handle_require_format(handle);
    if (status != ANIMPROOF_OK)
        return status;
    const ap_format *old_format =
        ap_choose_format(old_input, old_name == NULL ? "" : old_name, handle->settings.input_format);
    if (old_format == NULL)
        return ap_handle_fail(handle, ANIMPROOF_UNRECOGNIZED, "the old version has no known format");
    changes_and_value_texts *call = ap_alloc(&handle->work, sizeof *call);
    if (call == NULL)
        return ap_handle_fail_for_memory(handle);
    ap_changes_init(&call->changes, &handle->work);
    status = find_changes(handle, old_format, old_input, &call->changes);
    for (const ap_change *change = call->changes.first; status == ANIMPROOF_OK && change != NULL;
         change = change->next) {
        const animproof_change shown = describe_change(call, change);
        if (callback(user, &shown) != 0)
            break;
    }
    return status;
}

animproof_status animproof_compare(animproof *handle, const char *old_name, const void *old_bytes,
    size_t old_size, animproof_change_callback callback, void *user)
{
    static const uint8_t nothing[1];
    animproof_status status;
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (callback == NULL)
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "the callback is NULL");
    else if (old_bytes == NULL && old_size > 0)
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "the bytes are NULL, but their size is not 0");
    else
        status = compare_with_open_file(
            handle, old_name, (ap_view){ old_bytes == NULL ? nothing : old_bytes, old_size }, callback, user);
    return ap_handle_end_call_and_restore_locale(handle, status);
}
