/* Fixes the open file, and passes what was fixed and what was not to the callback. */
#include "validators/library/handle.h"
#include "validators/services/fixing/fixing.h"

/* State of one animproof_fix, in the handle's arena. */
typedef struct fixing_with_options_and_companion {
    ap_fixing fixing;
    ap_lint_options options;
    ap_companion_use use;
    ap_findings companion; /* findings in the companion; they are not reported */
} fixing_with_options_and_companion;

static animproof_fix_outcome describe_outcome(const ap_fix_outcome *outcome)
{
    return (animproof_fix_outcome){
        .struct_size = sizeof(animproof_fix_outcome),
        .rule = outcome->fixer->rule->id,
        .does = outcome->fixer->does,
        .refused = outcome->refused,
        .adds = outcome->adds == NULL ? NULL : outcome->adds->id,
        .offset = outcome->offset,
        .line = outcome->line,
        .column = outcome->column,
    };
}

/* Fixes a copy of the open file. Makes the copy the open file if a finding was fixed. */
static animproof_status fix_copy_and_open_it(animproof *handle, fixing_with_options_and_companion *fix)
{
    ap_fixing *fixing = &fix->fixing;
    fixing->options = &fix->options;
    fixing->rule_settings = &handle->settings.rule_settings;
    if (!ap_fixing_load(fixing, handle->format, handle->file.view) || !ap_fixing_run(fixing))
        return ap_handle_fail_for_memory(handle);
    if (fixing->fixed == 0)
        return ANIMPROOF_OK;
    return ap_handle_open_copy(handle, ap_fixing_current_version(fixing)->text, handle->format);
}

static animproof_status fix_open_file(
    animproof *handle, bool unsafe, animproof_fix_callback callback, void *user)
{
    animproof_status status = ap_handle_require_format(handle);
    fixing_with_options_and_companion *fix =
        status == ANIMPROOF_OK ? ap_alloc(&handle->work, sizeof *fix) : NULL;
    if (fix == NULL)
        return status == ANIMPROOF_OK ? ap_handle_fail_for_memory(handle) : status;
    fix->options = ap_handle_lint_options(handle);
    ap_findings_init(&fix->companion, &handle->work, NULL, 0, 0);
    (void)ap_handle_add_companion(handle, &fix->use, &fix->companion, &fix->options);
    if (handle->work.failed)
        return ap_handle_fail_for_memory(handle);
    ap_fixing_init_from(&fix->fixing, handle->settings.max_memory_bytes, &handle->memory);
    fix->fixing.unsafe = unsafe;
    status = fix_copy_and_open_it(handle, fix);
    for (const ap_fix_outcome *outcome = fix->fixing.outcomes;
         status == ANIMPROOF_OK && callback != NULL && outcome != NULL; outcome = outcome->next) {
        const animproof_fix_outcome shown = describe_outcome(outcome);
        if (callback(user, &shown) != 0)
            break;
    }
    ap_fixing_free(&fix->fixing);
    return status;
}

animproof_status animproof_fix(animproof *handle, int unsafe, animproof_fix_callback callback, void *user)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    return ap_handle_end_call_and_restore_locale(handle, fix_open_file(handle, unsafe != 0, callback, user));
}
