/* The rules as JSON. */
#ifndef WEB_RULES_TEXT_H
#define WEB_RULES_TEXT_H

/* An object: the id of each rule, and its summary, meaning, grade, source, breaks and mend, as animproof_rules tells them.
   For free(); NULL when memory has run out. */
char *web_rules_text(void);

#endif
