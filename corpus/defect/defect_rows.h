/* Makers of rows for tables of defects. A file that includes this defines FORMAT, the name of its rules' format. */
#ifndef AP_DEFECT_ROWS_H
#define AP_DEFECT_ROWS_H

/* A defect named RULE_WHAT. After `words`, its reason, come its apply function, and as far as they matter pattern, text
   and number, then other members by name. */
#define AP_DEFECT(rule_name, what, words, ...)                                                               \
    {                                                                                                        \
        .name = rule_name "_" what, .rule = FORMAT "/" rule_name, .reason = (words), .apply = __VA_ARGS__    \
    }

/* The same with a `run` function and a pointer to what it is to run, in place of an apply function. */
#define AP_CHANGE(rule_name, what, words, runner, ...)                                                       \
    {                                                                                                        \
        .name = rule_name "_" what, .rule = FORMAT "/" rule_name, .reason = (words), .run = (runner),        \
        .change = __VA_ARGS__                                                                                \
    }

/* A near miss of the rule. */
#define AP_NEAR_MISS(rule_name, what, words, ...)                                                            \
    AP_DEFECT(rule_name, what, words, __VA_ARGS__, .near_miss = true)

#endif
