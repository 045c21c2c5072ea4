/* A rule and its texts. validators/ has one table of rules for each format. */
#ifndef AP_RULE_H
#define AP_RULE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum ap_severity {
    AP_OFF, /* set by users only: no rule has this severity by default */
    AP_NOTE,
    AP_WARNING,
    AP_ERROR,
} ap_severity;

/* The kind of fault that a rule reports. */
typedef enum ap_validity_class {
    AP_INFO,       /* legal, and read by the format's reader */
    AP_SUSPICIOUS, /* accepted by the format's reader, but no sane program writes it */
    AP_INVALID,    /* the layout is intact, but a value breaks a rule */
    AP_MALFORMED,  /* the layout is broken; decoding of this part stops */
} ap_validity_class;

/* The kind of source that a rule is based on, as shown on the pages of the formats. */
typedef enum ap_source_grade {
    AP_PUBLISHED, /* a published page about the format states the rule */
    AP_WRITER,    /* no page states the rule, but the format's own writer or reader follows it */
    AP_DERIVED,   /* no page and no program states the rule, but a file that breaks it has no meaning */
    AP_CHOICE,    /* this project's choice, since no source decides */
} ap_source_grade;

typedef struct ap_rule {
    const char *id; /* "format/name": permanent, never renamed or reused */
    ap_severity severity;
    ap_validity_class kind;
    ap_source_grade grade;
    const char *summary; /* one line, no full stop */
    const char *points;  /* the bytes that a finding's span covers, in words */
    const char *meaning; /* the reason for the rule */
    const char *source;  /* the format's own text in quotation marks, or the reader with this behaviour */
    const char *breaks;  /* which known readers fail, and how */
    const char *fix;     /* how to repair the file */
    const char *unfixed; /* why the rule has no automatic fix; NULL if it has one or belongs to no format */
    /* a finding may end reading although the class is not malformed; such findings are counted in ap_findings.unfinished */
    bool may_stop;
    /* a finding needs more files than a file and its companion, such as a sidecar: no defect of corpus/ causes it */
    bool needs_more_files;
} ap_rule;

/* Returns true if a finding of the rule can mean that the file, or the rest of it, was not checked: the rule's class is
   malformed, or may_stop is set. */
static inline bool ap_rule_may_stop_checks(const ap_rule *rule)
{
    return rule->kind == AP_MALFORMED || rule->may_stop;
}

/* Defines the entry of a rule in a table. The arguments are a row of the format's *_table.inc; the last arguments are the rule's
   texts. */
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
bool ap_find_severity(
    const char *name, ap_severity *severity); /* returns false if no severity has this name */
const char *ap_validity_class_name(ap_validity_class kind);
/* Return "published", "writer", "derived" or "choice", and its meaning in a few words; never NULL. */
const char *ap_source_grade_name(ap_source_grade grade);
const char *ap_source_grade_meaning(ap_source_grade grade);

#endif
