/* The style of the page that cli/conform/conform_html.c writes: light and dark, no font or picture from
   elsewhere. */
#include <stddef.h>

#include "cli/conform/conform.h"

/* clang-format off */
const char *const cli_page_style[] = {
    ":root {\n",
    "  color-scheme: light dark;\n",
    "  --ground: #f7f7f5; --sheet: #ffffff; --line: #d9d9d4; --text: #1d1f21; --faint: #5f6468; "
    "--link: #1a5fb4;\n",
    "  --agrees: #2e7d4f; --should-have-accepted: #b45309; --should-have-refused: #b3261e; --crash: "
    "#8e24aa;\n",
    "  --timeout: #5b4bc4; --out-of-memory: #ad1457; --may-differ: #5f6b76; --wrong-values: #8a6d00; --tint: 12%;\n",
    "}\n",
    "@media (prefers-color-scheme: dark) {\n",
    "  :root {\n",
    "    --ground: #17191b; --sheet: #1f2225; --line: #383c40; --text: #e6e6e3; --faint: #a0a6ab; "
    "--link: #8ab4f8;\n",
    "    --agrees: #6fcf97; --should-have-accepted: #f2b05e; --should-have-refused: #ff8a80; "
    "--crash: #dd9bec;\n",
    "    --timeout: #b0a6ff; --out-of-memory: #ff8fb6; --may-differ: #a9b4bd; --wrong-values: #e0c060; --tint: 18%;\n",
    "  }\n",
    "}\n",
    "* { box-sizing: border-box; }\n",
    "body { margin: 0; padding: 1.5rem clamp(.75rem, 3vw, 2.5rem) 4rem; background: var(--ground); "
    "color: var(--text);\n",
    "  font: 15px/1.45 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }\n",
    "h1 { font-size: 1.45rem; margin: 0 0 .2rem; }\n",
    "h2 { font-size: 1rem; margin: 0; }\n",
    "code, pre, .id { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; "
    "font-size: .86em; }\n",
    ".faint { color: var(--faint); }\n",
    ".loaders { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: "
    ".8rem; margin: 1.2rem 0; }\n",
    ".loader { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: "
    ".8rem 1rem; min-width: 0; }\n",
    ".loader code { display: block; overflow-wrap: anywhere; margin: .15rem 0 .6rem; color: "
    "var(--faint); }\n",
    ".bar { display: flex; height: .55rem; border-radius: 4px; overflow: hidden; background: "
    "var(--line); gap: 1px; }\n",
    ".bar span { background: var(--status); min-width: 3px; }\n",
    ".counts { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .6rem; }\n",
    "button, input, select { font: inherit; color: inherit; }\n",
    ":focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }\n",
    ".chip { border: 1px solid transparent; border-radius: 5px; padding: .05rem .45rem; cursor: "
    "pointer; white-space: nowrap;\n",
    "  color: var(--status); background: color-mix(in srgb, var(--status) var(--tint), transparent); "
    "font-size: .86em; }\n",
    ".chip:hover { border-color: var(--status); }\n",
    ".chip[aria-expanded=true] { border-color: var(--status); font-weight: 600; }\n",
    ".chip.excused { border: 1px dashed var(--status); background: none; }\n",
    "td .chip[style*=agrees]:not([aria-expanded=true]) { background: none; }\n",
    ".chip.none { cursor: default; color: var(--faint); background: none; border-color: transparent; }\n",
    ".filters { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem "
    ".7rem; align-items: center;\n",
    "  padding: .7rem 0; background: var(--ground); }\n",
    ".filters input[type=search] { flex: 1 1 14rem; max-width: 26rem; }\n",
    ".filters input[type=search], .filters select, .plain { padding: .3rem .5rem; border: 1px solid "
    "var(--line); border-radius: 6px;\n",
    "  background: var(--sheet); max-width: 17rem; }\n",
    ".plain { cursor: pointer; }\n",
    ".table { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); "
    "border-radius: 8px; }\n",
    "table { border-collapse: collapse; width: 100%; }\n",
    "th, td { text-align: left; padding: .32rem .8rem; border-bottom: 1px solid var(--line); "
    "vertical-align: baseline; white-space: nowrap; }\n",
    "tr:last-child > td { border-bottom: 0; }\n",
    "th { padding: 0; font-weight: 600; }\n",
    "th button { width: 100%; text-align: left; padding: .5rem .8rem; border: 0; background: none; "
    "cursor: pointer; font-weight: 600; }\n",
    "th button::after { content: ' \\2195'; color: var(--line); }\n",
    "th[aria-sort=ascending] button::after { content: ' \\2191'; color: var(--text); }\n",
    "th[aria-sort=descending] button::after { content: ' \\2193'; color: var(--text); }\n",
    "tbody tr.case:hover { background: color-mix(in srgb, var(--link) 5%, transparent); }\n",
    "tr.detail > td { white-space: normal; vertical-align: top; padding: .9rem 1rem 1.2rem;\n",
    "  background: color-mix(in srgb, var(--ground) 60%, transparent); }\n",
    ".panes { position: sticky; left: 1rem; max-width: calc(100vw - 5rem); display: grid;\n",
    "  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem 2rem; }\n",
    "@media (max-width: 60rem) { .filters { position: static; } .panes { grid-template-columns: "
    "minmax(0, 1fr); } }\n",
    ".reason { font-size: 1.05em; margin: 0 0 .5rem; }\n",
    "dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem .9rem; "
    "margin: 0; }\n",
    "dt { color: var(--faint); }\n",
    "dd { margin: 0; overflow-wrap: anywhere; }\n",
    ".answer { border-left: 3px solid var(--status); padding: .1rem 0 .1rem .8rem; margin-bottom: "
    ".9rem; }\n",
    ".answer.chosen { border-left-width: 7px; }\n",
    ".answer b { color: var(--status); }\n",
    "pre { margin: .4rem 0 0; padding: .5rem .7rem; max-height: 18rem; overflow: auto; white-space: "
    "pre-wrap; overflow-wrap: anywhere;\n",
    "  background: var(--ground); border: 1px solid var(--line); border-radius: 6px; }\n",
    ".more { padding: .8rem; text-align: center; }\n",
    "#rules { margin: 0 0 .6rem; }\n",
    "#rules summary { cursor: pointer; padding: .3rem 0; }\n",
    "#rules .table { max-height: 24rem; overflow: auto; }\n",
    ".plain-head { padding: .4rem .8rem; }\n",
    "@media (max-width: 40rem) {\n",
    "  .loaders { grid-template-columns: minmax(0, 1fr); }\n",
    "  .filters input[type=search], .filters select { flex: 1 1 8rem; min-width: 0; max-width: none; }\n",
    "  #rules td, #rules th { padding: .25rem .5rem; white-space: normal; overflow-wrap: anywhere; }\n",
    "  .cases thead, .cases .fact, .cases .nothing { display: none; }\n",
    "  .cases, .cases tbody, .cases tr, .cases td { display: block; }\n",
    "  .cases tr.case { padding: .5rem .7rem; border-bottom: 1px solid var(--line); }\n",
    "  .cases td { border: 0; padding: .1rem 0; white-space: normal; overflow-wrap: anywhere; }\n",
    "  .cases td[data-loader]::before { content: attr(data-loader) ': '; color: var(--faint); "
    "font-size: .86em; }\n",
    "  .cases .chip { white-space: normal; text-align: left; }\n",
    "  .cases tr.detail > td { padding: .7rem; }\n",
    "  .panes { position: static; max-width: none; }\n",
    "}\n",
    NULL,
};
