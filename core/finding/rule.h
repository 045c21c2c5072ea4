/* What a rule is. The tables of rules are in validators/, one a format. */
#ifndef AP_RULE_H
#define AP_RULE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum ap_severity {
    AP_OFF, /* only as a level that a user chose */
    AP_NOTE,
    AP_WARNING,
    AP_ERROR,
} ap_severity;

typedef enum ap_class {
    AP_INFO,       /* legal and readable */
    AP_SUSPICIOUS, /* accepted by the format's reader, but no sane producer writes it */
    AP_INVALID,    /* the layout holds, a value breaks a rule */
    AP_MALFORMED,  /* the layout itself breaks; decoding of that scope stops */
} ap_class;

/* Where a rule comes from: the grades of the format pages. */
typedef enum ap_grade {
    AP_PUBLISHED, /* the published page says so */
    AP_WRITER,    /* what the format's own writer or reader really does */
    AP_DERIVED,   /* the format has no meaning otherwise */
    AP_CHOICE,    /* our choice where no source decides */
} ap_grade;

typedef struct ap_rule {
    const char *id; /* "format/name": permanent, never renamed, never reused */
    ap_severity severity;
    ap_class kind;
    ap_grade grade;
    const char *summary; /* one line, no full stop */
    const char *points;  /* at what offset and length point */
    const char *meaning; /* why it is a rule */
    const char *source;  /* the format's own text in quotation marks, or the reader that behaves so */
    const char *breaks;  /* which known readers fail, and how */
    const char *mend;    /* what to do with the file */
    const char *unfixed; /* why no fixer mends it; NULL if one does, and of rules that are not of a format */
    bool may_stop; /* reading ends at its finding, though not malformed: counted in ap_findings.unfinished */
} ap_rule;

/* Returns true if a finding of the rule can say why a file, or the rest of it, was not checked: of class malformed, or
   may_stop. */
static inline bool ap_rule_stops(const ap_rule *rule)
{
    return rule->kind == AP_MALFORMED || rule->may_stop;
}

/* An entry of a table of rules, made of a row of the format's *_table.inc: the last arguments are its texts. */
#define AP_RULE_ENTRY(path, level, class_, origin, ...)                                                      \
    {                                                                                                        \
        .id = path, .severity = level, .kind = class_, .grade = origin, __VA_ARGS__                          \
    }

typedef struct ap_rule_table {
    const ap_rule *rules;
    size_t count;
} ap_rule_table;

/* "error", "warning", "note" or "off"; "malformed", "invalid", "suspicious" or "info"; never NULL. */
const char *ap_severity_name(ap_severity severity);
bool ap_find_severity(const char *name, ap_severity *severity); /* false: it is none of the four */
const char *ap_class_name(ap_class kind);
/* "published", "writer", "derived" or "choice", and what that means in a few words; never NULL. */
const char *ap_grade_name(ap_grade grade);
const char *ap_grade_meaning(ap_grade grade);

#endif
