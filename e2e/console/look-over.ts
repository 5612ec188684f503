// What a careful person would see on a page: words of the other language, keys in the place of words, things cut off or sticking out,
// a page that scrolls sideways, targets too small for a finger.
import { clients } from '@waystation/contract/clients/clients'
import { providerTitles } from '@waystation/contract/people/sign-in'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { channels, models, tokens } from './filling-lists.ts'
import { codeNames } from './filling-money.ts'
import { taskTexts } from './filling-tasks.ts'
import { lookScript, type PageFacts } from './look-in-page.ts'
import { allWords, type Language } from './words.ts'

/** Names that are data, and those that are the same in both languages. */
const data = [
  // A notice that the super admin got in their own language.
  '个渠道的供应商模型有变化',
  ...channels.map(({ name }) => name),
  ...tokens.map(({ name }) => name),
  ...models,
  ...codeNames,
  ...taskTexts,
  ...clients.map(({ name }) => name),
  // Fields of programs that know English only.
  'Add Custom Model',
  '林小满',
  '孙梅',
  '王芳',
  'AMA 问天',
  '中文',
  // What vendors call a tier of service.
  'priority ×',
  // A gateway that channels lead to.
  'New API',
  '默认分组',
  'VIP 分组',
]

interface Look {
  readonly language: Language
  readonly isPhone: boolean
  readonly hasAxe: boolean
  /** Further names that are data. */
  readonly texts?: readonly string[]
}

/** Every fault of the page as it stands, each in one line. Empty: fine. */
export async function lookOver(page: Page, { language, isPhone, hasAxe, texts = [] }: Look): Promise<string[]> {
  const facts: PageFacts = { isPhone, isHan: language === 'zh', data: [...data, ...texts], otherWords: otherWords[language], keyRoots }
  const faults = await page.evaluate<string[]>(lookScript(facts))
  return hasAxe ? [...faults, ...(await axeFaults(page))] : faults
}

/** Names of other sites are said alike in every language, also where one of them adds a word. */
const siteNames = new Set([...Object.values(providerTitles), 'OIDC', 'LinuxDO', 'Turnstile'])

/** What only the other language says, as patterns; what is said in both, and what is shorter than a word, tells nothing. */
const otherWords: Readonly<Record<Language, readonly string[]>> = { zh: onlyIn('en', 'zh'), en: onlyIn('zh', 'en') }

function onlyIn(language: Language, other: Language): string[] {
  const said = new Set([...allWords(other).values()])
  return [...allWords(language).values()]
    .filter(
      (text) =>
        !said.has(text) && !siteNames.has(text) && /[A-Za-z\u4e00-\u9fff]{2}/.test(text.replace(/\{\w+\}/g, '')) && !/^\{\w+\}/.test(text),
    )
    .map((text) =>
      text
        .split(/\{\w+\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.+'),
    )
}

const keyRoots = [...new Set([...allWords('zh').keys()].map((key) => key.split('.')[0] ?? ''))]

/** Runs by the debugger's door, which the page's content policy does not rule. */
async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe ?? (() => { ${axe.source} })()`)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: AxeInPage }).axe.run(document, {
      resultTypes: ['violations'],
      // An experiment of axe's: it takes the letters of an avatar, which are hidden from readers, for a part of the label.
      rules: { 'label-content-name-mismatch': { enabled: false } },
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `axe ${id}: ${nodes
            .slice(0, 3)
            .map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? ''})`)
            .join('; ')}`,
      )
  })
}

interface AxeInPage {
  run(
    root: unknown,
    options: object,
  ): Promise<{
    violations: { id: string; impact: string | null; nodes: { target: string[]; any: { message: string }[] }[] }[]
  }>
}
