/* Converts the open file to its canonical form and to JSON, and builds a file from JSON. */
#include <string.h>

#include "core/files/collector.h"
#include "core/json/json_filler.h"
#include "core/json/json_tree.h"
#include "validators/field_at.h"
#include "validators/library/handle.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

animproof_status ap_handle_check_for_errors(
    animproof *handle, const ap_format *format, ap_view input, const char *name, ap_lint_result *about)
{
    ap_lint_options options = ap_handle_lint_options(handle);
    ap_findings *findings = ap_alloc(&handle->work, sizeof *findings);
    ap_rule_settings *rule_settings = ap_alloc(&handle->work, sizeof *rule_settings);
    if (findings == NULL || rule_settings == NULL)
        return ap_handle_fail_for_memory(handle);
    ap_rule_settings_init_all(rule_settings);
    (void)ap_rule_settings_set_level(rule_settings, "memg/byte-order", AP_NOTE);
    ap_findings_init(findings, &handle->work, rule_settings, 1, 1);
    format->lint(input, &options, findings, about);
    if (handle->work.failed)
        return ap_handle_fail_for_memory(handle);
    if (findings->counts[AP_ERROR] > 0)
        return ap_handle_fail(
            handle, ANIMPROOF_HAS_ERRORS, "the %s has errors: %zu", name, findings->counts[AP_ERROR]);
    return ANIMPROOF_OK;
}

animproof_status ap_handle_open_copy(animproof *handle, ap_view bytes, const ap_format *format)
{
    uint8_t *copy = ap_handle_call_allocator_and_mark_failure(handle, bytes.size);
    if (copy == NULL)
        return ap_handle_fail_for_memory(handle);
    memcpy(copy, bytes.bytes, bytes.size);
    ap_document_replace(handle, &handle->file, (ap_view){ copy, bytes.size }, copy);
    handle->format = format;
    return ANIMPROOF_OK;
}

/* Makes a copy of the collected bytes the open file. Their number is never 0: every format needs at least one
   byte. */
static animproof_status open_collected_bytes(
    animproof *handle, const ap_collector *c, const ap_format *format)
{
    return ap_handle_open_copy(handle, (ap_view){ c->bytes, c->size }, format);
}

static animproof_status rewrite_in_canonical_form(animproof *handle)
{
    ap_lint_result about = { .version = NULL };
    const ap_lint_options options = ap_handle_lint_options(handle);
    animproof_status status = ap_handle_require_format(handle);
    if (status == ANIMPROOF_OK)
        status = ap_handle_check_for_errors(handle, handle->format, handle->file.view, "open file", &about);
    if (status != ANIMPROOF_OK || !handle->format->text)
        return status;
    ap_collector *c = ap_new_collector(&handle->work);
    if (c == NULL)
        return ap_handle_fail_for_memory(handle);
    if (!handle->format->write(handle->file.view, &options, &handle->work, &c->writer)
        || !ap_writer_flush(&c->writer))
        return handle->work.failed ? ap_handle_fail_for_memory(handle)
                                   : ap_handle_fail(handle, ANIMPROOF_HAS_ERRORS, "the open file has errors");
    return open_collected_bytes(handle, c, handle->format);
}

animproof_status animproof_canonical(animproof *handle)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    return ap_handle_end_call_and_restore_locale(handle, rewrite_in_canonical_form(handle));
}

/* To JSON */

static animproof_status write_json(animproof *handle, const char **text, size_t *size)
{
    ap_json_tree_writer tree;
    ap_lint_result about = { .version = NULL };
    const ap_lint_options options = ap_handle_lint_options(handle);
    animproof_status status = ap_handle_require_format(handle);
    if (status == ANIMPROOF_OK)
        status = ap_handle_check_for_errors(handle, handle->format, handle->file.view, "open file", &about);
    if (status != ANIMPROOF_OK)
        return status;
    ap_collector *c = ap_new_collector(&handle->work);
    if (c == NULL)
        return ap_handle_fail_for_memory(handle);
    ap_json_tree_begin(&tree, &c->writer, handle->file.view, handle->format->name, about.variant);
    (void)ap_pass_fields_to_listener(
        handle->format, handle->file.view, &options, &tree.listener, &handle->work);
    ap_json_tree_end(&tree);
    (void)ap_write(&c->writer, "", 1);
    if (!ap_writer_flush(&c->writer) || handle->work.failed)
        return ap_handle_fail_for_memory(handle);
    *text = (const char *)c->bytes;
    *size = c->size - 1;
    return ANIMPROOF_OK;
}

animproof_status animproof_to_json(animproof *handle, const char **text, size_t *size)
{
    animproof_status status = ANIMPROOF_OK;
    if (text != NULL)
        *text = NULL;
    if (size != NULL)
        *size = 0;
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (text == NULL || size == NULL)
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "text and size must not be NULL");
    else
        status = write_json(handle, text, size);
    return ap_handle_end_call_and_restore_locale(handle, status);
}

/* From JSON */

static animproof_status fail_for_memory_or_bad_document(animproof *handle, const ap_json_filler *json)
{
    if (handle->work.failed)
        return ap_handle_fail_for_memory(handle);
    return ap_handle_fail(handle, ANIMPROOF_BAD_DOCUMENT, "%s",
        json->fault[0] == '\0' ? "the document does not describe a file" : json->fault);
}

/* Returns the constant for `variant` if it is a choice of an option of the format, otherwise NULL. */
static const char *find_variant(const ap_format *format, const char *variant)
{
    for (size_t i = 0; variant != NULL && i < format->option_count; i++) {
        const ap_enum_name *word = ap_find_enum_name(format->options[i].words, variant);
        if (word != NULL)
            return word->word;
    }
    return NULL;
}

static animproof_status build_from_json(animproof *handle, ap_view text)
{
    ap_json_filler *json = ap_alloc(&handle->work, sizeof *json);
    ap_collector *c = ap_new_collector(&handle->work);
    if (json == NULL || c == NULL)
        return ap_handle_fail_for_memory(handle);
    if (!ap_json_filler_open(json, text, &handle->work))
        return fail_for_memory_or_bad_document(handle, json);
    const ap_format *format = ap_find_format(json->format);
    if (format == NULL || format->fill == NULL)
        return ap_handle_fail(handle, ANIMPROOF_BAD_DOCUMENT, "format: unknown format");
    if (!format->fill(&json->filler, json->variant, &handle->work, &c->writer) || !ap_writer_flush(&c->writer)
        || !ap_json_filler_check_all_used(json))
        return fail_for_memory_or_bad_document(handle, json);
    const animproof_status status = open_collected_bytes(handle, c, format);
    if (status == ANIMPROOF_OK)
        handle->json_variant = find_variant(format, json->variant);
    return status;
}

animproof_status animproof_from_json(animproof *handle, const char *text, size_t size)
{
    animproof_status status = ANIMPROOF_OK;
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (text == NULL)
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "the text is NULL");
    else
        status = build_from_json(handle, (ap_view){ (const uint8_t *)text, size });
    return ap_handle_end_call_and_restore_locale(handle, status);
}
