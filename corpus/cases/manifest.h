/* The manifest of a conformance corpus: its files, and what must be found in each.

   A corpus is a folder with manifest.jsonl, one case a line, and corpus.json, which is written last and has
   the manifest's hash: a folder without corpus.json is not a whole corpus. */
#ifndef AP_MANIFEST_H
#define AP_MANIFEST_H

#include <stdio.h>

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"
#include "core/finding/rule.h"
#include "core/json/json_put.h"
#include "corpus/cases/sha256.h"
#include "corpus/defect/defect.h"

#define AP_MANIFEST_FILE "manifest.jsonl"
#define AP_CORPUS_FILE   "corpus.json"
#define AP_VALUES_FILE   "values.json"

enum { AP_MANIFEST_ERROR_BYTES = 240 };

typedef struct ap_manifest_finding {
    const char *rule; /* its id */
    ap_severity severity;
    ap_span span;
    const char *path; /* "" for the file as a whole */
    bool companion;   /* it is found in the companion */
} ap_manifest_finding;

/* One file of a corpus. */
typedef struct ap_manifest_case {
    const char *id;               /* of the corpus alone: letters, digits and "_.-+" */
    const char *file;             /* below the folder of the corpus; not upwards */
    const char *companion;        /* likewise; NULL: none */
    const char *sha256;           /* of the file, 64 lower-case hex digits */
    const char *companion_sha256; /* NULL: there is no companion */
    const char *format;           /* "mrtk" */
    const char *version;          /* NULL: not known */
    const char *variant;          /* NULL: there is but one, or none was chosen */
    ap_expected_answer answer;
    const ap_manifest_finding *expected; /* all findings there must be */
    size_t expected_count;
    const char *defect; /* its name; NULL: the file has none */
    uint64_t seed;      /* at most INT64_MAX: more, no reader of JSON takes for a number */
    const char *reason; /* one line for people */
    const char *source; /* of the rule; NULL: none */
} ap_manifest_case;

/* The contents of corpus.json. */
typedef struct ap_corpus_about {
    const char *animproof; /* the version that made it */
    uint64_t seed;         /* at most INT64_MAX */
    const char *size;      /* "standard" */
    size_t files;          /* lines of the manifest */
    char manifest_sha256[AP_SHA256_TEXT];
    char values_sha256[AP_SHA256_TEXT]; /* of values.json; "": the corpus has none */
} ap_corpus_about;

enum { AP_CORPUS_ID_BYTES = 32 };

/* The name of a corpus, "corpus-" and 24 digits in base 16 of the manifest's hash: the manifest has the hashes of all
   its files, so one name is the same bytes for ever. */
void ap_corpus_id(const ap_corpus_about *about, char id[AP_CORPUS_ID_BYTES]);

typedef enum ap_manifest_status {
    AP_MANIFEST_OK,
    AP_MANIFEST_END,         /* no case is left */
    AP_MANIFEST_NOT_WHOLE,   /* no corpus.json, or one for another manifest */
    AP_MANIFEST_MALFORMED,   /* no manifest as this program writes them */
    AP_MANIFEST_CANNOT_READ, /* the system refuses */
    AP_MANIFEST_NO_MEMORY,
} ap_manifest_status;

/* A manifest being read, line by line. */
typedef struct ap_manifest {
    ap_corpus_about about;
    char error[AP_MANIFEST_ERROR_BYTES]; /* after a status other than OK and END: why, in words */

    /* Private */
    FILE *stream;
    char *line;
    size_t line_room;
    size_t cases; /* read so far */
} ap_manifest;

/* Reads corpus.json of the folder, checks the manifest's hash, and opens the manifest. The text of `about`
   goes into the arena. Call ap_manifest_close whatever the status is. */
ap_manifest_status ap_manifest_open(ap_manifest *manifest, const char *folder, ap_arena *arena);

/* Reads the next case; its text goes into the arena. AP_MANIFEST_END after the last one, if there were as
   many as corpus.json says. */
ap_manifest_status ap_manifest_next(ap_manifest *manifest, ap_arena *arena, ap_manifest_case *entry);

void ap_manifest_close(ap_manifest *manifest);

/* Writes a case as one line of a manifest, and the whole of corpus.json. Text must be UTF-8. False when
   memory has run out or the writer has failed (see writer->failed); the caller finishes it. */
bool ap_put_manifest_case(ap_writer *writer, const ap_manifest_case *entry);
bool ap_put_corpus_about(ap_writer *writer, const ap_corpus_about *about);

/* Puts all members of a case's line. */
void ap_put_manifest_members(ap_json_put *put, const ap_manifest_case *entry);

/* Puts the member "expected": the findings of a case as manifests and reports hold them. */
void ap_put_manifest_expected(ap_json_put *put, const ap_manifest_case *entry);

#endif
