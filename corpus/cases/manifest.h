/* The manifest of a conformance corpus: its files, and the expected findings of each. A corpus is a folder
   with manifest.jsonl, which has one case per line, and corpus.json, which has the hash of the manifest.
   corpus.json is written last: a folder without corpus.json is an incomplete corpus. */
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
    const char *rule; /* id of the rule */
    ap_severity severity;
    ap_span span;
    const char *path; /* field path; "" for a finding about the whole file */
    bool companion;   /* true if the finding is in the companion */
} ap_manifest_finding;

/* A case: one file of a corpus, and its companion if it has one. */
typedef struct ap_manifest_case {
    const char *id;               /* unique in the corpus; letters, digits and "_.-+" only */
    const char *file;             /* path relative to the corpus folder, without ".." */
    const char *companion;        /* path relative to the corpus folder; NULL: no companion */
    const char *sha256;           /* hash of `file`, 64 lower-case hex digits */
    const char *companion_sha256; /* hash of `companion`; NULL: no companion */
    const char *format;           /* name of the format, as "mrtk" */
    const char
        *version; /* format version of the file, or of the valid file that it was made from; NULL: unknown */
    const char *variant; /* layout of that file; NULL if the format has only one layout */
    ap_expected_answer answer;
    const ap_manifest_finding *expected; /* all findings that a linter must report */
    size_t expected_count;
    const char *defect; /* name of the defect; NULL for a valid file */
    uint64_t seed; /* seed of the case, at most INT64_MAX, the largest integer that JSON readers accept */
    const char *reason; /* one line: what is wrong with the file, or "a valid file: " and its shape */
    const char *source; /* source that the rule cites; NULL: no source */
} ap_manifest_case;

/* Contents of corpus.json. */
typedef struct ap_corpus_description {
    const char *animproof; /* version of Animproof that wrote the corpus */
    uint64_t seed;         /* seed of the corpus, at most INT64_MAX */
    const char *size;      /* name of the corpus size: "standard" */
    size_t files;          /* number of cases, which is the number of lines of the manifest */
    char manifest_sha256[AP_SHA256_TEXT];
    char values_sha256[AP_SHA256_TEXT]; /* hash of values.json; "" if the corpus has no values.json */
} ap_corpus_description;

enum { AP_CORPUS_ID_BYTES = 32 };

/* Writes the name of a corpus: "corpus-" and the first 24 hex digits of the manifest's hash. The manifest
   has the hashes of all files, so equal names mean equal bytes. */
void ap_write_corpus_id(const ap_corpus_description *about, char id[AP_CORPUS_ID_BYTES]);

typedef enum ap_manifest_status {
    AP_MANIFEST_OK,
    AP_MANIFEST_END,         /* all cases have been read */
    AP_MANIFEST_INCOMPLETE,  /* a file of the corpus is missing, or a hash or the number of cases differs */
    AP_MANIFEST_MALFORMED,   /* not a manifest as Animproof writes it */
    AP_MANIFEST_CANNOT_READ, /* a file cannot be opened or read, or is refused */
    AP_MANIFEST_NO_MEMORY,
} ap_manifest_status;

/* Reads the cases of a corpus from its manifest, line by line. */
typedef struct ap_manifest_reader {
    ap_corpus_description about;
    char error[AP_MANIFEST_ERROR_BYTES]; /* message for a status other than OK and END */

    /* Private: */
    FILE *stream;
    char *line;
    size_t line_room;
    size_t cases; /* number of cases read */
} ap_manifest_reader;

/* Reads corpus.json of the folder, checks the hash of the manifest, and opens the manifest. The texts in
   manifest->about are allocated in the arena. The caller must call ap_manifest_close, whatever the status. */
ap_manifest_status ap_manifest_open(ap_manifest_reader *manifest, const char *folder, ap_arena *arena);

/* Reads the next case; its texts are allocated in the arena. After the last case, returns AP_MANIFEST_END, or
   AP_MANIFEST_INCOMPLETE if the number of cases is not the number in corpus.json. */
ap_manifest_status ap_manifest_next(ap_manifest_reader *manifest, ap_arena *arena, ap_manifest_case *entry);

void ap_manifest_close(ap_manifest_reader *manifest);

/* ap_put_manifest_case writes a case as one line of a manifest; ap_put_corpus_description writes corpus.json. Texts must be
   UTF-8. Return false when out of memory or if the writer has failed (writer->failed). The caller finishes the writer. */
bool ap_put_manifest_case(ap_writer *writer, const ap_manifest_case *entry);
bool ap_put_corpus_description(ap_writer *writer, const ap_corpus_description *about);

/* Writes all JSON members of a case's line. */
void ap_put_manifest_members(ap_json_put *put, const ap_manifest_case *entry);

/* Writes the JSON member "expected": the findings of a case, in the form used by manifests and reports. */
void ap_put_manifest_expected(ap_json_put *put, const ap_manifest_case *entry);

#endif
