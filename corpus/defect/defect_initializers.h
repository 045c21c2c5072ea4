/* Macros for initializers of defects, which are the rows of defect tables. A file that includes this header defines FORMAT, the
   format name in the ids of its rules. */
#ifndef AP_DEFECT_INITIALIZERS_H
#define AP_DEFECT_INITIALIZERS_H

/* Defines a defect with the name RULE_WHAT. `words` is its reason. The next argument is the apply function; then follow pattern,
   text and number as needed, then other members by name. */
#define AP_DEFECT(rule_name, what, words, ...)                                                               \
    {                                                                                                        \
        .name = rule_name "_" what, .rule = FORMAT "/" rule_name, .reason = (words), .apply = __VA_ARGS__    \
    }

/* Defines a defect with a `run` function (`runner`) and the address of its parameter, instead of an apply function. */
#define AP_CHANGE(rule_name, what, words, runner, ...)                                                       \
    {                                                                                                        \
        .name = rule_name "_" what, .rule = FORMAT "/" rule_name, .reason = (words), .run = (runner),        \
        .change = __VA_ARGS__                                                                                \
    }

/* Defines a near miss of the rule. */
#define AP_NEAR_MISS(rule_name, what, words, ...)                                                            \
    AP_DEFECT(rule_name, what, words, __VA_ARGS__, .near_miss = true)

#endif
