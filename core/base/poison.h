/* Marks allocated memory that is not in use. A program built with AddressSanitizer ends when such a byte
   is read or written; in other builds these macros do nothing. */
#ifndef AP_POISON_H
#define AP_POISON_H

#if defined(__SANITIZE_ADDRESS__)
#define AP_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AP_POISONS 1
#endif
#endif
#ifdef AP_POISONS
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes)   ((void)(address), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#endif

#endif
