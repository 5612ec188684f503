import type { MessageFormat } from '@waystation/contract/people/message'

/** Characters of a preview: longer texts are cut, and end in dots. Source: specification §9. */
const MAX_LENGTH = 100
const CUT_LENGTH = 97
/** A preview needs only the beginning of what may be long. */
const MAX_READ = 10_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }

/** The beginning of a message in one line, without markup. */
export function previewText(content: string, format: MessageFormat): string {
  const text = plainText(content.slice(0, MAX_READ), format).replace(/\s+/g, ' ').trim()
  const characters = [...text]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, CUT_LENGTH).join('')}…` : text
}

function plainText(content: string, format: MessageFormat): string {
  if (format === 'plain') return content
  return format === 'html' ? withoutTags(content) : withoutMarkdown(withoutTags(content))
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(#39|[a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?)?\s*$/gm, ' ')
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, ' ')
    .replace(/!?\[([^\][]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/^\s*(?:```|~~~).*$/gm, ' ')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|[^\p{L}\p{N}])([*_])(?=\S)([^*_\n]+?)\2(?![\p{L}\p{N}])/gu, '$1$3')
    .replace(/\|/g, ' ')
}
