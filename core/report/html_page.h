/* The fixed parts of the HTML report: its style sheet and its script. */
#ifndef AP_HTML_PAGE_H
#define AP_HTML_PAGE_H

extern const char ap_html_style[], ap_html_script[];

#endif
