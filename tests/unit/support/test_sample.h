/* Selects a sample of the inputs of long tests. The sanitized program is much slower: tests/run.py sets ANIMPROOF_TEST_EACH=24
   for it. Every run has an equal sample; with ANIMPROOF_TEST_EACH=1 it has all inputs. */
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

/* Returns n if a test uses every n-th input; 1: all. */
static inline size_t sample_step(void)
{
    const char *each = getenv("ANIMPROOF_TEST_EACH");
    const long number = each == NULL ? 1 : strtol(each, NULL, 10);
    return number > 0 ? (size_t)number : 1;
}

/* Returns how many of `all` random inputs a test uses, from the first on. ANIMPROOF_TEST_SHARE=n selects 1/n of them; if it is
   not set, ANIMPROOF_TEST_EACH does. */
static inline unsigned sample_size(unsigned all)
{
    const char *share = getenv("ANIMPROOF_TEST_SHARE");
    const long number = share == NULL ? 0 : strtol(share, NULL, 10);
    const size_t each = number > 0 ? (size_t)number : sample_step();
    return (unsigned)((all + each - 1) / each);
}

#endif
