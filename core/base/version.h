/* Which release this is. */
#ifndef AP_VERSION_H
#define AP_VERSION_H

#define AP_PROGRAM "animproof"
#define AP_VERSION "0.1.0"

/* AP_DOCS, which a distribution may define, is where docs/ can be read on the web: "https://example.org/animproof/docs/".
   Without it links lead to the page of rules that is installed, or there are none. */
#ifndef AP_DOCS
#define AP_DOCS NULL
#endif

#endif
