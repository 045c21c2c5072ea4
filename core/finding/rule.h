/* A rule and its texts. validators/ has one table of rules for each format. */
#ifndef AP_RULE_H
#define AP_RULE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum ap_severity {
    AP_OFF, /* only as a level set by a user */
    AP_NOTE,
    AP_WARNING,
    AP_ERROR,
} ap_severity;

typedef enum ap_class {
    AP_INFO,       /* legal and readable */
    AP_SUSPICIOUS, /* accepted by the format's reader, but no sane program writes it */
    AP_INVALID,    /* the layout is intact, but a value breaks a rule */
    AP_MALFORMED,  /* the layout is broken; decoding of this part stops */
} ap_class;

/* The kind of source of a rule, as on the pages of the formats. */
typedef enum ap_grade {
    AP_PUBLISHED, /* stated by the published page */
    AP_WRITER,    /* what the format's own writer or reader does */
    AP_DERIVED,   /* the format has no meaning otherwise */
    AP_CHOICE,    /* our choice where no source decides */
} ap_grade;

typedef struct ap_rule {
    const char *id; /* "format/name": permanent, never renamed or reused */
    ap_severity severity;
    ap_class kind;
    ap_grade grade;
    const char *summary; /* one line, no full stop */
    const char *points;  /* the offset and length of its findings, in words */
    const char *meaning; /* why it is a rule */
    const char *source;  /* the format's own text in quotation marks, or the reader with this behaviour */
    const char *breaks;  /* which known readers fail, and how */
    const char *fix;     /* how to repair the file */
    const char *unfixed; /* why the rule has no automatic fix; NULL if it has one or belongs to no format */
    bool may_stop;       /* a finding ends reading although the class is not malformed; counted in
                      ap_findings.unfinished */
} ap_rule;

/* Returns true if a finding of the rule can mean that the file, or the rest of it, was not checked: the
   class is malformed, or may_stop is set. */
static inline bool ap_rule_stops(const ap_rule *rule)
{
    return rule->kind == AP_MALFORMED || rule->may_stop;
}

/* An entry in a table of rules, from a row of the format's *_table.inc; the last arguments are its texts. */
#define AP_RULE_ENTRY(path, level, class_, origin, ...)                                                      \
    {                                                                                                        \
        .id = path, .severity = level, .kind = class_, .grade = origin, __VA_ARGS__                          \
    }

typedef struct ap_rule_table {
    const ap_rule *rules;
    size_t count;
} ap_rule_table;

/* Return "error", "warning", "note" or "off", and "malformed", "invalid", "suspicious" or "info"; never
   NULL. */
const char *ap_severity_name(ap_severity severity);
bool ap_find_severity(const char *name, ap_severity *severity); /* returns false for any other name */
const char *ap_class_name(ap_class kind);
/* Return "published", "writer", "derived" or "choice", and its meaning in a few words; never NULL. */
const char *ap_grade_name(ap_grade grade);
const char *ap_grade_meaning(ap_grade grade);

#endif
