/* The locale of the thread that calls: numbers are read and written with a point, whatever the program has set. */
#include "validators/library/handle.h"

/* That of "C" takes no memory, and needs no freeing. */
void ap_locale_enter(animproof *handle)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    handle->before = plain == (locale_t)0 ? (locale_t)0 : uselocale(plain);
}

void ap_locale_leave(animproof *handle)
{
    if (handle->before != (locale_t)0)
        (void)uselocale(handle->before);
}
