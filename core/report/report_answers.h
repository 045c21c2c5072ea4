/* The member `readers` of JSON reports: how known readers load a file. */
#ifndef AP_REPORT_ANSWERS_H
#define AP_REPORT_ANSWERS_H

#include "core/report/report_lines.h"

/* Writes or reads the answers, an object with a member for each reader of the file's format. Writes nothing if answers->items is
   NULL. When reading, the answers are in the arena of the members; items is NULL if the line has no such member. */
void ap_write_or_read_answers(ap_report_line *line, ap_report_answers *answers);

#endif
