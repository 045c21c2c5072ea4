/* Lints the open file, and passes the findings to the callback. */
#include "validators/companion_use.h"
#include "validators/library/handle.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

/* State of one animproof_lint, in the handle's arena. */
typedef struct lint_state {
    ap_findings file, companion;
    ap_companion_use use;
    ap_lint_options options;
    ap_lint_result about;
    const ap_companion *used; /* NULL if the file is linted without a companion */
} lint_state;

ap_lint_options ap_handle_lint_options(const animproof *handle)
{
    ap_lint_options options = { .listener = NULL };
    const ap_format *format = handle->format;
    for (size_t i = 0; i < AP_LINT_CHOICES; i++)
        options.choices[i] = handle->settings.choices[i];
    for (size_t i = 0; format != NULL && handle->json_variant != NULL && i < format->option_count; i++) {
        const ap_enum_name *word = ap_find_enum_name(format->options[i].words, handle->json_variant);
        if (word != NULL)
            options.choices[format->options[i].index] = (unsigned)word->value;
    }
    return options;
}

static void init_findings(animproof *handle, ap_findings *findings)
{
    const ap_settings *settings = &handle->settings;
    ap_findings_init(
        findings, &handle->work, &settings->rule_settings, settings->max_findings, settings->max_per_rule);
}

const ap_document *ap_handle_document_of_companion_or_null(
    const animproof *handle, const ap_companion *companion)
{
    for (size_t i = 0; companion != NULL && i < AP_MOST_COMPANIONS; i++) {
        if (ap_companion_at(i) == companion && handle->companions[i].view.bytes != NULL)
            return &handle->companions[i];
    }
    return NULL;
}

const ap_companion *ap_handle_add_companion(
    animproof *handle, ap_companion_use *use, ap_findings *findings, ap_lint_options *options)
{
    const ap_companion *companion = handle->format == NULL ? NULL : handle->format->companion;
    const ap_document *document = ap_handle_document_of_companion_or_null(handle, companion);
    if (document == NULL || !ap_parse_companion_for_use(use, companion, document->view, findings))
        return NULL;
    options->companions = use;
    return companion;
}

static void run_lint(animproof *handle, lint_state *lint)
{
    init_findings(handle, &lint->file);
    init_findings(handle, &lint->companion);
    lint->options = ap_handle_lint_options(handle);
    lint->used = ap_handle_add_companion(handle, &lint->use, &lint->companion, &lint->options);
    if (handle->work.failed)
        return;
    ap_lint_as(handle->format, handle->file.view, &lint->options, &lint->file, &lint->about);
    if (lint->used != NULL)
        ap_sort_and_locate_findings(
            &lint->companion, ap_handle_document_of_companion_or_null(handle, lint->used)->view, true);
}

static animproof_finding describe_finding(const ap_finding *finding, const char *companion)
{
    return (animproof_finding){
        .struct_size = sizeof(animproof_finding),
        .rule = finding->rule->id,
        .severity = (animproof_severity)finding->severity,
        .kind = ap_validity_class_name(finding->rule->kind),
        .companion = companion,
        .offset = finding->span.offset,
        .length = finding->span.length,
        .line = finding->line,
        .column = finding->column,
        .path = finding->path,
        .message = finding->message,
        .expected = finding->expected,
        .found = finding->found,
        .hint = finding->rule->fix,
        .fix = finding->rule->fix,
    };
}

/* Calls the callback for each finding. Returns false if the callback asked to stop. */
static bool report_findings(const animproof *handle, const ap_findings *findings, const char *companion)
{
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        const animproof_finding shown = describe_finding(finding, companion);
        if (handle->on_finding(handle->finding_user, &shown) != 0)
            return false;
    }
    return true;
}

static animproof_result make_result(const animproof *handle, const lint_state *lint)
{
    const ap_findings *file = &lint->file, *companion = &lint->companion;
    return (animproof_result){
        .format = handle->format == NULL ? NULL : handle->format->name,
        .version = lint->about.version,
        .variant = lint->about.variant,
        .size = handle->file.view.size,
        .valid =
            ap_findings_are_complete_without_error(file) && ap_findings_are_complete_without_error(companion),
        .errors = file->counts[AP_ERROR],
        .warnings = file->counts[AP_WARNING],
        .notes = file->counts[AP_NOTE],
        .truncated = file->truncated,
        .skipped_checks = file->skipped_checks,
        .companion_errors = companion->counts[AP_ERROR],
        .companion_warnings = companion->counts[AP_WARNING],
        .companion_notes = companion->counts[AP_NOTE],
        .companion_truncated = companion->truncated,
        .dropped = file->truncated,
        .companion_dropped = companion->truncated,
    };
}

static animproof_status lint_open_file(animproof *handle, animproof_result *result, size_t size)
{
    lint_state *lint = ap_alloc(&handle->work, sizeof *lint);
    if (lint == NULL)
        return ap_handle_fail_for_memory(handle);
    run_lint(handle, lint);
    if (handle->work.failed)
        return ap_handle_fail_for_memory(handle);
    if (handle->on_finding != NULL && report_findings(handle, &lint->file, NULL) && lint->used != NULL)
        (void)report_findings(handle, &lint->companion, lint->used->option);
    const animproof_result sum = make_result(handle, lint);
    if (result != NULL)
        ap_handle_copy_common_bytes_and_set_struct_size(result, size, &sum, sizeof sum);
    return ANIMPROOF_OK;
}

animproof_status animproof_lint(animproof *handle, animproof_result *result, size_t result_size)
{
    animproof_status status = ANIMPROOF_OK;
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (result == NULL ? result_size != 0 : result_size < sizeof(size_t))
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "result_size must be sizeof *result");
    else
        status = ap_handle_require_file(handle);
    if (status == ANIMPROOF_OK)
        status = lint_open_file(handle, result, result_size);
    return ap_handle_end_call_and_restore_locale(handle, status);
}

animproof_status animproof_on_finding(animproof *handle, animproof_finding_callback callback, void *user)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    handle->on_finding = callback;
    handle->finding_user = user;
    return ap_handle_end_call_and_restore_locale(handle, ANIMPROOF_OK);
}
