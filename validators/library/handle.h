/* Defines the handle of animproof.h, and the functions that its calls share. */
#ifndef AP_HANDLE_H
#define AP_HANDLE_H

#include <locale.h>

#include "core/base/arena.h"
#include "core/finding/rule_settings.h"
#include "core/layout/field_map.h"
#include "validators/format.h"
#include "validators/library/animproof.h"

enum { AP_WHY_BYTES = 640 };

/* The combined values of one of the options severity, select and ignore, kept per rule. Memory does not grow
   with the number of values. */
typedef struct ap_rules_of_option {
    bool given; /* the caller has set the option */
    /* by rule index: true if a value of the option names the rule and may change it (ap_can_pattern_turn_off) */
    bool named[AP_MOST_RULES];
    /* by rule index, for the option severity only: the level in the last value that set `named` */
    ap_severity levels[AP_MOST_RULES];
} ap_rules_of_option;

typedef enum ap_rule_option_kind {
    AP_OPTION_SEVERITY,
    AP_OPTION_SELECT,
    AP_OPTION_IGNORE,
    AP_RULE_OPTION_KINDS
} ap_rule_option_kind;

/* Settings of a handle of the library. */
typedef struct ap_settings {
    const char *profile; /* a constant */
    bool strict;
    ap_rules_of_option rule_options[AP_RULE_OPTION_KINDS];
    const ap_format *input_format; /* NULL to recognise the format by name and content */
    unsigned choices[AP_LINT_CHOICES];
    size_t max_findings, max_per_rule, max_memory_bytes, max_input_bytes;
    ap_rule_settings rule_settings; /* computed from profile, strict and rule_options */
} ap_settings;

/* The content of a file: bytes of the caller, or a copy that the handle owns. */
typedef struct ap_document {
    ap_view view;   /* view.bytes is NULL if there is no file */
    uint8_t *owned; /* NULL if the bytes belong to the caller */
} ap_document;

struct animproof {
    animproof_memory user;  /* the caller's allocator */
    ap_allocator memory;    /* the same allocator for arenas; a failure sets `allocation_failed` */
    bool allocation_failed; /* the allocator returned NULL during this call */
    bool busy; /* a public function is running with this handle; calls from its callbacks are refused */
    locale_t caller_locale; /* the thread's own locale, restored after the call */
    char why[AP_WHY_BYTES]; /* the text of animproof_why */

    ap_settings settings;
    animproof_finding_callback on_finding; /* may be NULL */
    void *finding_user;

    ap_document file;
    const ap_format *format;  /* format of the open file; NULL if unknown */
    const char *json_variant; /* variant of a file that was built from JSON; NULL for an opened file */
    ap_document companions[AP_MOST_COMPANIONS]; /* one of each kind, in the order of ap_companion_at */
    ap_arena work; /* memory of the current call, including the results it returned; reset by the next call */
};

/* Begin and end a public call. Between the two, the handle is busy and the locale of the thread is "C".
   ap_handle_begin_call_in_c_locale frees the results of the last call. It returns false if the handle is NULL or busy; the
   caller must then not end the call. ap_handle_end_call_and_restore_locale keeps the results of the call, and returns
   `status`. */
bool ap_handle_begin_call_in_c_locale(animproof *handle);
animproof_status ap_handle_end_call_and_restore_locale(animproof *handle, animproof_status status);

/* Formats the text of animproof_why, and returns `status`. */
__attribute__((format(printf, 3, 4))) animproof_status ap_handle_fail(
    animproof *handle, animproof_status status, const char *format, ...);

/* Returns ANIMPROOF_NO_MEMORY if the allocator failed, otherwise ANIMPROOF_LIMIT, and sets the text of
   animproof_why. */
animproof_status ap_handle_fail_for_memory(animproof *handle);

/* Allocate and free memory with the allocator of `user`, a handle. If the allocator returns NULL,
   ap_handle_call_allocator_and_mark_failure sets handle->allocation_failed and returns NULL. ap_handle_release accepts
   NULL. */
void *ap_handle_call_allocator_and_mark_failure(void *user, size_t bytes);
void ap_handle_release(void *user, void *memory);

/* Sets all options to their defaults. Settings own no memory. */
void ap_settings_init(ap_settings *settings);

/* Replaces the content of the document, and frees the memory that it owned. The document takes ownership of
   `owned`, which is NULL if the bytes belong to the caller. */
void ap_document_replace(animproof *handle, ap_document *document, ap_view view, uint8_t *owned);

/* Returns the document for the companion that the option names. For an unknown option, sets the text of
   animproof_why and returns NULL. */
ap_document *ap_handle_companion_of_option(animproof *handle, const char *option);

/* Makes the bytes the open file. The option input-format decides the format; if it is not set, the name and the content do.
   `name` may be NULL. The handle takes ownership of `owned`, which is NULL if the bytes belong to the caller. */
void ap_handle_open(animproof *handle, const char *name, ap_view view, uint8_t *owned);

/* ap_handle_require_file returns ANIMPROOF_NOT_OPEN if no file is open; ap_handle_require_format also returns
   ANIMPROOF_UNRECOGNIZED if the format of the open file is unknown. */
animproof_status ap_handle_require_file(animproof *handle);
animproof_status ap_handle_require_format(animproof *handle);

/* Lints the file. Returns ANIMPROOF_HAS_ERRORS if it has errors; the text of animproof_why then calls the file `name`. All rules
   have their own severities, whatever options are set, except memg/byte-order, which is a note here: the content of a file does
   not depend on its byte order. Fills in *about. */
animproof_status ap_handle_check_for_errors(
    animproof *handle, const ap_format *format, ap_view input, const char *name, ap_lint_result *about);

/* Makes a copy of the bytes the open file, of this format. There must be at least one byte. handle->json_variant does not change.
   Returns ANIMPROOF_NO_MEMORY if the allocator failed; the open file then does not change. */
animproof_status ap_handle_open_copy(animproof *handle, ap_view bytes, const ap_format *format);

/* Returns the options for linting the open file, without companions. */
ap_lint_options ap_handle_lint_options(const animproof *handle);

/* Parses the companion that the caller has set for the format of the open file, and adds it to the options. The companion's own
   findings go to `findings`. Returns the companion; NULL if none is set, or when out of memory (handle->work.failed). */
const ap_companion *ap_handle_add_companion(
    animproof *handle, ap_companion_use *use, ap_findings *findings, ap_lint_options *options);

/* Returns the document that the caller has set for the companion, or NULL. */
const ap_document *ap_handle_document_of_companion_or_null(
    const animproof *handle, const ap_companion *companion);

/* Parses the open file, and calls `segment` for each field, also in a file with errors. Returns ANIMPROOF_OK, or a status for a
   lack of memory. */
animproof_status ap_handle_visit_segments(
    animproof *handle, void (*segment)(void *context, const ap_segment *segment), void *context);

/* The field that ap_handle_find_field found. `before` is the field that precedes it in the file; before a
   name, that is often the length of the name. */
typedef struct ap_handle_field {
    const char *path;
    bool found;
    ap_segment segment; /* the field; after the search, segment.path and segment.name are not valid */
    ap_segment before;
} ap_handle_field;

/* Finds the field of the open file with the path field->path. Returns ANIMPROOF_NO_FIELD if no field has this
   path. */
animproof_status ap_handle_find_field(animproof *handle, ap_handle_field *field);

/* Copies a public structure into the caller's structure, which may be older or newer: the smaller of
   `library_size` bytes (size in this library) and `caller_size` bytes (size in the caller's header). Sets struct_size of the
   caller's structure to the number of bytes copied. */
void ap_handle_copy_common_bytes_and_set_struct_size(
    void *to, size_t caller_size, const void *from, size_t library_size);

#endif
