/* What a handle of animproof.h holds, and what its functions have in common. */
#ifndef AP_HANDLE_H
#define AP_HANDLE_H

#include <locale.h>

#include "core/base/arena.h"
#include "core/finding/rule_settings.h"
#include "core/layout/field_map.h"
#include "validators/format.h"
#include "validators/library/animproof.h"

enum { AP_WHY_BYTES = 640 };

/* The options severity, select and ignore: one of them, rule by rule, as all its texts together have it. The size does not
   depend on the number of texts. */
typedef struct ap_wish {
    bool given;
    bool named[AP_MOST_RULES];         /* some text names the rule */
    ap_severity levels[AP_MOST_RULES]; /* of severity: what the last text that names the rule says */
} ap_wish;

typedef enum ap_wish_kind { AP_WISH_SEVERITY, AP_WISH_SELECT, AP_WISH_IGNORE, AP_WISH_KINDS } ap_wish_kind;

typedef struct ap_settings {
    const char *profile; /* a literal */
    bool strict;
    ap_wish wishes[AP_WISH_KINDS];
    const ap_format *input_format; /* NULL: found by name and content */
    unsigned choices[AP_LINT_CHOICES];
    size_t max_findings, max_per_rule, max_memory_bytes, max_input_bytes;
    ap_rule_settings rule_settings; /* what the first members come to */
} ap_settings;

/* Bytes that a caller owns, or a copy of the handle's own. */
typedef struct ap_document {
    ap_view view;   /* bytes NULL: none */
    uint8_t *owned; /* NULL: the view is the caller's */
} ap_document;

struct animproof {
    animproof_memory user; /* where memory comes from */
    ap_memory memory;      /* the same for arenas: counts what was refused */
    bool starved;          /* the allocator gave none, in this call */
    bool busy;             /* a function of the handle runs */
    locale_t before;       /* of the thread, meanwhile */
    char why[AP_WHY_BYTES];

    ap_settings settings;
    animproof_finding_callback on_finding; /* NULL: nobody */
    void *finding_user;

    ap_document file;
    const ap_format *format; /* of the open file; NULL: none of them */
    const char *made_as;     /* the variant that the file was made in; NULL: it was opened */
    ap_document companions[AP_MOST_COMPANIONS]; /* in the order of ap_companion_at */
    ap_arena work;                              /* for one call; what it returns lives until the next */
};

/* Begins and ends a call: between them the handle is busy, and the locale is "C". False: the handle is misused, and the call must
   not be ended. ap_handle_end returns `status`. */
bool ap_handle_begin(animproof *handle);
animproof_status ap_handle_end(animproof *handle, animproof_status status);

/* Keeps a sentence for animproof_why; returns the status. */
__attribute__((format(printf, 3, 4))) animproof_status ap_handle_fail(
    animproof *handle, animproof_status status, const char *format, ...);

/* Memory ran out: whether the allocator gave none, or a limit is reached. */
animproof_status ap_handle_out_of_memory(animproof *handle);

/* Memory of the allocator of `user`, a handle, or NULL; and back to it (NULL is allowed). */
void *ap_handle_take(void *user, size_t bytes);
void ap_handle_release(void *user, void *memory);

/* The settings where nothing was said. They own no memory. */
void ap_settings_default(ap_settings *settings);

/* Makes the bytes the document, and gives back what it owned. `owned` is the handle's memory from now on; NULL: none. */
void ap_document_set(animproof *handle, ap_document *document, ap_view view, uint8_t *owned);

/* The document that the option names; NULL: there is none, which has been said. */
ap_document *ap_handle_companion(animproof *handle, const char *option);

/* Makes the bytes the open file and recognises it by the name (NULL: by content). */
void ap_handle_open(animproof *handle, const char *name, ap_view view, uint8_t *owned);

/* ANIMPROOF_OK when a file is open and, for the second, is of a format. */
animproof_status ap_handle_need_file(animproof *handle);
animproof_status ap_handle_need_format(animproof *handle);

/* How the open file is linted; without companions. */
ap_lint_options ap_handle_options(const animproof *handle);

/* Reads the open file for its fields: `piece` is told each. */
animproof_status ap_handle_walk(
    animproof *handle, void (*piece)(void *context, const ap_piece *piece), void *context);

/* The field of that path, and the field before it, which may be the length of a name. */
typedef struct ap_handle_field {
    const char *path;
    bool found;
    ap_piece piece; /* its path and its name no longer mean anything */
    ap_piece before;
} ap_handle_field;

/* Looks for the field of the open file that has field->path. ANIMPROOF_NO_FIELD: there is none. */
animproof_status ap_handle_find(animproof *handle, ap_handle_field *field);

/* Copies a structure that grows: as much as both sides know. `size` is what the caller's has. */
void ap_handle_give(void *to, size_t size, const void *from, size_t known);

#endif
