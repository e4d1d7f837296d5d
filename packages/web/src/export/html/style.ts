/** The style of an exported page: like the app, and readable on a phone, in dark mode and on paper. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#faf9f6;--sheet:#fff;--sunk:#f2f0ea;--ink:#1f1e1b;--dim:#6b665e;--rule:#e6e2d9;--rule-2:#cdc7ba;--accent:#0d655d;--accent-tint:#e0efec;--you:#fdf3d7;--you-line:#d6a112;--bad:#b3261e;--added:#e4f3e6;--removed:#fbe8e6;--mark:#ffe58a;--mark-now:#f5a623;
--k-thinking:#c9c2d6;--k-text:#4a4740;--k-read:#5a93d1;--k-edit:#3e8e50;--k-run:#c97a16;--k-search:#2fa3a0;--k-agent:#8458b3;--k-other:#9a9486;--k-error:#d0301f}
@media(prefers-color-scheme:dark){:root{--paper:#17181a;--sheet:#1d1f22;--sunk:#111214;--ink:#e9e7e1;--dim:#a5a198;--rule:#2c2e32;--rule-2:#44474d;--accent:#67cbbb;--accent-tint:#1c3531;--you:#2b2618;--you-line:#c79a2c;--bad:#ff8a7d;--added:#16291b;--removed:#331b19;--mark:#6b5312;--mark-now:#a5690a;
--k-thinking:#55506a;--k-text:#c9c6bd;--k-read:#6ea6e0;--k-edit:#5bb56f;--k-run:#e09a3e;--k-search:#46b8b4;--k-agent:#a583d1;--k-other:#7d786d;--k-error:#ff5c4a}}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main,header.top,footer{max-width:60rem;margin:0 auto;padding:0 1.5rem}
header.top{padding-top:1.75rem}
h1{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;font-size:1.4rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .25rem}
header.top p,.dim,small,.empty{color:var(--dim)}
header.top p{margin:0 0 .75rem;font-size:.875rem}
.tape-box{position:relative}
.tape{display:block;border-bottom:1px solid var(--rule)}
.tape .area{fill:transparent}
.tape a:hover .area{fill:var(--accent-tint)}
.tape .you{fill:var(--you-line)}
.tape .notch{fill:var(--sunk)}
.tape .cut{fill:var(--ink)}
.notch-label{position:absolute;top:18px;transform:translateX(-50%);font-size:10px;color:var(--dim);pointer-events:none;white-space:nowrap}
.k-thinking{fill:var(--k-thinking)}.k-text{fill:var(--k-text)}.k-read{fill:var(--k-read)}.k-edit{fill:var(--k-edit)}.k-run{fill:var(--k-run)}.k-search{fill:var(--k-search)}.k-agent{fill:var(--k-agent)}.k-other{fill:var(--k-other)}.k-error{fill:var(--k-error)}
.legend{display:flex;flex-wrap:wrap;gap:.1rem .9rem;list-style:none;margin:.4rem 0 0;padding:0;font-size:.75rem;color:var(--dim)}
.legend i{display:inline-block;width:8px;height:8px;margin-right:5px;border-radius:2px}
.dot-you{background:var(--you-line)}.dot-thinking{background:var(--k-thinking)}.dot-text{background:var(--k-text)}.dot-read{background:var(--k-read)}.dot-edit{background:var(--k-edit)}.dot-run{background:var(--k-run)}.dot-search{background:var(--k-search)}.dot-agent{background:var(--k-agent)}.dot-other{background:var(--k-other)}.dot-error{background:var(--k-error)}
.find{display:flex;align-items:center;gap:.75rem;margin-top:.75rem;font-size:.8rem;color:var(--dim)}
.find[hidden]{display:none}
.find input{width:14rem;max-width:50vw;height:2rem;padding:0 .7rem;border:1px solid var(--rule-2);border-radius:6px;background:var(--sheet);color:inherit;font:inherit}
.find button{margin-left:auto;padding:.2rem .7rem;border:1px solid var(--rule-2);border-radius:6px;background:var(--sheet);color:var(--ink);font:inherit;cursor:pointer}
::highlight(found){background-color:var(--mark)}
::highlight(current){background-color:var(--mark-now)}
main{border-top:1px solid var(--rule);margin-top:1rem}
.part{overflow-anchor:auto}
.part>noscript{display:contents}
.turn{display:grid;content-visibility:auto;contain-intrinsic-size:auto 260px;grid-template-columns:5.5rem minmax(0,1fr);gap:0 1.25rem;padding:1.25rem 0}
.turn>h2{margin:0;text-align:right;font-size:.8rem;font-weight:600;font-variant-numeric:tabular-nums}
.turn>h2 a{color:inherit;text-decoration:none}
.turn>h2 a:hover{color:var(--accent)}
.turn>h2 small{display:block;font-weight:400;font-size:.72rem;line-height:1.5}
.turn>h2 small span{display:block}
.turn:target>h2 a{color:var(--accent)}
.agent-story .turn{grid-template-columns:minmax(0,1fr);padding:.5rem 0}
.agent-story .turn>h2{text-align:left}
.agent-story .turn>h2 small,.agent-story .turn>h2 small span{display:inline;margin-right:.6rem}
.words{background:var(--you);border-left:3px solid var(--you-line);border-radius:4px;padding:.6rem 1rem;margin:0 0 .75rem}
.words h3{font-size:.75rem;margin:0;color:var(--dim);text-transform:lowercase}
.said{font-size:1.07rem}
.reply{max-width:74ch}
.said>:first-child{margin-top:0}
.said>:last-child{margin-bottom:0}
.reply>*:first-child{margin-top:.5rem}
:is(.reply,.said) :is(h4,h5,h6){margin:1rem 0 .25rem;font-size:1rem}
details{margin:.25rem 0}
summary{cursor:pointer;color:var(--dim);font-size:.87rem}
summary b{color:var(--ink)}
summary:hover{color:var(--accent)}
.tool>summary{list-style:none;display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .5rem}
.tool>summary::-webkit-details-marker{display:none}
.tool>summary::before{content:"";flex:none;width:8px;height:8px;border-radius:2px;background:var(--k-other)}
.tool.read>summary::before{background:var(--k-read)}.tool.edit>summary::before{background:var(--k-edit)}.tool.run>summary::before{background:var(--k-run)}.tool.search>summary::before{background:var(--k-search)}.tool.agent>summary::before{background:var(--k-agent)}
.argument{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.85em}
.bad{color:var(--bad)}
pre{background:var(--sunk);border-radius:6px;padding:.6rem .8rem;overflow-x:auto;font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;margin:.35rem 0}
pre.plain,.terminal{white-space:pre-wrap}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
.diff span{display:block;white-space:pre}
.added{background:var(--added)}
.removed{background:var(--removed)}
.file{font:13px ui-monospace,monospace;color:var(--dim);margin:.5rem 0 0}
.wide{overflow-x:auto}
table{border-collapse:collapse}
td,th{border:1px solid var(--rule);padding:.25rem .5rem;text-align:left}
blockquote{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--rule-2);color:var(--dim)}
a{color:var(--accent)}
img{max-width:100%;height:auto;border-radius:4px}
.agent-story{border-left:2px solid var(--k-agent);padding-left:.75rem}
.compaction{border-top:2px dashed var(--rule-2);padding-top:.25rem}
.checklist{list-style:none;padding-left:.25rem}
footer{padding:1.5rem 1.5rem 3rem;color:var(--dim);font-size:.85rem}
@media(max-width:40rem){h1{font-size:1.15rem}main,header.top,footer{padding-left:1rem;padding-right:1rem}.turn{grid-template-columns:minmax(0,1fr);gap:.25rem}.turn>h2{text-align:left}.turn>h2 small,.turn>h2 small span{display:inline;margin-right:.5rem}.notch-label{display:none}summary{padding:.35rem 0}}
@media print{details>*{display:block}.turn{break-inside:auto}pre{white-space:pre-wrap}.find{display:none}}
`;
