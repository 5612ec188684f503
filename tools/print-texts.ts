// `npm run texts`: every text that a person may read, in both languages side by side, as one page to be read by somebody who reads nothing else.
// Texts are found by their shape: the console's by their key, all others where a literal of both languages, `{ zh, en }`, stands in the source.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync } from 'oxc-parser'
import { en } from '../console/src/i18n/en.ts'
import { zh } from '../console/src/i18n/zh.ts'
import { type MailMatter, writeMail } from '../server/src/domain/mail/mail-words.ts'
import { root } from './processes.ts'

interface Row {
  readonly key: string
  readonly en: string
  readonly zh: string
}
interface Tree {
  readonly [key: string]: string | Tree
}

const files = ['contract/src/**/*.ts', 'server/src/**/*.ts', 'wire/src/**/*.ts', 'console/src/**/*.{ts,tsx}']
const NOT_READ = /\.test\.|\/testing\/|\/i18n\/(en|zh)/

const sections: [title: string, rows: readonly Row[]][] = [
  ['console', keyed(zh, en)],
  ['mails', mails()],
]
for (const file of globSync(files, { cwd: root }).sort()) {
  if (NOT_READ.test(file)) continue
  const rows = literals(file)
  if (rows.length > 0) sections.push([file, rows])
}

const folder = join(root, 'dist')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'texts.html'), page())
console.log(`${join(folder, 'texts.html')}: ${sections.flatMap(([, rows]) => rows).length} texts`)

/** The leaves of two trees of texts by key. A text of one language alone has an empty cell beside it. */
function keyed(chinese: Tree, english: Tree, path = ''): Row[] {
  return [...new Set([...Object.keys(chinese), ...Object.keys(english)])].flatMap((name): Row[] => {
    const [key, left, right] = [`${path}${name}`, english[name], chinese[name]]
    if (typeof left === 'object' || typeof right === 'object') return keyed(treeOf(right), treeOf(left), `${key}.`)
    return [{ key, en: left ?? '', zh: right ?? '' }]
  })
}

function treeOf(value: string | Tree | undefined): Tree {
  return typeof value === 'object' ? value : {}
}

/** Every mail as its reader gets it. */
function mails(): Row[] {
  const change = (is: 'totp-on' | 'password') => ({ kind: 'way-changed', username: 'mei', change: { is } }) as const
  const link = 'https://example.com/'
  const budget = { username: 'mei', tokenId: 1, spent: '$4', limit: '$5', renewsAt: '2026-12-01', link } as const
  const matters: readonly MailMatter[] = [
    { kind: 'register-code', code: '123456', minutes: 10 },
    { kind: 'bind-code', code: '123456', minutes: 10 },
    { kind: 'notice-code', code: '123456', minutes: 10 },
    { kind: 'address-in-use' },
    { kind: 'reset-link', link, minutes: 10 },
    { kind: 'address-changed', username: 'mei', newAddress: 'new@example.com' },
    { kind: 'quota-warning', username: 'mei', remaining: '$1', link },
    { kind: 'budget-warning', ...budget, tokenName: null },
    { kind: 'budget-warning', ...budget, tokenName: 'demo' },
    { kind: 'statement', username: 'mei', month: '2026-11', zone: 'UTC', rows: [], link },
    change('totp-on'),
    change('password'),
    { kind: 'test' },
  ]
  const written = (matter: MailMatter, language: 'zh' | 'en') => {
    const { subject, text } = writeMail(matter, 'Waystation', language)
    return `${subject}\n\n${text}`
  }
  return matters.map((matter) => ({ key: matter.kind, en: written(matter, 'en'), zh: written(matter, 'zh') }))
}

/** The texts of a file: objects with a side for each language, whatever the sides are made of. */
function literals(file: string): Row[] {
  const source = readFileSync(join(root, file), 'utf8')
  const rows: Row[] = []
  const visit = (node: Node) => {
    const sides = node.type === 'ObjectExpression' ? { en: member(node, 'en'), zh: member(node, 'zh') } : undefined
    if (sides?.en && sides.zh) {
      const at = `${source.slice(0, node.start).split('\n').length}`
      const [english, chinese] = [textsOf(sides.en, source), textsOf(sides.zh, source)]
      rows.push(...keyed(chinese, english).map((row) => ({ ...row, key: row.key === '' ? at : `${at} ${row.key}` })))
    } else for (const child of Object.values(node)) for (const one of [child].flat()) if (isNode(one)) visit(one)
  }
  visit(parseSync(file, source).program)
  return rows
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** What stands under a name in an object literal. */
function member(node: Extract<Node, { type: 'ObjectExpression' }>, name: string): Node | undefined {
  for (const property of node.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name) return property.value
  return undefined
}

/** The texts of one side by their path in it: a text's own is empty, code stands as it is written. */
function textsOf(node: Node, source: string): Tree {
  if (node.type === 'ObjectExpression')
    return Object.fromEntries(
      node.properties.flatMap((property) =>
        property.type === 'Property' ? [[source.slice(property.key.start, property.key.end), textsOf(property.value, source)]] : [],
      ),
    )
  if (node.type === 'Literal') return { '': String(node.value) }
  return { '': source.slice(node.start, node.end) }
}

function page(): string {
  const cell = (text: string) => `<td>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`
  const row = (texts: readonly string[]) => `<tr>${texts.map(cell).join('')}</tr>`
  const tables = sections.map(([title, rows]) => {
    const lines = rows.map((texts) => row([texts.key, texts.en, texts.zh]))
    return `<h2>${title}</h2>\n<table>\n${lines.join('\n')}\n</table>`
  })
  const style =
    'body{font:14px/1.5 sans-serif}td{padding:4px 12px;vertical-align:top;white-space:pre-wrap;border-top:1px solid #ccc}td:first-child{color:#777}'
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Texts</title>\n<style>${style}</style>\n${tables.join('\n')}\n`
}
