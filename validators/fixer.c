#include "validators/fixer.h"

void ap_run_fixer(const ap_fixer *fixer, const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_fix_job call = *job;
    ap_fixer_cache *memory = fixer->once ? job->memory : NULL;
    call.with = fixer->with;
    if (memory != NULL && memory->known != NULL) {
        *fix = *(const ap_fix *)memory->known;
        return;
    }
    if (memory != NULL)
        call.arena = memory->arena;
    fixer->fix(&call, finding, fix);
    ap_fix *known = memory == NULL || call.arena->failed ? NULL : ap_alloc(call.arena, sizeof *known);
    job->arena->failed |= call.arena->failed;
    if (known == NULL)
        return;
    *known = *fix;
    memory->known = known;
}
