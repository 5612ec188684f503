// The guide (docs/guide): both languages say the same, and what they name exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { en } from '../console/src/i18n/en.ts'
import { zh } from '../console/src/i18n/zh.ts'
import { guidePages } from '../console/src/shared/guide/guide-pages.ts'
import { anchorOf, guidePath, readGuideText } from '../console/src/shared/guide/guide-text.ts'
import { chineseRules, englishRules } from '../console/testing/word-rules.ts'
import { errors, isErrorCode } from '../contract/src/errors.ts'
import { options } from '../contract/src/options/registry.ts'
import { root } from './processes.ts'
import { blocksOf, commandsOf } from './testing/guide-blocks.ts'

const languages = ['en', 'zh'] as const
type Language = (typeof languages)[number]

const folder = (language: Language) => join(root, 'docs/guide', language)
const textOf = (language: Language, page: string) => readFileSync(join(folder(language), `${page}.md`), 'utf8')
/** Without blocks of code. */
const proseOf = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '')
const all = languages.flatMap((language) => guidePages.map((page) => ({ language, page, text: textOf(language, page) })))
const written = all.filter(({ page }) => !page.startsWith('reference-'))

const linksOf = (text: string) => [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
const codesOf = (text: string) => [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
/** Commands of waystation: lines of blocks, and code within sentences. */
const waystationCommandsOf = (text: string) =>
  [...text.matchAll(/(?:npx waystation|(?<=`)waystation) ([a-z-]+(?: [a-z-]+)?)/g)].map((match) => match[1] ?? '')

describe('both languages', () => {
  test.each(languages)('%s has exactly the pages of the list', (language) => {
    expect(readdirSync(folder(language)).sort()).toEqual(guidePages.map((page) => `${page}.md`).sort())
  })

  test.each(guidePages)('%s has the same headings, code, tables and links', (page) => {
    const shape = (language: Language) => {
      const text = textOf(language, page)
      return {
        headings: readGuideText(text).sections.map(({ level }) => level),
        blocks: text.match(/^```.*$/gm) ?? [],
        rows: text.match(/^\|/gm)?.length ?? 0,
        links: linksOf(text)
          .map((link) => link.replace(/#.*/, ''))
          .sort(),
      }
    }
    expect(shape('zh')).toEqual(shape('en'))
  })

  test.each(guidePages)('%s has the same commands, but for comments and what is said to models', (page) => {
    const commands = (language: Language) =>
      blocksOf(textOf(language, page))
        .filter(({ language: of }) => of === 'sh')
        .flatMap(commandsOf)
        .map((command) => command.replaceAll(/ +# .*|(?<="content": )"[^"]*"/g, ''))
    expect(commands('zh')).toEqual(commands('en'))
  })

  test.each(languages)('%s: titles are those of the console, and no page has a heading twice', (language) => {
    const titles = { en, zh }[language].guide.title
    for (const page of guidePages) {
      const { title, sections } = readGuideText(textOf(language, page))
      expect(title).toBe(titles[page])
      const anchors = sections.map(({ heading }) => anchorOf(heading))
      expect(new Set(anchors).size, page).toBe(anchors.length)
    }
  })
})

const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8')
/** Pages of the console by their path. */
const consolePaths = new Set([...sourceOf('console/src/paths.ts').matchAll(/=> '(\/[^']*)'/g)].map((match) => match[1]))
const settings = sourceOf('console/src/shared/settings/cards.ts')
/** The tab of each card of the settings. */
const tabs = new Map(
  [...settings.matchAll(/^ {2}(\w+): \{ tab: '(\w+)'/gm), ...settings.matchAll(/key: '(\w+)', tab: '(\w+)'/g)].map((match) => [
    match[1],
    match[2],
  ]),
)

function isSettingsPlace(query: URLSearchParams): boolean {
  const tab = query.get('tab') ?? 'operation'
  const card = query.get('card')
  return card === null ? [...tabs.values()].includes(tab) : tabs.get(card) === tab
}

/** Does a link lead somewhere? */
function leadsSomewhere(language: Language, page: string, link: string): boolean {
  const path = link.startsWith('#') ? `/docs/${page}${link}` : guidePath(link)
  if (path === undefined) return false
  const { pathname, searchParams, hash } = new URL(path, 'http://console')
  const other = /^\/docs\/(.+)$/.exec(pathname)?.[1]
  if (other === undefined) return consolePaths.has(pathname) && (pathname !== '/admin/settings' || isSettingsPlace(searchParams))
  if (!guidePages.some((each) => each === other)) return false
  const anchors = readGuideText(textOf(language, other)).sections.map(({ heading }) => anchorOf(heading))
  return hash === '' || anchors.includes(decodeURIComponent(hash.slice(1)))
}

test('docs/installing.md installs the package as the guide does', () => {
  const packageOf = (text: string) =>
    blocksOf(text)
      .filter(({ heading }) => /^(?:As|From) a package$/.test(heading))
      .flatMap(commandsOf)
  const commands = packageOf(sourceOf('docs/installing.md'))
  expect(commands).toEqual(packageOf(textOf('en', 'quick-start')))
  expect(commands).toContain('npx waystation serve')
})

describe.each(all)('$language/$page', ({ language, page, text }) => {
  test('every link leads to a page, a heading or a page of the console', () => {
    expect(linksOf(text).filter((link) => !leadsSomewhere(language, page, link))).toEqual([])
  })
})

/** Where variables of the environment are read, and where those of programs are set. */
const environmentReaders = [
  'server/src/config.ts',
  'server/src/serve.ts',
  'server/src/cli/import.ts',
  'server/src/lib/secret-files.ts',
  'server/src/lib/net/operator-proxy.ts',
  'contract/src/clients/agents/claude-code.ts',
]
/** Of other programs and of the operating system, and what stands for something. */
const foreign = new Set(['SQL_DSN', 'SIGHUP', 'SIGTERM', 'NAME', 'KEY', 'VALUE'])

describe.each(written)('$language/$page', ({ language, text }) => {
  test('every command of waystation exists', () => {
    const commands = sourceOf('server/src/cli/waystation.ts')
    const usages = ['user', 'option', 'audit', 'config'].map((file) => sourceOf(`server/src/cli/${file}.ts`)).join('\n')
    const unknown = waystationCommandsOf(text).filter((words) => {
      const [command = '', action] = words.split(' ')
      if (!new RegExp(`^  ${command}: \\{`, 'm').test(commands)) return true
      return ['user', 'option', 'audit', 'config'].includes(command) && !usages.includes(`waystation ${command} ${action}`)
    })
    expect(unknown).toEqual([])
  })

  test('every variable of the environment, setting, error and file that it names exists', () => {
    const sources = environmentReaders.map(sourceOf).join('\n')
    const assigned = [...text.matchAll(/(?:^|\s|export )([A-Z][A-Z_]{3,})=/gm)].map((match) => match[1] ?? '')
    const named = codesOf(text).flatMap((code) => (/^[A-Z][A-Z_]{3,}(?:=\S*)?$/.test(code) ? [code.replace(/=.*/, '')] : []))
    expect([...assigned, ...named].filter((variable) => !foreign.has(variable) && !new RegExp(`\\b${variable}\\b`).test(sources))).toEqual(
      [],
    )

    const files = codesOf(text).filter((code) => /^(?:docs|deploy)\/|^[A-Z]+\.md$/.test(code))
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])

    const codes = codesOf(text).filter((code) => /^[a-z]+(?:_[a-z]+)+$/.test(code))
    expect(codes.filter((code) => !isErrorCode(code))).toEqual([])
  })

  test('what is bold stands on a screen, in these words', () => {
    const screens = new Set<string>([
      ...leaves({ en, zh }[language]),
      ...options.map((option) => option.name[language]),
      ...Object.values(errors).map((entry) => entry[language]),
    ])
    const folded = new Set([...screens].map((words) => words.toLowerCase().replace(/[….]$/, '')))
    const bold = [...proseOf(text).matchAll(/\*\*([^*]+)\*\*/g)].map((match) => match[1] ?? '')
    expect(bold.filter((words) => !folded.has(words.toLowerCase().trim()))).toEqual([])
  })

  test('it keeps to the glossary', () => {
    const plain = proseOf(text)
      .replaceAll(/`[^`\n]*`/g, '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/[*[\]]/g, '')
    const broken = { en: englishRules, zh: chineseRules }[language].flatMap(([rule, forbidden]) =>
      plain
        .split('\n')
        .filter((line) => forbidden.test(line))
        .map((line) => `${rule}: ${line}`),
    )
    expect(broken).toEqual([])
  })
})

interface Tree {
  readonly [key: string]: string | Tree
}

function leaves(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)))
}
