#include "validators/fixer.h"

void ap_fixer_ask(const ap_fixer *fixer, const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_fix_job asked = *job;
    ap_fix_memory *memory = fixer->once ? job->memory : NULL;
    asked.with = fixer->with;
    if (memory != NULL && memory->known != NULL) {
        *fix = *(const ap_fix *)memory->known;
        return;
    }
    if (memory != NULL)
        asked.arena = memory->arena;
    fixer->fix(&asked, finding, fix);
    ap_fix *known = memory == NULL || asked.arena->failed ? NULL : ap_alloc(asked.arena, sizeof *known);
    job->arena->failed |= asked.arena->failed;
    if (known == NULL)
        return;
    *known = *fix;
    memory->known = known;
}
