/* Linked into config=sites, in which the compiler tells of each function that is entered: writes which calls made a
   finding, and of which rule. A line a finding, `ADDRESS RULE`: the address is the call's return address, of a program
   that is not relocated. tests/coverage/witnesses.py makes a place in the source of it. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/finding/finding.h"
#include "core/layout/io.h"

#define UNWATCHED __attribute__((no_instrument_function))

void __cyg_profile_func_enter(void *function, void *caller) UNWATCHED;
void __cyg_profile_func_exit(void *function, void *caller) UNWATCHED;
ap_severity __real_ap_rule_settings_level(const ap_rule_settings *rule_settings, const ap_rule *rule);
ap_severity __wrap_ap_rule_settings_level(
    const ap_rule_settings *rule_settings, const ap_rule *rule) UNWATCHED;

static _Thread_local void *pending; /* a call that makes a finding, until it is known of which rule */

static UNWATCHED bool is_generator(const void *function)
{
    const uintptr_t address = (uintptr_t)function;
    return address == (uintptr_t)ap_found || address == (uintptr_t)ap_found_at
           || address == (uintptr_t)ap_findings_add;
}

void __cyg_profile_func_enter(void *function, void *caller)
{
    if (is_generator(function) && pending == NULL)
        pending = caller;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)caller;
    if (is_generator(function))
        pending = NULL;
}

/* ap_findings_add asks for the rule's level first. */
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
