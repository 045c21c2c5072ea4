/* Shared by the tests of animproof.h: handles with an open text or file, and an allocator that counts. */
#ifndef HANDLE_CASE_H
#define HANDLE_CASE_H

#include "tests/unit/support/at_end.h"
#include "validators/library/animproof.h"

/* A camera of two frames without findings, in its canonical form, 137 bytes. */
extern const char small_camera[];
#define SMALL_MRTK                                                                                           \
    "tests/unit/library/two_markers.bin" /* an MRTK 1.1 file with two markers and without findings, generated once from a seed */
#define SMALL_MEMG                                                                                           \
    "golden/memg/valid/near-endian-indicator__little.bin" /* a little-endian MEMG file of 767 bytes without findings */

/* handle_with_text opens a text in a new handle, handle_with_file a file. The caller frees the handle with animproof_free. */
animproof *handle_with_text(const char *text);
animproof *handle_with_file(const char *path);

/* Frees a handle at the end of a block: AT_END(handle_free) animproof *handle = ...; */
void handle_free(animproof **handle);

/* Expects the call to return wanted_status, and animproof_why to return wanted_why afterwards. */
#define expect_call(handle, call, wanted_status, wanted_why)                                                 \
    do {                                                                                                     \
        const animproof_status status_ = (call);                                                             \
        cr_expect(status_ == (wanted_status), "%s: wrong status %s", #call, animproof_status_name(status_)); \
        cr_expect_str_eq(                                                                                    \
            animproof_why(handle), (wanted_why), "%s: wrong reason '%s'", #call, animproof_why(handle));     \
    } while (0)
#define expect_ok(handle, call) expect_call(handle, call, ANIMPROOF_OK, "")

/* Lints the file that the handle has open, without a callback. */
animproof_result lint_open_file(animproof *handle);

/* copy_bytes_of_open_file and copy_json_of_open_file return a NUL-terminated copy of the open file's bytes and of its JSON
   document. The caller frees the copy with free(). */
char *copy_bytes_of_open_file(animproof *handle, size_t *size);
char *copy_json_of_open_file(animproof *handle, size_t *size);

/* An allocator. Memory is filled with 0x5a and followed by guard bytes. `calls` counts allocations, `alive` blocks that are not
   freed; the call with number `fail_at` fails (0: none). */
typedef struct counted_memory {
    size_t calls, alive, fail_at;
} counted_memory;

void *allocate_counted(void *user, size_t size);
void free_counted(void *user, void *memory);

#endif
