/* Writes all rules as JSON. */
#ifndef WEB_RULES_TEXT_H
#define WEB_RULES_TEXT_H

/* Returns a JSON object with the id of each rule as key, and the rule's summary, meaning, grade, source,
   breaks and fix (see animproof_rule). The caller frees the text. Returns NULL when out of memory. */
char *web_rules_text(void);

#endif
