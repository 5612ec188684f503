import { createElement, Fragment, type ReactNode, useMemo } from 'react'

/** What custom HTML may consist of. Everything else keeps its text and loses its tag; scripts and styles lose their text too. */
const allowed = new Set(
  (
    'a abbr article b blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins ' +
    'kbd li mark ol p pre q s section small span strong sub summary sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
)
const dropped = new Set(['script', 'style', 'iframe', 'object', 'embed', 'noscript', 'template'])

/** HTML that an admin wrote, as elements of our own making: no markup of theirs reaches the page as markup. */
export function SafeHtml({ html }: { readonly html: string }) {
  return useMemo(() => <>{childrenOf(new DOMParser().parseFromString(html, 'text/html').body)}</>, [html])
}

function childrenOf(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element)) return null
    const name = node.localName
    if (dropped.has(name)) return null
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes never change their order
    if (!allowed.has(name)) return <Fragment key={index}>{childrenOf(node)}</Fragment>
    const isVoid = name === 'br' || name === 'hr' || name === 'img'
    return createElement(name, { key: index, ...attributesOf(node) }, ...(isVoid ? [] : childrenOf(node)))
  })
}

function attributesOf(element: Element): Record<string, string> {
  if (element.localName === 'a') {
    const href = safeAddress(element.getAttribute('href'), ['http:', 'https:', 'mailto:'])
    return href === undefined ? {} : { href, target: '_blank', rel: 'noreferrer noopener' }
  }
  if (element.localName === 'img') {
    const src = safeAddress(element.getAttribute('src'), ['https:', 'http:'])
    return { alt: element.getAttribute('alt') ?? '', ...(src === undefined ? {} : { src }) }
  }
  return {}
}

function safeAddress(text: string | null, protocols: readonly string[]): string | undefined {
  try {
    const url = new URL(text ?? '', location.href)
    return text && protocols.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
