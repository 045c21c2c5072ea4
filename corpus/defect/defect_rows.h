/* Macros for the rows of defect tables. A file that includes this header defines FORMAT, the format name
   in the ids of its rules. */
#ifndef AP_DEFECT_ROWS_H
#define AP_DEFECT_ROWS_H

/* A defect named RULE_WHAT. `words` is the reason. The apply function follows, then pattern, text and
   number as needed, then other members by name. */
#define AP_DEFECT(rule_name, what, words, ...)                                                               \
    {                                                                                                        \
        .name = rule_name "_" what, .rule = FORMAT "/" rule_name, .reason = (words), .apply = __VA_ARGS__    \
    }

/* A defect with a `run` function and a pointer to its parameter, instead of an apply function. */
#define AP_CHANGE(rule_name, what, words, runner, ...)                                                       \
    {                                                                                                        \
        .name = rule_name "_" what, .rule = FORMAT "/" rule_name, .reason = (words), .run = (runner),        \
        .change = __VA_ARGS__                                                                                \
    }

/* A near miss of the rule. */
#define AP_NEAR_MISS(rule_name, what, words, ...)                                                            \
    AP_DEFECT(rule_name, what, words, __VA_ARGS__, .near_miss = true)

#endif
