import { fontFaces } from '../../platform/pages/fonts.ts'
import { tokens } from '../../platform/pages/tokens.ts'

export const style = `
${fontFaces}
${tokens}
*,::before,::after{box-sizing:border-box}
html{font:15px/24px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;scroll-padding-top:16px;
-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0;background:var(--paper);color:var(--ink);font-weight:400}
h1,h2,h3,h4,th,b,strong,summary{font-weight:600}
h1{font-size:32px;line-height:40px;margin:0 0 8px;letter-spacing:-.015em}
h2{font-size:24px;line-height:32px;margin:0 0 8px;letter-spacing:-.01em;text-wrap:balance}
h3{font-size:18px;line-height:28px;margin:0;text-wrap:balance}
h4{font-size:13px;line-height:20px;margin:24px 0 4px;color:var(--pencil)}
p{margin:0 0 12px;max-width:68ch;text-wrap:pretty}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:3px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
code,pre,.mono{font-family:var(--mono);font-size:13px}
code{overflow-wrap:anywhere}
.pencil{color:var(--pencil)}
.skip{position:absolute;left:16px;top:-48px;background:var(--sheet);padding:8px 12px;border:1px solid var(--rule);border-radius:6px}
.skip:focus{top:8px;z-index:2}

.page{display:grid;grid-template-columns:272px minmax(0,1fr)}
.side{position:sticky;top:0;height:100vh;height:100dvh;overflow-y:auto;border-right:1px solid var(--rule);padding:24px 16px 32px;
scroll-target-group:auto;scrollbar-width:thin;scrollbar-color:var(--rule) transparent}
.mark{display:flex;align-items:center;gap:10px;font-weight:600;font-size:18px;color:var(--ink);text-decoration:none;margin:0 8px 20px}
.mark svg{flex:none;color:var(--accent)}
.side summary{display:none}
.side h2{font-size:13px;line-height:20px;margin:24px 8px 4px;letter-spacing:0}
.side h3{font-size:13px;line-height:20px;margin:16px 8px 4px;color:var(--pencil);font-weight:400}
.side ul{list-style:none;margin:0;padding:0}
.side li a{display:flex;gap:8px;align-items:baseline;padding:4px 8px;border-radius:6px;color:var(--ink);text-decoration:none;
font-size:13px;line-height:20px}
.side li a:hover{background:var(--sheet);box-shadow:inset 0 0 0 1px var(--rule)}
.side li a:target-current{background:var(--sheet);box-shadow:inset 0 0 0 1px var(--rule);font-weight:600}
.side li .verb{width:44px;flex:none}
@supports selector(::details-content){@media (min-width:900px){.side details::details-content{content-visibility:visible;display:block;height:auto}}}

main{padding:48px 40px 96px;max-width:1200px;min-width:0}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:8px 24px;margin:24px 0 0;padding:16px 20px;background:var(--sheet);
border:1px solid var(--rule);border-radius:6px}
.facts dt{color:var(--pencil)}
.facts dd{margin:0;min-width:0}
.facts dd p:last-child{margin:0}
.group{margin-top:72px}
.group>h2{font-size:32px;line-height:40px}
.resource{margin-top:56px;padding-top:32px;border-top:1px solid var(--rule)}
.operation{margin-top:32px;padding:24px 0 8px;border-top:1px solid var(--rule);display:grid;gap:0 40px}
.resource .operation:first-of-type{border-top:0;margin-top:8px}
.operation:target>.told>h3::before{content:"";position:absolute;left:-16px;top:4px;bottom:4px;width:3px;border-radius:2px;background:var(--accent)}
.told h3{position:relative}
.told,.shown{min-width:0}
.told h3 a,.shape h3 a{color:inherit;text-decoration:none}
.told h3 a:hover,.shape h3 a:hover{text-decoration:underline;text-decoration-thickness:1px}
.route{margin:4px 0 0;display:flex;flex-wrap:wrap;gap:0 12px;align-items:baseline}
.route code{font-size:15px}
.needs{margin:0 0 12px;color:var(--pencil);font-size:13px}
.verb{font:600 13px/20px var(--mono);letter-spacing:.01em;color:var(--accent)}
.side .verb{font-size:11px}
.verb.post{color:var(--seal)}.verb.patch{color:var(--wait)}.verb.delete{color:var(--stamp)}

table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:8px 16px 8px 0;border-top:1px solid var(--rule)}
th:last-child,td:last-child{padding-right:0}
thead th{font-size:0;line-height:0;padding:0;border:0}
tbody th{font-weight:400}
tbody tr:last-child>*{border-bottom:1px solid var(--rule)}
td p{margin:0}
td .limits{color:var(--pencil);font-size:13px;line-height:20px}
.fields,.scopes,.codes{table-layout:fixed}
.fields th:first-child{width:34%}.fields thead th:nth-child(2){width:22%}
.fields tbody th code{font-weight:600}
.must{color:var(--wait);font-size:13px;display:block;line-height:20px}
.scopes th:first-child{width:34%}.scopes{margin-top:8px}
.codes th:first-child{width:64px}.codes th:nth-child(2){width:200px}
.status{font-family:var(--mono);font-size:13px}
details{margin:0}
.told details{margin:12px 0 0}
summary{cursor:pointer}
.told summary{padding:8px 0;font-size:13px;line-height:20px;color:var(--pencil)}
.told summary:hover{color:var(--ink)}
.told details table{margin-bottom:8px}

figure{margin:16px 0 0;background:var(--sheet);border:1px solid var(--rule);border-radius:6px;overflow:hidden}
figcaption{padding:8px 16px;font-size:13px;line-height:20px;color:var(--pencil);border-bottom:1px solid var(--rule);display:flex;
justify-content:space-between;gap:12px}
pre{margin:0;padding:12px 16px;overflow:auto;line-height:20px;tab-size:2;max-height:520px;white-space:pre}
pre .k{color:var(--ink)}pre .s{color:var(--seal)}pre .n{color:var(--wait)}pre .p{color:var(--pencil)}
@media (min-width:1240px){.operation{grid-template-columns:minmax(0,1fr) minmax(0,440px)}.shown{position:sticky;top:16px;align-self:start}
.shown figure:first-child{margin-top:0}}
.shape{margin-top:40px}
.end{margin-top:72px;padding-top:24px;border-top:1px solid var(--rule);color:var(--pencil);font-size:13px}

@media (max-width:899.98px){
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.group>h2{font-size:24px;line-height:32px}
.page{display:block}
.side{position:static;height:auto;border-right:0;border-bottom:1px solid var(--rule);padding:16px}
.mark{margin:0 0 8px}
.side summary{display:list-item;padding:8px 0;min-height:44px;align-content:center}
.side h2,.side h3{margin-left:0}
.side li a{padding:10px 0;font-size:15px}
main{padding:24px 16px 64px}
h1{font-size:24px;line-height:32px}
.facts{grid-template-columns:minmax(0,1fr);gap:0;padding:16px}
.facts dd+dt{margin-top:12px}
.operation:target>.told>h3::before{left:-12px}
.scopes th,.scopes td{display:block;width:auto;padding:0;border:0}
.scopes tr{display:block;padding:8px 0;border-top:1px solid var(--rule)}
.scopes tbody tr:last-child>*{border:0}
.fields tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;padding:8px 0;border-top:1px solid var(--rule)}
.fields th,.fields td{padding:0;border:0}
.fields th:first-child,.fields td:nth-child(2){width:auto}
.fields tbody tr:last-child>*{border:0}
.fields td:nth-child(2){text-align:right;color:var(--pencil);font-size:13px;max-width:44vw}
.fields td:last-child{grid-column:1/-1}
.codes tr{display:grid;grid-template-columns:48px minmax(0,1fr);padding:8px 0;border-top:1px solid var(--rule)}
.codes th,.codes td{padding:0;border:0}
.codes tbody tr:last-child>*{border:0}
.codes td:last-child{grid-column:2}
}
@media print{
.side,.skip{display:none}
.page{display:block}
main{padding:0;max-width:none}
:root{--paper:#fff;--sheet:#fff;--ink:#000;--pencil:#444;--rule:#bbb;--accent:#000;--stamp:#000;--seal:#000;--wait:#000}
html{font-size:10pt;line-height:14pt}
.operation,.shown{display:block;position:static}
h2,h3,h4{break-after:avoid}
figure,tr{break-inside:avoid}
pre{white-space:pre-wrap;overflow:visible;max-height:none}
details::details-content{content-visibility:visible;display:block;height:auto}
}
`
