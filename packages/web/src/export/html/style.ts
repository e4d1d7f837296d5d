/** The look of an exported page: readable on a phone, in the dark and on paper. */
export const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#1d2127;--dim:#656d78;--line:#dfe3e8;--tint:#eef4ff;--soft:#f5f6f8;--accent:#2457c5;--bad:#b3261e;--added:#e6f6ea;--removed:#fdebea}
@media(prefers-color-scheme:dark){:root{--back:#15181c;--text:#dfe3e8;--dim:#98a1ad;--line:#2d333b;--tint:#1b2638;--soft:#1d2127;--accent:#8ab0ff;--bad:#ff8a80;--added:#14301d;--removed:#3a1a19}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
main,header.top,footer{max-width:54rem;margin:0 auto;padding:0 1rem}
header.top{padding-top:2rem;padding-bottom:1rem;border-bottom:1px solid var(--line)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
header.top p,.dim,small,.empty{color:var(--dim)}
.turn{padding:1rem 0;border-bottom:1px solid var(--line)}
.turn h2{font-size:.8rem;font-weight:600;margin:0 0 .5rem}
.turn h2 a{color:var(--accent);text-decoration:none}
.words{background:var(--tint);border-left:3px solid var(--accent);border-radius:4px;padding:.6rem .9rem;margin:.5rem 0}
.words h3{font-size:.75rem;margin:0;color:var(--dim)}
.said{white-space:pre-wrap;font-size:1.06rem}
.reply>*:first-child{margin-top:.5rem}
.reply h4,.reply h5,.reply h6{margin:1rem 0 .25rem;font-size:1rem}
details{margin:.25rem 0}
summary{cursor:pointer;color:var(--dim);font-size:.9rem}
summary b{color:var(--text)}
.argument{font-family:ui-monospace,monospace;font-size:.85em}
.bad{color:var(--bad)}
pre{background:var(--soft);border-radius:4px;padding:.6rem .8rem;overflow-x:auto;font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;margin:.35rem 0}
pre.plain,.terminal{white-space:pre-wrap}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
.diff span{display:block;white-space:pre}
.added{background:var(--added)}
.removed{background:var(--removed)}
.file{font:13px ui-monospace,monospace;color:var(--dim);margin:.5rem 0 0}
.wide{overflow-x:auto}
table{border-collapse:collapse}
td,th{border:1px solid var(--line);padding:.25rem .5rem;text-align:left}
blockquote{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--line);color:var(--dim)}
img{max-width:100%;height:auto;border-radius:4px}
.agent-story{border-left:2px solid var(--line);padding-left:.75rem}
.compaction{border-top:2px dashed var(--line);padding-top:.25rem}
.checklist{list-style:none;padding-left:.25rem}
footer{padding:1.5rem 1rem 3rem;color:var(--dim);font-size:.85rem}
@media print{details>*{display:block}.turn{break-inside:auto}pre{white-space:pre-wrap}}
`;
