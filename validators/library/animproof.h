/* animproof.h: says at which byte an animation file is wrong; reads, changes and writes such files.

   This is the whole interface of libanimproof, for C11 and for C++17. docs/use/library.md tells more. A program that lints a
   file:

   #include <animproof.h>
   #include <stdio.h>

   static int tell(void *user, const animproof_finding *finding)
   {
       printf("%s:0x%zx: %s: %s\n", (const char *)user, finding->offset, finding->rule, finding->message);
       return 0;
   }

   int main(int count, char **words)
   {
       animproof *handle = animproof_new(NULL);
       animproof_result result = { 0 };
       if (count != 2 || animproof_on_finding(handle, tell, words[1]) != ANIMPROOF_OK
           || animproof_open_file(handle, words[1]) != ANIMPROOF_OK
           || animproof_lint(handle, &result, sizeof result) != ANIMPROOF_OK)
           fprintf(stderr, "%s\n", animproof_why(handle));
       animproof_free(handle);
       return result.valid ? 0 : 1;
   }

   Threads: there is no global state. A handle is used by one thread at a time; two handles never share anything. A
   function of a handle may not be called from a callback of the same handle; it returns ANIMPROOF_MISUSE there.

   Callbacks return 0 to go on; after anything else they are not called again by that call. They must return: no
   exception and no longjmp may leave them.

   Locale: no result depends on it. While a function runs, and in its callbacks, the locale of the thread is "C".

   Text: names of files are handed to the system as they are. All text that the library gives ends with a NUL; messages are
   ASCII, but for UTF-8 out of the input. Offsets and lengths are bytes of the input, from 0.

   Growth: structures gain members at their end only. The library writes no more of a structure than the size that it is
   handed; `struct_size` says how many bytes of it mean anything. Enumerators, options and rules may be added. */
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

/* Whether a structure that the library has filled in has the member: the library may be older than this header. */
#define ANIMPROOF_HAS(structure, member)                                                                     \
    ((structure)->struct_size                                                                                \
        >= (size_t)((const char *)(&(structure)->member + 1) - (const char *)(structure)))

/* A handle: settings, and at most one open file. */
typedef struct animproof animproof;

/* How a call went. After all but ANIMPROOF_OK, animproof_why has a sentence, and the handle can be used on. A call that
   failed has changed nothing, unless its comment says otherwise. */
typedef enum animproof_status {
    ANIMPROOF_OK = 0,
    ANIMPROOF_MISUSE = 1,    /* an argument is wrong: NULL, an unknown option, a value that it cannot have */
    ANIMPROOF_NO_MEMORY = 2, /* the allocator gave none */
    ANIMPROOF_LIMIT = 3,     /* max-memory or max-input is reached */
    ANIMPROOF_CANNOT_READ = 4,  /* the system does not give the file */
    ANIMPROOF_NOT_OPEN = 5,     /* no file is open */
    ANIMPROOF_UNRECOGNIZED = 6, /* the open file is of none of the formats */
    ANIMPROOF_NO_FIELD = 7,     /* the file has no field of that path */
    ANIMPROOF_BAD_VALUE = 8,    /* the field cannot hold that value */
    ANIMPROOF_HAS_ERRORS = 9,   /* what is asked for needs a file without errors */
    ANIMPROOF_BAD_DOCUMENT = 10 /* it is not JSON, or no file can be made of it */
} animproof_status;

typedef enum animproof_severity {
    ANIMPROOF_NOTE = 1,
    ANIMPROOF_WARNING = 2,
    ANIMPROOF_ERROR = 3
} animproof_severity;

/* Where memory comes from. `allocate` returns memory aligned as malloc's is, or NULL; `release` takes it back. `user` is
   handed to both. This structure never grows. */
typedef struct animproof_memory {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory);
    void *user;
} animproof_memory;

/* A rule, broken at a place. All of it is valid until the callback returns. */
typedef struct animproof_finding {
    size_t struct_size;
    const char *rule; /* its id: "md5anim/parent-order"; permanent */
    animproof_severity severity;
    const char *kind;      /* "malformed", "invalid", "suspicious" or "info" */
    const char *companion; /* NULL: in the file; otherwise in its companion: "mesh" or "obj" */
    size_t offset, length; /* bytes; length 0 is a place between two */
    size_t line, column;   /* of text, from 1, the column in bytes; 0 in binary formats */
    const char *path;      /* of the field: "hierarchy[3].parent"; "" for the file as a whole */
    const char *message;   /* a whole sentence without its full stop */
    const char *expected;  /* NULL where there is nothing to say */
    const char *found;     /* NULL likewise */
    const char *hint;      /* what to do with the file */
} animproof_finding;

typedef int (*animproof_finding_callback)(void *user, const animproof_finding *finding);

/* What linting came to. The texts are constants of the library. */
typedef struct animproof_result {
    size_t struct_size;
    const char *format;  /* "mrtk"; NULL: none of the formats */
    const char *version; /* "1.0"; NULL where it could not be read */
    const char *variant; /* "big-endian"; NULL where the format has but one, or none was chosen */
    size_t size;         /* of the file, in bytes */
    int valid; /* 1: no errors, under the options that were set, and checked to its end whatever they are */
    size_t errors, warnings, notes; /* found, told or not */
    size_t dropped;                 /* found, and not told because of max-findings or max-per-rule */
    size_t skipped_checks;          /* parts that were not judged, since something before them was wrong */
    size_t companion_errors, companion_warnings, companion_notes; /* the same of the companion */
    size_t companion_dropped;
} animproof_result;

/* One value of a file. All of it is valid until the callback returns; of animproof_get, until the next call. */
typedef struct animproof_field {
    size_t struct_size;
    const char *path; /* "camera.position_x.keys[3].time" */
    const char
        *type; /* "u8", "i32", "u64", "f32", "f64"; "bytes": a name; "length": of a name; "text": a token */
    const char *role;      /* "number", "magic", "version", "flag", "count", "enum", "index" or "name" */
    size_t offset, length; /* bytes */
    const char *
        text; /* the value: a number in the fewest digits that read back, "inf", "nan (0x7fc00001)"; of a name
                         and of a token, its bytes */
    size_t text_length;  /* bytes, without the NUL; a name may hold one */
    double number;       /* the value; NaN where it is not a number, and of u64 */
    const char *meaning; /* what the number of an enum stands for: "Loop"; NULL where nothing says so */
} animproof_field;

typedef int (*animproof_field_callback)(void *user, const animproof_field *field);

/* What a rule is. All texts are constants of the library; none is NULL. */
typedef struct animproof_rule {
    size_t struct_size;
    const char *id;
    animproof_severity severity; /* where no option says otherwise */
    const char *kind;            /* as in a finding */
    const char *grade;           /* where it comes from: "published", "writer", "derived" or "choice" */
    const char *summary;         /* one line */
    const char *points;          /* at what its findings point */
    const char *meaning;         /* why it is a rule */
    const char *source;          /* the format's own text, or the reader that behaves so */
    const char *breaks;          /* which known readers fail */
    const char *mend;            /* what to do with the file */
} animproof_rule;

typedef int (*animproof_rule_callback)(void *user, const animproof_rule *rule);

/* Handles */

/* The version of the library, MAJOR.MINOR.PATCH. A constant. Any thread. */
ANIMPROOF_API const char *animproof_version(void);

/* A status in a word: "no memory". A constant; never NULL. Any thread. */
ANIMPROOF_API const char *animproof_status_name(animproof_status status);

/* A handle, to be freed by animproof_free. `memory`, which is copied, gives all memory that the library takes, on the
   thread that calls; NULL: malloc and free. NULL when there is no memory, or when one of the two functions is missing. */
ANIMPROOF_API animproof *animproof_new(const animproof_memory *memory);

/* Gives back all that the handle holds. NULL is allowed. Not from a callback of the handle. */
ANIMPROOF_API void animproof_free(animproof *handle);

/* Why the last call of the handle failed, as one sentence; "" where it did not fail. Valid until the next call. May be
   called from callbacks. Never NULL, also of a NULL handle. */
ANIMPROOF_API const char *animproof_why(const animproof *handle);

/* Settings */

/* Sets an option of `animproof lint`, by its name without hyphens: profile, strict (yes or no), severity (RULE=LEVEL), select,
   ignore (RULE,...), input-format, mrtk-layout, memg-order, max-findings, max-per-rule, max-memory, max-input. Names,
   values and defaults are those of the program. severity, select and ignore add to what was said before. A rule that says why
   a file was not checked to its end is on whatever is selected, and is turned off by its own id alone. A NULL value is
   the default again. max-memory is what is known of one file, in bytes, without the file's own; max-input the size of
   a file that is read. Options hold for all later calls; input-format from the next opening on.
   ANIMPROOF_MISUSE: there is no such option, or it cannot have the value. ANIMPROOF_NO_MEMORY. */
ANIMPROOF_API animproof_status animproof_set(animproof *handle, const char *name, const char *value);

/* Who is told of findings by animproof_lint: in the order of their offsets, first those of the file, then those of its
   companion. NULL: nobody. `user` is handed to the callback. ANIMPROOF_MISUSE of a NULL handle. */
ANIMPROOF_API animproof_status animproof_on_finding(
    animproof *handle, animproof_finding_callback callback, void *user);

/* Files */

/* Makes `size` bytes the open file, in place of what was open. They are not copied: they stay the caller's, must stay as
   they are until another file is opened or the handle is closed or freed, and are never written to. `name` helps to
   recognise the format ("walk.md5anim"), and is not opened; NULL: by content alone. `bytes` may be NULL where size
   is 0. ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_open_buffer(
    animproof *handle, const char *name, const void *bytes, size_t size);

/* Reads a file, or a pipe to its end, into memory of the handle, and makes it the open file. No descriptor stays open.
   ANIMPROOF_CANNOT_READ, ANIMPROOF_LIMIT (max-input), ANIMPROOF_NO_MEMORY, ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_open_file(animproof *handle, const char *path);

/* What later files are linted with, if they are of the format that it belongs to: `option` is "mesh" (the .md5mesh of an
   md5anim) or "obj" (the .obj of a memg). As animproof_open_buffer; NULL bytes with size 0: none any more. The companion is read
   anew for each linting, and its findings are told each time. */
ANIMPROOF_API animproof_status animproof_companion_buffer(
    animproof *handle, const char *option, const void *bytes, size_t size);

/* The same out of a file, as animproof_open_file. */
ANIMPROOF_API animproof_status animproof_companion_file(
    animproof *handle, const char *option, const char *path);

/* Forgets the open file and the companions, and gives their memory back. Settings stay. ANIMPROOF_MISUSE of a NULL handle. */
ANIMPROOF_API animproof_status animproof_close(animproof *handle);

/* Lints the open file, and tells of the findings. A file that is wrong, or of none of the formats, is no failure of the call:
   that is ANIMPROOF_OK, and `result` says what was found. `result` may be NULL with size 0; otherwise `result_size` is
   sizeof *result. ANIMPROOF_NOT_OPEN, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT (nothing was told), ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_lint(
    animproof *handle, animproof_result *result, size_t result_size);

/* Values */

/* Tells of all fields of the open file, in its order; of a broken file, of those up to its fault, and what follows where
   reading goes on. ANIMPROOF_NOT_OPEN, ANIMPROOF_UNRECOGNIZED, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT (some fields were told),
   ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_fields(
    animproof *handle, animproof_field_callback callback, void *user);

/* The field with that path; of a name, the name and not its length. Reads the file once: who wants many fields takes
   animproof_fields. `field_size` is sizeof *field. As animproof_fields, and ANIMPROOF_NO_FIELD. */
ANIMPROOF_API animproof_status animproof_get(
    animproof *handle, const char *path, animproof_field *field, size_t field_size);

/* Gives a field another value, in the form of animproof_field.text, in the open file's bytes; these are copied before
   the first change. The other bytes stay, so that a comment does, and a value that breaks a rule is not refused:
   animproof_lint says so. The length of a name follows the name; other counts do not follow what they count, and no
   field is added: animproof_to_json and animproof_from_json do that. A text format has no "inf" and no NaN, and no
   name with a quote or a line end. As animproof_get, and ANIMPROOF_BAD_VALUE. */
ANIMPROOF_API animproof_status animproof_put(animproof *handle, const char *path, const char *text);

/* The same with a number: of f32 and text, the nearest float32; an integer where the field needs one. A name, and a u64, is
   ANIMPROOF_BAD_VALUE. */
ANIMPROOF_API animproof_status animproof_put_number(animproof *handle, const char *path, double number);

/* The bytes of the open file, with all changes; *size is how many. The handle's, or those that it was opened with; valid until
   the file is changed, closed or another is opened. NULL, and size 0, where no file is open. To write a file, write them. */
ANIMPROOF_API const void *animproof_bytes(animproof *handle, size_t *size);

/* Brings the open file into its canonical form: of a text format, what `animproof format` writes; a binary file stays
   as it is. ANIMPROOF_HAS_ERRORS, ANIMPROOF_NOT_OPEN, ANIMPROOF_UNRECOGNIZED, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT,
   ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_canonical(animproof *handle);

/* All values of the open file as a JSON document, in UTF-8, as `animproof convert --to json` writes it. *text is the
   handle's, has a NUL after its *size bytes, and is valid until the next call; NULL after a failure. As
   animproof_canonical. */
ANIMPROOF_API animproof_status animproof_to_json(animproof *handle, const char **text, size_t *size);

/* Makes a file of such a document, and makes it the open file. It may have errors: animproof_lint says so. The text is the
   caller's, and is not needed after the call. ANIMPROOF_BAD_DOCUMENT, ANIMPROOF_NO_MEMORY, ANIMPROOF_LIMIT, ANIMPROOF_MISUSE. */
ANIMPROOF_API animproof_status animproof_from_json(animproof *handle, const char *text, size_t size);

/* Rules */

/* Tells of all rules, in the order of docs/formats/rules.md. ANIMPROOF_MISUSE of a NULL callback. Any thread. */
ANIMPROOF_API animproof_status animproof_rules(animproof_rule_callback callback, void *user);

#ifdef __cplusplus
}
#endif

#endif
