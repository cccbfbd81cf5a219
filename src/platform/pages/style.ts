import { fontFaces } from './fonts.ts'
import { tokens } from './tokens.ts'

export const style = `
${fontFaces}
${tokens}
*,::before,::after{box-sizing:border-box}
html{font:15px/24px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink)}
h1,th,b,strong,label,.button{font-weight:600}
h1{font-size:24px;line-height:32px;margin:0;letter-spacing:-.01em;overflow-wrap:anywhere;text-wrap:balance}
p{margin:0;max-width:68ch;text-wrap:pretty}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:3px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
svg{flex:none}
.pencil{color:var(--pencil)}
.small{font-size:13px;line-height:20px}
.skip{position:absolute;left:16px;top:-64px;background:var(--sheet);padding:8px 12px;border:1px solid var(--rule);border-radius:6px}
.skip:focus{top:8px;z-index:2}
.top{width:100%;max-width:1152px;margin:0 auto;padding:20px 16px}
.top{display:flex;align-items:center;gap:10px;font-weight:600;font-size:18px}
.top svg{color:var(--accent)}
main{width:100%;max-width:1152px;margin:0 auto;padding:12px 16px 40px;flex:1}
.sheet{background:var(--sheet);border:1px solid var(--rule);border-radius:6px;padding:24px}
.narrow{max-width:400px;margin:8vh auto 0}
.stack>*+*{margin-top:16px}
.head{display:flex;flex-wrap:wrap;gap:16px 24px;align-items:flex-start;justify-content:space-between}
.head>div{flex:1 1 260px;min-width:0}
.crumbs{margin:0 0 12px;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:0 8px}
.crumbs li{overflow-wrap:anywhere}
.crumbs li+li::before{content:"/";color:var(--pencil);margin-right:8px}
.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:36px;padding:5px 14px;border:1px solid transparent;
border-radius:6px;background:var(--accent);color:var(--sheet);font-family:inherit;font-size:15px;line-height:24px;text-decoration:none;cursor:pointer}
.button:hover{background:color-mix(in srgb,var(--accent) 88%,var(--ink))}
.button:focus-visible{border-radius:6px}
.button.quiet{border-color:var(--rule);background:var(--sheet);color:var(--ink)}
.button.quiet:hover{background:color-mix(in srgb,var(--ink) 4%,var(--sheet))}
form{margin:0}
label{display:block;margin-bottom:4px}
input:not([type=hidden]){width:100%;min-height:36px;padding:5px 10px;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--pencil);
border-radius:6px}
input:focus-visible{outline-offset:0;border-color:transparent!important}
.hint{margin-top:4px;color:var(--pencil);font-size:13px;line-height:20px}
input.code{font-family:var(--mono);font-size:18px;letter-spacing:.25em;font-variant-numeric:tabular-nums}
form .button{width:100%}
.alert{color:var(--stamp);padding:8px 12px;border:1px solid var(--stamp);border-radius:6px}
.alert a{color:inherit}
.medium{max-width:640px;margin:8vh auto 0}
.wide{width:100%}
input[readonly]{color:var(--pencil);background:transparent;border-color:var(--rule)}
input[aria-invalid]{border-color:var(--stamp)}
.head form .button{width:auto}
.qr{display:block;margin-left:auto;margin-right:auto;border-radius:6px}
.codes{margin-bottom:0;padding:12px 16px;list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(130px,1fr));gap:4px 16px;
background:var(--paper);border:1px solid var(--rule);border-radius:6px}
code{font-family:var(--mono);overflow-wrap:anywhere}
.preview{margin:24px 0 0;border-top:1px solid var(--rule);padding-top:24px}
.preview img{display:block;max-width:100%;height:auto;max-height:70vh;object-fit:contain;margin:0 auto;border-radius:3px}
pre{margin:0;padding:12px 16px;max-height:70vh;overflow:auto;background:var(--paper);border:1px solid var(--rule);border-radius:6px;
font:13px/20px var(--mono);white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
figcaption{margin-top:8px;color:var(--pencil);font-size:13px;line-height:20px}
table{border-collapse:collapse;width:100%;margin-top:24px;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:10px 16px 10px 0;border-top:1px solid var(--rule)}
thead th{border-top:0;padding-top:0;color:var(--pencil);font-size:13px;line-height:20px;font-weight:400}
tbody th{font-weight:400;width:100%}
tbody tr:last-child>*{border-bottom:1px solid var(--rule)}
td{white-space:nowrap;color:var(--pencil)}
td a,.pages a:not(.button){display:inline-block;padding:4px 0}
td a{margin:-4px 0}
th:last-child,td:last-child{padding-right:0}
.number{text-align:right}
.entry{display:flex;gap:8px;align-items:flex-start;overflow-wrap:anywhere}
.entry svg{margin-top:3px;color:var(--pencil)}
.pages{display:flex;flex-wrap:wrap;align-items:baseline;gap:8px 24px;margin-top:16px}
.message{margin:20px 0 0;padding:0 0 0 16px;border-inline-start:3px solid var(--accent);max-width:68ch;white-space:pre-wrap;
overflow-wrap:anywhere;unicode-bidi:plaintext}
.note{margin-top:20px;padding:8px 12px;border:1px solid var(--rule);border-radius:6px;background:var(--paper)}
.head .get{flex:none;display:grid;gap:4px;text-align:center}
.views{display:flex;margin:24px 0 -8px}
.views a{padding:5px 14px;border:1px solid var(--rule);color:var(--ink);text-decoration:none}
.views a:first-child{border-radius:6px 0 0 6px}
.views a:last-child{border-radius:0 6px 6px 0;border-left:0}
.views a:focus-visible{position:relative}
.views a[aria-current]{background:var(--paper);font-weight:600;box-shadow:inset 0 -2px var(--accent)}
.gallery{list-style:none;margin:24px 0 0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:20px 12px}
.tile{display:block;color:var(--ink);text-decoration:none;border-radius:6px}
.tile:focus-visible{border-radius:6px;outline-offset:4px}
.tile:hover .name{text-decoration:underline}
.tile .cover{display:flex;flex-direction:column;align-items:center;justify-content:center;aspect-ratio:1;overflow:hidden;color:var(--pencil);
background:var(--paper);border:1px solid var(--rule);border-radius:6px;font-size:13px}
.cover img{width:100%;height:100%;object-fit:cover}
.cover svg{width:36px;height:36px}
.tile .name{margin-top:6px;font-size:13px;line-height:20px;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;
overflow-wrap:anywhere}
.tile .small{display:block}
.preview video{display:block;width:100%;max-width:calc(70vh*16/9);aspect-ratio:16/9;margin:0 auto;background:#000;border-radius:3px}
.preview audio{display:block;width:100%}
.preview object{display:grid;place-content:center;justify-items:center;gap:16px;width:100%;height:70vh;text-align:center;
border:1px solid var(--rule);border-radius:6px;background:var(--paper)}
.preview object p{padding:0 16px}
.siblings{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;max-width:360px}
.siblings [rel=next]{grid-column:3;justify-self:end}
.siblings [rel=prev]{justify-self:start}
.siblings span{grid-column:2;grid-row:1}
@media (pointer:coarse){
.views a{padding:9px 18px}
.button,input:not([type=hidden]){min-height:44px}
input:not([type=hidden]):not(.code){font-size:16px}
}
@media (max-width:639.98px){
.sheet{padding:20px 16px}
.narrow,.medium{margin-top:16px}
.head .button,.head .get{width:100%}
.gallery{grid-template-columns:repeat(auto-fill,minmax(128px,1fr))}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 16px;padding:10px 0;border-top:1px solid var(--rule)}
tbody tr:last-child{border-bottom:1px solid var(--rule)}
tbody th,tbody td{padding:0;border:0!important}
tbody th{grid-column:1/-1}
.entry{min-height:32px}
td.number{text-align:left;padding-left:26px}
td.when{display:none}
}
@media print{
.top,.skip,.button,.pages,.views,.preview video,.preview audio,.preview object{display:none}
.gallery{grid-template-columns:repeat(4,1fr)}
.gallery li,tr{break-inside:avoid}
:root{--paper:#fff;--sheet:#fff;--ink:#000;--pencil:#444;--rule:#bbb;--accent:#000}
.sheet{border:0;padding:0}
pre,.preview img{max-height:none}
}
`
