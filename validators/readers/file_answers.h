/* Lints a file, and finds how known readers load it. */
#ifndef AP_FILE_ANSWERS_H
#define AP_FILE_ANSWERS_H

#include "validators/readers/answers.h"

/* Sets the answer of each reader for the input, which is linted as a file of the format. All rules count: suppression comments,
   the limits and rules of the project, and the skeleton of the folder have no effect. `options`: the other options and the
   companions, which get no findings. Takes memory from the arena; if arena->failed is set afterwards, answers may be wrong. */
void ap_find_file_answers(const ap_format *format, ap_view input, const ap_lint_options *options,
    ap_arena *arena, ap_answer answers[AP_READERS]);

#endif
