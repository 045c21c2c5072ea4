/* A sanitized program is many times as slow. What a plain one tries whole, it tries in part: tests/run.py sets
   ANIMPROOF_TEST_EACH=24 for it, and these say which part, always the same. With 1 it tries all. */
#ifndef AP_TEST_SAMPLE_H
#define AP_TEST_SAMPLE_H

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define TEST_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_IS_SANITIZED 1
#endif
#endif

/* Each so many files, or other things of a list, are tried: 1 is all. */
static inline size_t test_each(void)
{
    const char *each = getenv("ANIMPROOF_TEST_EACH");
    const long number = each == NULL ? 1 : strtol(each, NULL, 10);
    return number > 0 ? (size_t)number : 1;
}

/* How many of `all` random things are tried: the first ones. A plain program tries a part of these, too, where
   ANIMPROOF_TEST_SHARE=3 says so; by hand it tries all. */
static inline unsigned test_share(unsigned all)
{
    const char *share = getenv("ANIMPROOF_TEST_SHARE");
    const long number = share == NULL ? 0 : strtol(share, NULL, 10);
    const size_t each = number > 0 ? (size_t)number : test_each();
    return (unsigned)((all + each - 1) / each);
}

#endif
