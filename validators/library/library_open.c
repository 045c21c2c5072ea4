/* Opens files and companions that are in memory. */
#include <string.h>

#include "core/finding/value.h"
#include "validators/library/handle.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

void ap_document_replace(animproof *handle, ap_document *document, ap_view view, uint8_t *owned)
{
    ap_handle_release(handle, document->owned);
    *document = (ap_document){ view, owned };
}

void ap_handle_open(animproof *handle, const char *name, ap_view view, uint8_t *owned)
{
    static const uint8_t nothing[1];
    if (view.bytes == NULL)
        view.bytes = nothing; /* not NULL, which would mean that no file is open */
    ap_document_replace(handle, &handle->file, view, owned);
    handle->format = ap_choose_format(view, name == NULL ? "" : name, handle->settings.input_format);
    handle->json_variant = NULL;
}

static animproof_status check_bytes_not_null(animproof *handle, const void *bytes, size_t size)
{
    if (bytes == NULL && size > 0)
        return ap_handle_fail(handle, ANIMPROOF_MISUSE, "the bytes are NULL, but their size is not 0");
    return ANIMPROOF_OK;
}

animproof_status animproof_open_buffer(animproof *handle, const char *name, const void *bytes, size_t size)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    animproof_status status = check_bytes_not_null(handle, bytes, size);
    if (status == ANIMPROOF_OK)
        ap_handle_open(handle, name, (ap_view){ bytes, size }, NULL);
    return ap_handle_end_call_and_restore_locale(handle, status);
}

ap_document *ap_handle_companion_of_option(animproof *handle, const char *option)
{
    const ap_companion *companion;
    char shown[80] = "NULL";
    for (size_t i = 0; i < AP_MOST_COMPANIONS && option != NULL; i++) {
        companion = ap_companion_at(i);
        if (companion != NULL && companion->option != NULL && strcmp(companion->option, option) == 0)
            return &handle->companions[i];
    }
    if (option != NULL)
        ap_quote_ascii((ap_view){ (const uint8_t *)option, strlen(option) }, shown, sizeof shown);
    (void)ap_handle_fail(handle, ANIMPROOF_MISUSE, "unknown companion %s", shown);
    return NULL;
}

animproof_status animproof_companion_buffer(
    animproof *handle, const char *option, const void *bytes, size_t size)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    ap_document *companion = ap_handle_companion_of_option(handle, option);
    animproof_status status =
        companion == NULL ? ANIMPROOF_MISUSE : check_bytes_not_null(handle, bytes, size);
    if (status == ANIMPROOF_OK)
        ap_document_replace(handle, companion, (ap_view){ bytes, size }, NULL);
    return ap_handle_end_call_and_restore_locale(handle, status);
}

animproof_status ap_handle_require_file(animproof *handle)
{
    return handle->file.view.bytes != NULL ? ANIMPROOF_OK
                                           : ap_handle_fail(handle, ANIMPROOF_NOT_OPEN, "no file is open");
}

animproof_status ap_handle_require_format(animproof *handle)
{
    const animproof_status status = ap_handle_require_file(handle);
    if (status != ANIMPROOF_OK || handle->format != NULL)
        return status;
    return ap_handle_fail(handle, ANIMPROOF_UNRECOGNIZED, "the open file has no known format");
}

const void *animproof_bytes(animproof *handle, size_t *size)
{
    const ap_view none = { NULL, 0 };
    const ap_view view = handle == NULL ? none : handle->file.view;
    if (size != NULL)
        *size = view.size;
    return view.bytes;
}
