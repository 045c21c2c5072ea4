/* The rules as JSON. */
#ifndef WEB_RULES_TEXT_H
#define WEB_RULES_TEXT_H

/* An object: the id of each rule, and its summary, meaning, source, breaks and mend. For free(); NULL when memory has run
   out. */
char *web_rules_text(void);

#endif
