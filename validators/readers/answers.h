/* How each known reader loads a file, as far as its findings and facts tell. The answers follow from the tables of this folder:
   FORMAT_effects.inc for a rule as a whole, FORMAT_cases.inc where the effect depends on the finding, file_facts.inc. */
#ifndef AP_ANSWERS_H
#define AP_ANSWERS_H

#include "core/finding/finding.h"
#include "core/finding/reader_answer.h"
#include "validators/format.h"
#include "validators/readers/readers.h"

/* Sets the answer of each reader. A reader stops at the first finding that it refuses or crashes on, by offset. The findings are
   sorted, and are those of the input. `facts`: bits of ap_file_fact. */
void ap_find_answers(const ap_format *format, ap_view input, const ap_findings *findings, unsigned facts,
    ap_answer answers[AP_READERS]);

/* Sets reads[i] if the tables have an effect of reader i for a rule of the format: a measured one, or, if no reader has a
   measured effect, a known one. */
void ap_find_readers_of_format(const ap_format *format, bool reads[AP_READERS]);

/* The question that a term of a row of FORMAT_cases.inc asks about a finding. The token is the text that the finding covers. */
typedef enum ap_term_kind {
    AP_TERM_ALWAYS,
    AP_TERM_IN,               /* the path, without indexes, is this path or below it */
    AP_TERM_OF_FILE,          /* the path is empty */
    AP_TERM_IS,               /* the token is of this kind: see token_kinds.h */
    AP_TERM_BEGINS_WITH_PLUS, /* the token begins with + */
    AP_TERM_QUOTED_NUMBER,    /* the token is a string with a plain number in it */
    AP_TERM_WORD,             /* the token is this word */
    AP_TERM_AFTER_WORD,       /* the word before the token is this one */
    AP_TERM_TOUCHES,          /* the byte before the token is a letter or a digit */
    AP_TERM_BEGINS_WITH,      /* the token begins with this character; "nul" is the byte 0 */
    AP_TERM_THEN_NUL,         /* the byte after the token is 0 */
    AP_TERM_OTHER_CASE,       /* the token is the expected word with other capital letters */
    AP_TERM_EXPECTED_LATER,   /* the expected word comes later in the file */
    AP_TERM_ENDS_FILE,        /* the file ends with the token */
    AP_TERM_EXPECTS,          /* the finding expects this value */
    AP_TERM_FOUND,            /* the finding found this value */
    AP_TERM_FOUND_ZERO,       /* the found value is a number, or a number of bytes, and is 0 */
    AP_TERM_ABOVE,            /* the found number is above the number of the term */
    AP_TERM_BELOW,            /* the found number is below the number of the term */
    AP_TERM_BELOW_EXPECTED,   /* the found number is less than the expected number */
    AP_TERM_ABOVE_EXPECTED,   /* the found number is more than the expected number */
    AP_TERM_NOT_BELOW_KEY,    /* the found number is not below the number after this key in the file */
    AP_TERM_HAS_LINE_END,     /* a line ends in the token */
    AP_TERM_IN_COMMENT,       /* the token is in a block comment */
    AP_TERM_FIRST_ON_LINE,    /* only blanks are before the token on its line */
    AP_TERM_LAST_ON_LINE,     /* only blanks are after the token on its line */
    AP_TERM_SAYS,             /* the message contains these words */
    AP_TERM_SEVERAL_ERRORS,   /* the file has several errors */
    AP_TERM_NO_ERRORS,        /* the file has no errors */
    AP_TERM_FILE_HAS,         /* the file has a finding of the rule with this name: "version" */
    AP_TERM_FILE_FOLLOWS,     /* "MD5Version " begins in the token or after it */
    AP_TERMS,
} ap_term_kind;

typedef struct ap_case_term {
    ap_term_kind kind;
    const char *text; /* the path, word, key or other text that the kind asks about; NULL if it needs none */
    double number;    /* of AP_TERM_ABOVE and AP_TERM_BELOW */
} ap_case_term;

enum { AP_MOST_TERMS = 3 };

/* A row of FORMAT_cases.inc. */
typedef struct ap_reader_case {
    const ap_rule *rule;
    /* a letter for each of the first readers: l loads, w wrong, r refuses, c crashes or hangs, u unknown; for another letter, the
       effects of the rule decide */
    const char *letters;
    ap_case_term terms[AP_MOST_TERMS];
} ap_reader_case;

/* Returns all rows, in the order of their files; *count is their number. */
const ap_reader_case *ap_reader_cases(size_t *count);

/* Returns the answer of a reader, which the row has a letter for, to findings that fit the row. */
ap_answer_kind ap_answer_of_case(const ap_reader_case *row, size_t reader);

#endif
