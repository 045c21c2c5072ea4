/* Preloaded into the program: the allocation whose number is in FAIL_ALLOCATION fails, and so do all after it
   where FAIL_ALL is set. Each one that fails writes a byte to the descriptor in FAIL_TELLS, unless that is not set. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);

static int fails(void)
{
    static unsigned long calls, number;
    static int all = -1;
    if (all < 0) {
        const char *text = getenv("FAIL_ALLOCATION");
        number = text == NULL ? 0 : strtoul(text, NULL, 10);
        all = getenv("FAIL_ALL") != NULL;
    }
    calls++;
    if (number == 0 || (all ? calls < number : calls != number))
        return 0;
    const char *tells = getenv("FAIL_TELLS");
    if (tells != NULL && write(atoi(tells), "", 1) != 1)
        abort();
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t bytes)
{
    return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __libc_realloc(old, bytes);
}
