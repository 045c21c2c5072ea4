#include "core/report/report_answers.h"

/* Writes or reads the members of an answer. */
static void write_or_read_answer(ap_report_line *line, ap_members *m, ap_answer *answer)
{
    const char *name = m->put == NULL ? NULL : ap_answer_name(answer->kind);
    const char *rule = answer->because == NULL ? NULL : answer->because->id;
    ap_member_text(m, "answer", &name);
    ap_member_array_of_text_or_empty(m, "because", &rule);
    ap_member_text_default_null(m, "does", &answer->fact);
    if (m->put != NULL || m->wrong != NULL)
        return;
    if (!ap_find_answer_kind(name, &answer->kind))
        ap_member_mark_wrong(m, "answer");
    answer->because = rule == NULL ? NULL : line->find(line->context, rule);
    if ((rule == NULL) != (answer->because == NULL))
        ap_member_mark_wrong(m, "because");
}

static void read_answers(ap_report_line *line, ap_members *readers, ap_report_answers *answers)
{
    ap_members inside;
    const char *name;
    ap_answer *items = ap_alloc_array(readers->arena, AP_MOST_ANSWERS, sizeof *items);
    if (items == NULL)
        return;
    *answers = (ap_report_answers){ .items = items };
    while (answers->count < AP_MOST_ANSWERS && (name = ap_member_next_name(readers)) != NULL
           && ap_member_object(readers, name, true, &inside)) {
        ap_answer *answer = &items[answers->count++];
        *answer = (ap_answer){ .reader = name };
        write_or_read_answer(line, &inside, answer);
        ap_member_close(readers, &inside, true);
    }
}

void ap_write_or_read_answers(ap_report_line *line, ap_report_answers *answers)
{
    ap_members *m = &line->members, readers, inside;
    if (!ap_member_object(m, "readers", answers->items != NULL, &readers))
        return;
    if (m->put == NULL)
        read_answers(line, &readers, answers);
    for (size_t i = 0; m->put != NULL && i < answers->count; i++) {
        ap_answer answer = answers->items[i];
        if (!ap_member_object(&readers, answer.reader, answer.kind != AP_ANSWER_NONE, &inside))
            continue;
        write_or_read_answer(line, &inside, &answer);
        ap_member_close(&readers, &inside, true);
    }
    ap_member_close(m, &readers, true);
}
