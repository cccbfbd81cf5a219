const light = `color-scheme:light;--paper:#fbfaf7;--sheet:#fff;--ink:#1c1e22;--pencil:#5b6068;--rule:#e4e1d9;--accent:#0b5d5b;
--stamp:#b3261e;--seal:#2e6b34;--wait:#8a5a00`
const dark = `color-scheme:dark;--paper:#16181d;--sheet:#1d2026;--ink:#e9e8e4;--pencil:#a4a9b2;--rule:#2d3138;
--accent:#5cc6bd;--stamp:#ff9d92;--seal:#8fd196;--wait:#e9bb6c`

/** `data-scheme` on `html` overrides the scheme of the system. */
export const tokens = `:root{${light};--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root:where(:not([data-scheme])){${dark}}}
:root:where([data-scheme=dark]){${dark}}`
