/* Linked into the sanitized unit tests (config=asan), as their first object. By default LeakSanitizer searches all global
   variables for pointers at the end of each test: 10 MB of its own take half the time of a short test. The tests keep memory in
   their globals, which follow this object's, so only these are searched. */
#include "tests/sanitized/leaks.c"

extern char data_start[], edata[], end[]; /* of the linker */

static char first_global; /* in .bss, after the sanitizer's */

__attribute__((constructor)) static void keep_own_globals(void)
{
    __lsan_register_root_region(data_start, (size_t)(edata - data_start));
    __lsan_register_root_region(&first_global, (size_t)(end - &first_global));
}
