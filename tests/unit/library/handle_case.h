/* What the tests of animproof.h share: handles over a small text, files of golden/, and an allocator that counts. */
#ifndef HANDLE_CASE_H
#define HANDLE_CASE_H

#include "validators/library/animproof.h"

/* A camera of two frames without a finding, in its canonical form: 137 bytes. */
extern const char small_camera[];
#define SMALL_MRTK "golden/mrtk/valid/near-marker-order__equal.bin" /* 1.1, two markers, without a finding */
#define SMALL_MEMG "golden/memg/valid/near-endian-indicator__little.bin" /* little-endian, 662 bytes */

/* A handle with the text, or the file, open; animproof_free gives it back. */
animproof *with_text(const char *text);
animproof *with_file(const char *path);

/* The call's status and its sentence are these. */
#define expect_call(handle, call, wanted_status, wanted_why)                                                 \
    do {                                                                                                     \
        const animproof_status status_ = (call);                                                             \
        cr_expect(status_ == (wanted_status), "%s: %s", #call, animproof_status_name(status_));              \
        cr_expect_str_eq(animproof_why(handle), (wanted_why), "%s: %s", #call, animproof_why(handle));       \
    } while (0)
#define expect_ok(handle, call) expect_call(handle, call, ANIMPROOF_OK, "")

/* What animproof_lint says now, without telling anybody. */
animproof_result lint_now(animproof *handle);

/* The open file's bytes, or its document, copied; free() gives it back. Either ends with a NUL. */
char *bytes_now(animproof *handle, size_t *size);
char *json_now(animproof *handle, size_t *size);

/* Memory that is not 0, and that must not be written to after its end. How often it was asked for, how much of it is not given back yet, and which call gets none (0: all get some). */
typedef struct counted_memory {
    size_t calls, alive, fail_at;
} counted_memory;

void *take_counted(void *user, size_t size);
void give_counted(void *user, void *memory);

#endif
