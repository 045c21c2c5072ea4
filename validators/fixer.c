#include "validators/fixer.h"

void ap_fix_once(const ap_fix_job *job, ap_fix *fix, void (*make)(const ap_fix_job *job, ap_fix *fix))
{
    ap_fix_job lasting = *job;
    ap_fix *known = job->memory == NULL ? NULL : job->memory->known;
    if (known != NULL) {
        *fix = *known;
        return;
    }
    if (job->memory != NULL)
        lasting.arena = job->memory->arena;
    make(&lasting, fix);
    known = job->memory == NULL || lasting.arena->failed ? NULL : ap_alloc(lasting.arena, sizeof *known);
    job->arena->failed |= lasting.arena->failed;
    if (known == NULL)
        return;
    *known = *fix;
    job->memory->known = known;
}
