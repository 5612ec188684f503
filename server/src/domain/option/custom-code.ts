// The site's own code in the head of its pages: what is allowed in it, and how it is written out with a nonce (reliability.md 6.8).
import type { Words } from '@waystation/contract/errors'
import { type DefaultTreeAdapterTypes, parseFragment, serializeOuter } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** Which elements may be in the head, with which attributes. `http-equiv` would change the page's policy or lead elsewhere. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  meta: ['name', 'content', 'property', 'media', 'itemprop'],
  link: ['rel', 'href', 'type', 'sizes', 'media', 'crossorigin', 'integrity', 'referrerpolicy', 'title', 'hreflang', 'as', 'color'],
  style: ['media', 'type', 'id'],
  script: ['src', 'type', 'async', 'defer', 'crossorigin', 'integrity', 'referrerpolicy', 'nomodule', 'id'],
}
/** Elements that need the page's nonce to be obeyed. */
const needsNonce = ['style', 'script', 'link']

/** Why this HTML may not stand in the head of pages; undefined: it may. */
export function headProblem(html: string): Words | undefined {
  const { childNodes } = parseFragment(html, { sourceCodeLocationInfo: true })
  let end = 0
  for (const node of childNodes) {
    const problem = strayProblem(html.slice(end, node.sourceCodeLocation?.startOffset)) ?? nodeProblem(node)
    if (problem) return problem
    end = node.sourceCodeLocation?.endOffset ?? end
  }
  return strayProblem(html.slice(end))
}

/** What the parser leaves out, such as `</div>` or `<body onload>`. */
function strayProblem(text: string): Words | undefined {
  const stray = text.trim().slice(0, 60)
  return stray === '' ? undefined : { zh: `不允许此内容：${stray}`, en: `this is not allowed here: ${stray}` }
}

function nodeProblem(node: Node): Words | undefined {
  if (node.nodeName === '#comment') return
  if ('value' in node) return strayProblem(node.value)
  if (!('attrs' in node)) return strayProblem(node.nodeName)
  const { tagName, attrs, sourceCodeLocation } = node
  const names = Object.hasOwn(allowed, tagName) ? allowed[tagName] : undefined
  if (!names) {
    return {
      zh: `不允许 <${tagName}> 标签，只能使用 meta、link、style 和 script`,
      en: `the tag <${tagName}> is not allowed, only meta, link, style and script are`,
    }
  }
  const wrong = attrs.find(({ name }) => !names.includes(name) && !/^data-[\w-]+$/.test(name))
  if (wrong) return { zh: `<${tagName}> 不允许属性 ${wrong.name}`, en: `the attribute ${wrong.name} is not allowed on <${tagName}>` }
  const address = attrs.find(({ name }) => name === 'src' || name === 'href')
  if (address && !isSafeAddress(address.value)) {
    return { zh: `地址必须以 https:// 或 / 开头：${address.value}`, en: `an address must start with https:// or /: ${address.value}` }
  }
  if ((tagName === 'style' || tagName === 'script') && !sourceCodeLocation?.endTag)
    return { zh: `<${tagName}> 没有结束标签`, en: `<${tagName}> has no end tag` }
}

const isSafeAddress = (address: string) => /^(?:https:\/\/|\/(?!\/))[^\s\\]+$/i.test(address) || address === '/'

/** Would this text end before its end as the content of such an element? */
export function textProblem(tagName: 'style' | 'script', text: string): Words | undefined {
  const html = `<${tagName}>${text}</${tagName}>`
  const [first] = parseFragment(html, { sourceCodeLocationInfo: true }).childNodes
  if (first?.nodeName === tagName && first.sourceCodeLocation?.endOffset === html.length) return
  return { zh: `不能包含 </${tagName}> 或 <!--`, en: `must not contain </${tagName}> or <!--` }
}

export interface CustomCode {
  readonly headHtml: string
  readonly css: string
  readonly js: string
}

/** The code as it stands in the document, every part of it with `nonce`. Empty where there is none. */
export function customCodeHtml({ headHtml, css, js }: CustomCode, nonce: string): string {
  const { childNodes } = parseFragment(headHtml)
  const head = childNodes.flatMap((node) => ('attrs' in node ? serializeOuter(withNonce(node, nonce)) : []))
  const style = css.trim() === '' ? [] : `<style nonce="${nonce}">${css}</style>`
  const script = js.trim() === '' ? [] : `<script nonce="${nonce}">${js}</script>`
  return [...head, style, script].flat().join('\n')
}

function withNonce(element: Element, nonce: string): Element {
  if (needsNonce.includes(element.tagName)) element.attrs.push({ name: 'nonce', value: nonce })
  return element
}

/** Origins of the scripts in the head: what they measure is sent there. */
export function scriptOrigins(headHtml: string): readonly string[] {
  const addresses = parseFragment(headHtml).childNodes.flatMap((node) =>
    node.nodeName === 'script' && 'attrs' in node ? node.attrs.filter(({ name }) => name === 'src').map(({ value }) => value) : [],
  )
  return [...new Set(addresses.filter((address) => /^https:/i.test(address) && URL.canParse(address)).map((one) => new URL(one).origin))]
}
