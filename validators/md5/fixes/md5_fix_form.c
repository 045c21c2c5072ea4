/* Fixes a file by rewriting it in its canonical form. */
#include "core/files/sink.h"
#include "validators/md5/fixes/md5_fix_comments.h"
#include "validators/md5/fixes/md5_fixes.h"

/* Returns the canonical form of the file, owned by the arena. The view's bytes are NULL if writing failed or memory ran out. */
static ap_view canonical_text(const ap_fix_job *job)
{
    ap_buffer store;
    uint8_t *copy = NULL;
    ap_writer *writer = ap_alloc(job->arena, sizeof *writer);
    if (writer == NULL)
        return (ap_view){ NULL, 0 };
    ap_count_bytes_read_by_fixer(job, job->input.size);
    ap_buffer_init(&store);
    ap_buffer_init_writer(&store, writer);
    const bool complete = job->format->write(job->input, job->options, job->arena, writer);
    if (complete && ap_writer_flush(writer)) {
        copy = ap_alloc(job->arena, store.size);
        if (copy != NULL)
            memcpy(copy, store.bytes, store.size);
    } else if (store.no_memory) {
        job->arena->failed = true;
    }
    const ap_view text = { copy, store.size };
    ap_buffer_free(&store);
    return text;
}

void ap_md5_fix_by_canonical_form(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_md5_canonical_form_loss_checks *form = job->with;
    (void)finding;
    fix->refused = "other errors of the file must be fixed first";
    if (job->findings->counts[AP_ERROR] > 0)
        return;
    fix->refused = "content after the end would be lost";
    if (!job->unsafe && ap_findings_count_of_rule(job->findings, form->trailing) > 0)
        return;
    fix->refused = "comments would be lost: --unsafe removes them";
    if (!job->unsafe && ap_md5_file_has_unusual_comments(job, form->joints_section))
        return;
    fix->refused = "numbers of the frames that no joint uses would be lost: --unsafe leaves them out";
    if (!job->unsafe && form->leaves_out_numbers != NULL && form->leaves_out_numbers(job))
        return;
    fix->refused = "the file could not be written";
    const ap_view text = canonical_text(job);
    if (text.bytes != NULL)
        *fix = (ap_fix){ .span = { 0, job->input.size }, .text = text };
}
