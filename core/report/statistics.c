#include "core/report/statistics.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 2 };

void ap_statistics_add(ap_statistics *statistics, const ap_findings *findings)
{
    if (findings->counts[AP_ERROR] + findings->counts[AP_WARNING] + findings->counts[AP_NOTE] == 0)
        return;
    for (size_t i = 0; i < AP_RULE_SLOTS; i++) {
        const ap_rule_tally *tally = &findings->tallies[i];
        if (tally->rule != NULL)
            statistics->counts[ap_policy_level(findings->policy, tally->rule)]
                              [ap_policy_place(findings->policy, tally->rule)] += tally->count;
    }
}

static int by_count(const void *a, const void *b)
{
    const ap_statistic *x = a, *y = b;
    if (x->severity != y->severity)
        return x->severity > y->severity ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->rule->id, y->rule->id);
}

size_t ap_statistics_list(
    const ap_statistics *statistics, const ap_policy *policy, ap_statistic list[AP_STATISTICS])
{
    size_t count = 0;
    const ap_rule *rule;
    for (ap_severity severity = AP_NOTE; severity <= AP_ERROR; severity++) {
        for (size_t place = 0; (rule = ap_policy_rule(policy, place)) != NULL; place++) {
            if (statistics->counts[severity][place] > 0)
                list[count++] = (ap_statistic){ rule, severity, statistics->counts[severity][place] };
        }
    }
    qsort(list, count, sizeof *list, by_count);
    return count;
}

void ap_put_statistics(FILE *stream, const ap_statistics *statistics, const ap_policy *policy)
{
    ap_statistic list[AP_STATISTICS];
    size_t most = 0, longest = 0;
    const size_t count = ap_statistics_list(statistics, policy, list);
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(list[i].rule->id);
        most = list[i].count > most ? list[i].count : most;
        longest = length > longest ? length : longest;
    }
    const int digits = snprintf(NULL, 0, "%zu", most);
    for (size_t i = 0; i < count; i++)
        fprintf(stream, "%s%*zu  %-7s  %-*s  %s\n", i == 0 ? "\n" : "", digits + INDENT, list[i].count,
            ap_severity_name(list[i].severity), (int)longest, list[i].rule->id, list[i].rule->summary);
}

void ap_put_json_statistics(
    ap_json_put *put, const char *key, const ap_statistics *statistics, const ap_policy *policy)
{
    ap_statistic list[AP_STATISTICS];
    const size_t count = ap_statistics_list(statistics, policy, list);
    ap_json_put_array(put, key);
    for (size_t i = 0; i < count; i++) {
        ap_json_put_object(put, NULL);
        ap_json_put_text(put, "rule", list[i].rule->id);
        ap_json_put_text(put, "severity", ap_severity_name(list[i].severity));
        ap_json_put_integer(put, "count", (int64_t)list[i].count);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}
