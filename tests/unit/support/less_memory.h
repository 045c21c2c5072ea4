/* Limits the address space in a test. Sanitized tests do not use the limit, because the shadow memory of a sanitizer needs
   more. */
#ifndef LESS_MEMORY_H
#define LESS_MEMORY_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Limits the address space to its current size plus `more` bytes. setrlimit with the returned limit removes the new limit. */
static inline struct rlimit limit_address_space(size_t more)
{
    size_t pages = 0;
    struct rlimit before;
    FILE *file = fopen("/proc/self/statm", "r");
    cr_assert(file != NULL && fscanf(file, "%zu", &pages) == 1 && getrlimit(RLIMIT_AS, &before) == 0);
    fclose(file);
    const struct rlimit less = { pages * (size_t)sysconf(_SC_PAGESIZE) + more, before.rlim_max };
    cr_assert_eq(setrlimit(RLIMIT_AS, &less), 0);
    return before;
}

#endif
