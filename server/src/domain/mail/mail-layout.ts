// How a mail looks, as plain text and as HTML. Values come from users and options, so they are escaped where they stand in HTML, and no line
// break of theirs reaches a header.
import type { Language } from '@waystation/contract/errors'

/** A line of a table. */
export interface MailRow {
  readonly label: string
  readonly value: string
}

/** One mail: a subject, paragraphs, and what stands out between them. */
export interface MailText {
  readonly subject: string
  readonly before: readonly string[]
  readonly rows?: readonly MailRow[]
  /** A code to type, or a link to follow. */
  readonly code?: string
  readonly link?: { readonly href: string; readonly label: string }
  readonly after: readonly string[]
}

export interface WrittenMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export function plainOf({ before, rows = [], code, link, after }: MailText, site: string): string {
  const table = rows.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join('\n')
  const middle = [...(code === undefined ? [] : [code]), ...(link ? [link.href] : [])]
  const below = [...middle, ...after, site].map(oneLine)
  return [...before.map(oneLine), ...(table === '' ? [] : [table]), ...below].join('\n\n')
}

const PARAGRAPH = '<p style="margin:0 0 16px;line-height:1.6">'

export function htmlOf({ subject, before, rows = [], code, link, after }: MailText, site: string, language: Language): string {
  const paragraphs = (texts: readonly string[]) => texts.map((text) => `${PARAGRAPH}${escaped(text)}</p>`)
  const body = [
    ...paragraphs(before),
    ...(rows.length === 0 ? [] : [tableOf(rows)]),
    ...(code === undefined ? [] : [`<p style="margin:0 0 16px;font-size:28px;letter-spacing:4px"><strong>${escaped(code)}</strong></p>`]),
    ...(link ? linkParagraphs(link) : []),
    ...paragraphs(after),
    `<p style="margin:24px 0 0;color:#666">${escaped(site)}</p>`,
  ]
  return [
    `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;font-family:sans-serif;color:#222">${body.join('')}</body></html>`,
  ].join('')
}

function tableOf(rows: readonly MailRow[]): string {
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><td style="padding:4px 24px 4px 0">${escaped(label)}</td><td style="padding:4px 0;text-align:right">${escaped(value)}</td></tr>`,
  )
  return `<table style="margin:0 0 16px;border-collapse:collapse">${cells.join('')}</table>`
}

/** The address stands in the text too: mail programs may hide where a button leads. */
function linkParagraphs({ href, label }: { href: string; label: string }): string[] {
  const address = escaped(href)
  return [
    `${PARAGRAPH}<a href="${address}">${escaped(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:12px;word-break:break-all;color:#666">${address}</p>`,
  ]
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Without control characters and line breaks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
