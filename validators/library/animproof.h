/* animproof.h: checks animation files, and reads, changes and writes their values.

   This header is the complete interface of libanimproof, for C11 and C++17. The manual is
   docs/use/library.md. A program that lints a file:

   #include <animproof.h>
   #include <stdio.h>

   static int print_finding(void *user, const animproof_finding *finding)
   {
       printf("%s:0x%zx: %s: %s\n", (const char *)user, finding->offset, finding->rule, finding->message);
       return 0;
   }

   int main(int count, char **words)
   {
       animproof *handle = animproof_new(NULL);
       animproof_result result = { 0 };
       if (count != 2 || animproof_on_finding(handle, print_finding, words[1]) != ANIMPROOF_OK
           || animproof_open_file(handle, words[1]) != ANIMPROOF_OK
           || animproof_lint(handle, &result, sizeof result) != ANIMPROOF_OK)
           fprintf(stderr, "%s\n", animproof_why(handle));
       animproof_free(handle);
       return result.valid ? 0 : 1;
   }

   Threads: the library has no global state. Only one thread at a time may use a handle; two handles share no data. A callback
   must not call a function of its own handle: the function returns ANIMPROOF_MISUSE.

   Callbacks: a callback returns 0 to continue. After any other value, the running call invokes no further callbacks. A
   callback must return normally: neither an exception nor a longjmp may leave it.

   Locale: results do not depend on the locale. While a function or a callback runs, the locale of the thread is "C".

   Text: file names are passed to the system unchanged. Every string from the library ends with a NUL. Messages are ASCII,
   apart from UTF-8 that is quoted from the input. Offsets and lengths are in bytes of the input; offsets start at 0.

   Compatibility: new members are added at the end of structures only. The library never writes beyond the size that the
   caller passes; `struct_size` is the number of bytes that the library has filled in. New enumerators, options and rules may
   be added. */
#ifndef ANIMPROOF_H
#define ANIMPROOF_H

#include <stddef.h>

#if defined(__GNUC__)
#define ANIMPROOF_API __attribute__((visibility("default")))
#else
#define ANIMPROOF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* True if the library has filled in the member. A library older than this header may not know the member. */
#define ANIMPROOF_HAS(structure, member)                                                                     \
    ((structure)->struct_size                                                                                \
        >= (size_t)((const char *)(&(structure)->member + 1) - (const char *)(structure)))

/* A handle holds settings and at most one open file. */
typedef struct animproof animproof;

/* The result of a call. After a failure, animproof_why returns the reason, and the handle stays usable. A failed call changes
   nothing, unless its comment says otherwise. */
typedef enum animproof_status {
    ANIMPROOF_OK = 0,
    ANIMPROOF_MISUSE = 1, /* invalid argument: NULL, an unknown option, or a value the option cannot have */
    ANIMPROOF_NO_MEMORY = 2,     /* the allocator returned NULL */
    ANIMPROOF_LIMIT = 3,         /* the limit max-memory or max-input is exceeded */
    ANIMPROOF_CANNOT_READ = 4,   /* the system cannot open or read the file */
    ANIMPROOF_NOT_OPEN = 5,      /* no file is open */
    ANIMPROOF_UNRECOGNIZED = 6,  /* the open file has no known format */
    ANIMPROOF_NO_FIELD = 7,      /* the file has no field with this path */
    ANIMPROOF_BAD_VALUE = 8,     /* the field cannot hold this value */
    ANIMPROOF_HAS_ERRORS = 9,    /* the call needs a file without errors */
    ANIMPROOF_BAD_DOCUMENT = 10, /* the text is not JSON, or does not describe a file */
    ANIMPROOF_UNSUPPORTED = 11   /* files of this format, or with this content, do not have such a form */
} animproof_status;

typedef enum animproof_severity {
    ANIMPROOF_NOTE = 1,
    ANIMPROOF_WARNING = 2,
    ANIMPROOF_ERROR = 3
} animproof_severity;

/* A memory allocator. `allocate` returns memory with the alignment of malloc, or NULL; `release` frees it. Both receive
   `user`. This structure never gets new members. */
typedef struct animproof_memory {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory);
    void *user;
} animproof_memory;

/* One violation of a rule. The structure and its strings are valid until the callback returns. */
typedef struct animproof_finding {
    size_t struct_size;
    const char *rule; /* id of the rule, which never changes: "md5anim/parent-order" */
    animproof_severity severity;
    const char *kind;      /* "malformed", "invalid", "suspicious" or "info" */
    const char *companion; /* companion with the violation: "mesh" or "obj"; NULL for the file itself */
    size_t offset, length; /* bytes of the input; length 0 is the position between two bytes */
    size_t line, column;   /* in text formats: from 1, the column in bytes; 0 in binary formats */
    const char *path;      /* path of the field: "hierarchy[3].parent"; "" for the file as a whole */
    const char *message;   /* one sentence without its full stop */
    const char *expected;  /* the value that the rule needs; NULL if the rule names no value */
    const char *found;     /* the value in the file; NULL if the finding is not about a value */
    const char *hint;      /* old name of `fix`; removed in the release after this one */
    const char *fix;       /* how to fix the file; a constant of the library */
} animproof_finding;
typedef int (*animproof_finding_callback)(void *user, const animproof_finding *finding);

/* The effect of a change on users of a file. */
typedef enum animproof_impact {
    ANIMPROOF_BYTES = 1, /* changes bytes only */
    ANIMPROOF_SEEN = 2,  /* changes what is seen */
    ANIMPROOF_BREAKS = 3 /* breaks users: animations no longer fit the mesh, or a name is gone */
} animproof_impact;

/* One change between two versions of a file. The structure and its strings are valid until the callback returns. */
typedef struct animproof_change {
    size_t struct_size;
    const char *kind; /* kind of change, which docs/use/compare.md lists: "joint-renamed" */
    animproof_impact impact;
    const char *meaning;   /* one sentence about the kind; a constant of the library */
    const char *message;   /* one sentence without its full stop, with rounded numbers */
    const char *old_path;  /* path of the field in the old version; "" if there is no such field */
    const char *new_path;  /* path of the field in the open file; "" if there is no such field */
    const char *old_value; /* value of the field; NULL if none is named */
    const char *new_value;
    double largest; /* the largest difference: a distance, degrees, a number, or a factor of scale */
    size_t places;  /* number of joints, frames, vertices, curves or numbers that differ; 0 if not measured */
} animproof_change;
typedef int (*animproof_change_callback)(void *user, const animproof_change *change);

/* A file for animproof_sets. This structure never gets new members. */
typedef struct animproof_set_file {
    const char *name;  /* path with '/' between folders: "models/walk.md5anim" */
    const void *bytes; /* may be NULL if size is 0 */
    size_t size;
} animproof_set_file;

/* The place of a file in the sets. The structure and its strings are valid until the callback returns. */
typedef struct animproof_set_member {
    size_t struct_size;
    size_t file;           /* index of the file in the array */
    const char *name;      /* name of the file */
    const char *format;    /* "md5anim"; NULL if the format is unknown */
    const char *companion; /* name of the mesh of an animation, or .obj of a motion; NULL if none was found */
    size_t companion_file; /* index of the companion in the array; 0 if none was found */
    const char *sidecar;   /* name of the .md5scale of an animation; NULL if none was found */
    size_t members;        /* number of files that have this file as companion or sidecar */
    const char *reason;    /* how the companion was found, or why not; NULL if `members` is not 0 */
} animproof_set_member;
typedef int (*animproof_set_callback)(void *user, const animproof_set_member *member);

/* One fix that animproof_fix has made, or a finding that it has not fixed although its rule has a fix. The structure is valid
   until the callback returns; its strings are constants of the library. */
typedef struct animproof_fix_outcome {
    size_t struct_size;
    const char *rule;    /* id of the finding's rule */
    const char *does;    /* what the fix of the rule does: "writes plain text" */
    const char *refused; /* why the finding was not fixed; NULL if it was fixed */
    const char *adds;    /* id of a rule: the fix was undone because it added such a finding; else NULL */
    size_t offset; /* position of the finding in the bytes before this fix, not in those after all fixes */
    size_t line, column; /* as in animproof_finding */
} animproof_fix_outcome;
typedef int (*animproof_fix_callback)(void *user, const animproof_fix_outcome *outcome);

/* Receives a message about data that a conversion leaves out or adds: "lost: the bounds of 8 frames". The text is valid until
   the callback returns. */
typedef int (*animproof_remark_callback)(void *user, const char *remark);

/* The result of linting. All strings are constants of the library. */
typedef struct animproof_result {
    size_t struct_size;
    const char *format;  /* "mrtk"; NULL if the format is unknown */
    const char *version; /* "1.0"; NULL if the version could not be read */
    const char *variant; /* "big-endian"; NULL if the format has only one variant, or none was determined */
    size_t size;         /* size of the file, in bytes */
    int valid; /* 1 if file and companion were checked to the end and have no errors under the options set */
    size_t errors, warnings, notes; /* numbers of findings, including those not passed to the callback */
    size_t truncated;      /* findings not passed to the callback because of max-findings or max-per-rule */
    size_t skipped_checks; /* number of checks skipped because of an error before them */
    size_t companion_errors, companion_warnings, companion_notes; /* numbers of findings in the companion */
    size_t companion_truncated;        /* findings in the companion that were not passed to the callback */
    size_t dropped, companion_dropped; /* old names of the two truncated counts, removed in version 0.2.0 */
} animproof_result;

/* One value of a file. The structure and its strings are valid until the callback returns or, after animproof_get, until the
   next call with the handle. */
typedef struct animproof_field {
    size_t struct_size;
    const char *path; /* "camera.position_x.keys[3].time" */
    /* "u8", "i32", "u64", "f32" or "f64" for a binary number, "bytes" for a name, "length" for the length of a name, "text" for
       a token of a text format */
    const char *type;
    const char *role;      /* "number", "magic", "version", "flag", "count", "enum", "index" or "name" */
    size_t offset, length; /* bytes of the input */
    const char *text;      /* the value: the bytes of a name or token, or a number in the fewest digits that
                              read back exactly ("inf", "nan (0x7fc00001)") */
    size_t text_length;    /* bytes of `text` without its NUL; a name may itself contain a NUL */
    double number;         /* the value; NaN if the field is not a number or has type "u64" */
    const char *meaning;   /* name of an enum value: "Loop"; NULL if the format names no such value */
} animproof_field;
typedef int (*animproof_field_callback)(void *user, const animproof_field *field);

/* Description of a rule. All strings are constants of the library and never NULL. */
typedef struct animproof_rule {
    size_t struct_size;
    const char *id;
    animproof_severity severity; /* unless an option changes it */
    const char *kind;            /* "malformed", "invalid", "suspicious" or "info" */
    const char *grade;           /* origin of the rule: "published", "writer", "derived" or "choice" */
    const char *summary;         /* one line */
    const char *points;          /* the part of the file that its findings point at */
    const char *meaning;         /* reason for the rule */
    const char *source; /* quotation from the format's specification, or the reader that behaves so */
    const char *breaks; /* known readers that fail on such files */
    const char *mend;   /* old name of `fix`; removed in the release after this one */
    const char *fix;    /* how to fix the file */
} animproof_rule;
typedef int (*animproof_rule_callback)(void *user, const animproof_rule *rule);

/* Handles */

/* Returns the version of the library, MAJOR.MINOR.PATCH, as a constant. May be called from any thread. */
ANIMPROOF_API const char *animproof_version(void);

/* Returns the name of a status, such as "no memory", as a constant; never NULL. May be called from any thread. */
ANIMPROOF_API const char *animproof_status_name(animproof_status status);

/* Creates a handle; free it with animproof_free. The library allocates all memory with `memory`, on the calling thread, and
   copies the structure; NULL means malloc and free. Returns NULL when out of memory, or if `memory` lacks a function. */
ANIMPROOF_API animproof *animproof_new(const animproof_memory *memory);

/* Frees a handle and all its memory. NULL is allowed. A callback must not free its own handle. */
ANIMPROOF_API void animproof_free(animproof *handle);

/* Returns one sentence about why the last call with the handle failed, or "" if the call succeeded. Valid until the next
   call. Never NULL, even for a NULL handle. Callbacks may call this function. */
ANIMPROOF_API const char *animproof_why(const animproof *handle);

/* Settings */

/* Sets an option of `animproof lint` by its name without hyphens: profile, strict (yes or no), severity (RULE=LEVEL), select,
   ignore (RULE,...), input-format, mrtk-layout, memg-order, max-findings, max-per-rule, max-memory, max-input. Names, values
   and defaults are those of the program.

   severity, select and ignore add to earlier values. Rules that report why a file was not checked to its end stay on whatever
   is selected; only their own id in `ignore`, or in `severity` with off, turns them off. max-memory limits the memory for one
   file, in bytes, not counting its content; max-input limits the size of a file that is read. A NULL value restores the
   default. An option applies to all later calls; input-format applies to files opened later.

   Returns ANIMPROOF_MISUSE if the option does not exist or cannot have the value, or ANIMPROOF_NO_MEMORY. */
ANIMPROOF_API animproof_status animproof_set(animproof *handle, const char *name, const char *value);

/* Sets the callback that animproof_lint invokes for each finding: first those of the file in the order of their offsets, then
   those of its companion. NULL removes the callback. The callback receives `user`. Returns ANIMPROOF_MISUSE if the handle is
   NULL. */
ANIMPROOF_API animproof_status animproof_on_finding(
    animproof *handle, animproof_finding_callback callback, void *user);

/* Files */

/* Opens a file that is in memory, and closes the file that was open. The library does not copy or change the bytes: they
   belong to the caller, and must not change until the next file is opened or the handle is closed or freed. `name`
   ("walk.md5anim") is used only to recognise the format; NULL recognises by content alone. `bytes` may be NULL if size is 0.
   Returns ANIMPROOF_MISUSE if an argument is invalid. */
ANIMPROOF_API animproof_status animproof_open_buffer(
    animproof *handle, const char *name, const void *bytes, size_t size);

/* Reads a file, or a pipe to its end, into memory of the handle, and makes it the open file. The library keeps no file
   descriptor open. Returns ANIMPROOF_CANNOT_READ, ANIMPROOF_LIMIT (max-input), ANIMPROOF_NO_MEMORY or ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_open_file(animproof *handle, const char *path);

/* Sets the companion that animproof_lint checks an open file with: for `option` "mesh", the .md5mesh file of an md5anim file;
   for "obj", the .obj file of a memg file. Files of other formats are linted without it. The library does not copy the bytes,
   as in animproof_open_buffer; NULL with size 0 removes the companion. Each animproof_lint parses the companion anew and
   reports its findings again. */
ANIMPROOF_API animproof_status animproof_companion_buffer(
    animproof *handle, const char *option, const void *bytes, size_t size);

/* Like animproof_companion_buffer, but reads the companion from a file as animproof_open_file does; path must not be NULL. */
ANIMPROOF_API animproof_status animproof_companion_file(
    animproof *handle, const char *option, const char *path);

/* Closes the open file and the companions, and frees their memory. Settings stay. Returns ANIMPROOF_MISUSE if the handle is
   NULL. */
ANIMPROOF_API animproof_status animproof_close(animproof *handle);

/* Lints the open file and passes its findings to the callback of animproof_on_finding. Returns ANIMPROOF_OK even if the file
   has errors or no known format: *result has the outcome. `result` may be NULL with size 0; otherwise `result_size` is sizeof
   *result. Returns ANIMPROOF_NOT_OPEN, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT (before any callback) or ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_lint(
    animproof *handle, animproof_result *result, size_t result_size);

/* Fixes the open file, as `animproof fix` does: lints the file before and after each fix, and undoes a fix that adds a
   finding or does not remove its own. The fixed bytes, which animproof_bytes returns, become the open file if a finding was
   fixed. The options severity, select and ignore choose the rules; findings of other rules are not fixed and have no outcome.
   If `unsafe` is not 0, also applies fixes that guess, or that lose something such as comments. The bounds of an md5anim file
   need its mesh (animproof_companion_buffer). Afterwards, calls `callback` for each fix, in the order of the fixes, then for
   each finding that is not fixed although its rule has a fix; `callback` may be NULL. max-memory limits each of two copies of
   the file, with its findings. Returns ANIMPROOF_NOT_OPEN, ANIMPROOF_UNRECOGNIZED, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT
   (before any callback) or ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_fix(
    animproof *handle, int unsafe, animproof_fix_callback callback, void *user);

/* Compares an older version of a file with the open file, as `animproof compare` does, and calls `callback` for each change,
   causes before their consequences; equal bytes have no change. The library does not use the old bytes after the call.
   `old_name` is used only to recognise the format; NULL recognises by content alone. `old_bytes` may be NULL if old_size is
   0. Returns ANIMPROOF_HAS_ERRORS if a version has an error, whatever options are set, ANIMPROOF_UNRECOGNIZED,
   ANIMPROOF_NOT_OPEN, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT (before any callback) or ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_compare(animproof *handle, const char *old_name,
    const void *old_bytes, size_t old_size, animproof_change_callback callback, void *user);

/* Finds out which files belong together, as `animproof sets` does: the mesh of an animation, and the .obj of a motion. Calls
   `callback` for each file, in the order of the array. The names decide first, then the contents, such as names of joints: in
   the folder of the file, then below one and two folders above. The time grows with the number of animations times that of
   meshes, because an animation may be compared with each mesh. Does not use the open file, nor the files after the call.
   max-memory limits the memory for each file that is parsed, and that for all files together. Returns ANIMPROOF_MISUSE if two
   files have the same name, ANIMPROOF_NO_MEMORY or ANIMPROOF_LIMIT (before any callback). */
ANIMPROOF_API animproof_status animproof_sets(animproof *handle, const animproof_set_file *files,
    size_t count, animproof_set_callback callback, void *user);

/* Values */

/* Calls `callback` for each field of the open file, in file order. In a broken file, it is called for the fields before the
   error, and for those after it if parsing can continue. Returns ANIMPROOF_NOT_OPEN, ANIMPROOF_UNRECOGNIZED,
   ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT (possibly after some callbacks) or ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_fields(
    animproof *handle, animproof_field_callback callback, void *user);

/* Finds the field with the given path. A name and its length share a path; the name is returned. `field_size` is sizeof
   *field. Each call parses the file once: use animproof_fields to get many fields. Returns ANIMPROOF_NO_FIELD, or a status of
   animproof_fields. */
ANIMPROOF_API animproof_status animproof_get(
    animproof *handle, const char *path, animproof_field *field, size_t field_size);

/* Sets a field to a value in the form of animproof_field.text. The bytes of the open file are copied before the first change.
   All other bytes keep their values, comments included. The length of a name is updated with the name; other counts are not
   updated, and no field is added: use animproof_to_json and animproof_from_json for that. A value that breaks a rule is
   accepted; animproof_lint then reports it. Text formats have no "inf" and no NaN, and no name with a quote or a line end.
   Returns ANIMPROOF_BAD_VALUE, or a status of animproof_get. */
ANIMPROOF_API animproof_status animproof_put(animproof *handle, const char *path, const char *text);

/* Sets a field to a number: fields of type "f32" and "text" get the nearest float32; a field that needs an integer accepts
   only an integer. Returns ANIMPROOF_BAD_VALUE for a name or a field of type "u64", or a status of animproof_put. */
ANIMPROOF_API animproof_status animproof_put_number(animproof *handle, const char *path, double number);

/* Returns the bytes of the open file with all changes, ready to be written to a file, and sets *size to their number. The
   bytes belong to the handle, or are those passed to animproof_open_buffer. They are valid until the file is changed or
   closed, or another is opened. Returns NULL with size 0 if no file is open. */
ANIMPROOF_API const void *animproof_bytes(animproof *handle, size_t *size);

/* Rewrites the open file in its canonical form, as `animproof format` writes a text format; a binary file does not change.
   Returns ANIMPROOF_HAS_ERRORS, ANIMPROOF_NOT_OPEN, ANIMPROOF_UNRECOGNIZED, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT or
   ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_canonical(animproof *handle);

/* Converts the open file to a JSON document in UTF-8, as `animproof convert --to json` does. *text belongs to the handle, has
   a NUL after its *size bytes, and is valid until the next call; it is NULL after a failure. Returns a status of
   animproof_canonical. */
ANIMPROOF_API animproof_status animproof_to_json(animproof *handle, const char **text, size_t *size);

/* Converts the open file to a glTF 2.0 document, as `animproof convert --to gltf` does: to the binary form (.glb) if `binary`
   is not 0, otherwise to JSON with its buffer inside. An animation gets the mesh that animproof_companion_buffer or
   animproof_companion_file has set, if any. Calls `remark`, which may be NULL, for each kind of data that the document lacks or
   has in addition. *bytes belongs to the handle and is valid until the next call; it is NULL after a failure. Returns
   ANIMPROOF_UNSUPPORTED if the format or the content has no such form, ANIMPROOF_HAS_ERRORS also if the mesh has errors or does
   not fit, or a status of animproof_canonical. */
ANIMPROOF_API animproof_status animproof_to_gltf(animproof *handle, int binary, const void **bytes,
    size_t *size, animproof_remark_callback remark, void *user);

/* Computes the poses of an md5anim file: where each joint is in model space, in the units of the file. `seconds` has `count`
   times; a time before the first frame or after the last uses that frame, and between two frames positions are interpolated
   linearly and rotations along the shorter way. If `seconds` is NULL and count is 0, each frame has a pose. *numbers has
   *poses x *joints x 7 numbers: for each time, for each joint in the order of the file, x y z of its position, then x y z w
   of its rotation, a quaternion of length 1. The numbers belong to the handle and are valid until the next call; after a
   failure, *numbers is NULL and the counts are 0. Returns ANIMPROOF_UNSUPPORTED for other formats, or a status of
   animproof_canonical. */
ANIMPROOF_API animproof_status animproof_poses(animproof *handle, const double *seconds, size_t count,
    const double **numbers, size_t *poses, size_t *joints);

/* Builds a file from a document of animproof_to_json, and makes it the open file. The file may have errors; animproof_lint
   reports them. `text` is not used after the call. Returns ANIMPROOF_BAD_DOCUMENT, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT or
   ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_from_json(animproof *handle, const char *text, size_t size);

/* Rules */

/* Calls `callback` for each rule, in the order of docs/formats/rules.md. Returns ANIMPROOF_MISUSE if `callback` is NULL. May
   be called from any thread. */
ANIMPROOF_API animproof_status animproof_rules(animproof_rule_callback callback, void *user);

#ifdef __cplusplus
}
#endif

#endif
