/* Linked into config=sites, in which the compiler calls a hook in each function. Records the calls that made a finding: appends a
   line `ADDRESS RULE` for each finding to the file ANIMPROOF_SITES. ADDRESS is the return address of the call; the program is not
   relocated. tests/lab/coverage/witnesses.py maps it to a source line. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/finding/finding.h"
#include "core/layout/io.h"

#define NOT_INSTRUMENTED __attribute__((no_instrument_function))

void __cyg_profile_func_enter(void *function, void *caller) NOT_INSTRUMENTED;
void __cyg_profile_func_exit(void *function, void *caller) NOT_INSTRUMENTED;
ap_severity __real_ap_rule_settings_level(const ap_rule_settings *rule_settings, const ap_rule *rule);
ap_severity __wrap_ap_rule_settings_level(
    const ap_rule_settings *rule_settings, const ap_rule *rule) NOT_INSTRUMENTED;

static _Thread_local void
    *pending; /* return address of a call that makes a finding, until its rule is known; NULL: no such call */

static NOT_INSTRUMENTED bool is_finding_function(const void *function)
{
    const uintptr_t address = (uintptr_t)function;
    return address == (uintptr_t)ap_add_finding || address == (uintptr_t)ap_add_finding_at
           || address == (uintptr_t)ap_findings_add;
}

void __cyg_profile_func_enter(void *function, void *caller)
{
    if (is_finding_function(function) && pending == NULL)
        pending = caller;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)caller;
    if (is_finding_function(function))
        pending = NULL;
}

/* Records the pending call with its rule. ap_findings_add calls this function first, because it needs the level of the rule. */
ap_severity __wrap_ap_rule_settings_level(const ap_rule_settings *rule_settings, const ap_rule *rule)
{
    const char *path = getenv("ANIMPROOF_SITES");
    if (pending != NULL && path != NULL) {
        const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
        dprintf(file, "%lx %s\n", (unsigned long)(uintptr_t)pending, rule->id);
        close(file);
        pending = NULL;
    }
    return __real_ap_rule_settings_level(rule_settings, rule);
}
