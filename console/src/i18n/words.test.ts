// Texts follow docs/glossary.md. What a machine can see of that is checked here, for the console, errors, options, providers and the audit log.
import { endpoints } from '@waystation/contract/api/endpoints'
import { summariesInChinese } from '@waystation/contract/api/summaries-zh'
import { channelTypes } from '@waystation/contract/channels/channel-type'
import { clientCheckWords } from '@waystation/contract/clients/client-checks'
import { errors } from '@waystation/contract/errors'
import { options } from '@waystation/contract/options/registry'
import { auditActions } from '@waystation/contract/people/audit'
import { expect, test } from 'vitest'
import { chineseRules, englishRules } from '../../testing/word-rules.ts'
import { en } from './en.ts'
import { zh } from './zh.ts'

interface Tree {
  readonly [key: string]: string | Tree
}

function leaves(tree: Tree, path = ''): (readonly [key: string, text: string])[] {
  return Object.entries(tree).flatMap(([key, text]) => {
    const at = path === '' ? key : `${path}.${key}`
    return typeof text === 'string' ? [[at, text] as const] : leaves(text, at)
  })
}

const errorTexts = (language: 'zh' | 'en') => Object.entries(errors).map(([code, entry]) => [`error ${code}`, entry[language]] as const)
const optionTexts = (language: 'zh' | 'en') =>
  options.flatMap(({ key, name, about, type }) => [
    [`option ${key}`, name[language]] as const,
    [`about option ${key}`, about[language]] as const,
    ...Object.values(type.choices ?? {}).map((choice) => [`choice of ${key}`, choice[language]] as const),
  ])

/** Texts in both languages wherever they are in a value. */
function pairsIn(value: unknown, at: string): (readonly [at: string, zh: string, en: string])[] {
  if (typeof value !== 'object' || value === null) return []
  if ('zh' in value && 'en' in value) return [[at, String(value.zh), String(value.en)]]
  return Object.entries(value).flatMap(([name, part]) => pairsIn(part, `${at} ${name}`))
}

const pairs = [...pairsIn(channelTypes, 'provider'), ...pairsIn(auditActions, 'audit'), ...pairsIn(clientCheckWords, 'check')]
const chinese = [...leaves(zh), ...errorTexts('zh'), ...optionTexts('zh'), ...pairs.map(([at, text]) => [at, text] as const)]
const english = [...leaves(en), ...errorTexts('en'), ...optionTexts('en'), ...pairs.map(([at, , text]) => [at, text] as const)]

/** The specification quotes these texts: with a half-width mark, and in the formal form. */
const QUOTED = new Set(['shell.loggedOut', 'inbox.emptyText'])
/** Facts that are Chinese words themselves, so that no space stands around them. */
const HAN_FACTS = /\{(than|metric|name|what)\}/g

test.each(chineseRules)('Chinese: %s', (_rule, forbidden) => {
  const found = chinese.filter(([key, text]) => !QUOTED.has(key) && forbidden.test(text.replace(HAN_FACTS, '')))
  expect(found).toEqual([])
})

test.each(englishRules)('English: %s', (_rule, forbidden) => {
  expect(english.filter(([, text]) => forbidden.test(text))).toEqual([])
})

/** Facts of a text. A count may be left out where a language has one word for it. */
const factsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].filter((fact) => fact !== '{count}').sort()

/** Rules of the console's own: a guide may speak of the budgets of other gateways. */
const consoleRules = [
  ['limit, never budget', 'en', /(?<!thinking )\bbudgets?\b/i],
  ['用量上限 or 消费上限, never 预算', 'zh', /(?<!思考)预算/],
  ['response, never answer', 'en', /\b(an?|the|their|whole) answers?\b/i],
  ['Token with a capital, beside Han', 'zh', /\p{Script=Han} ?tokens?\b|\btokens? ?\p{Script=Han}/u],
] as const

test.each(consoleRules)('%s', (_rule, language, forbidden) => {
  expect((language === 'zh' ? chinese : english).filter(([, text]) => forbidden.test(text))).toEqual([])
})

test('summaries of endpoints say provider, never vendor or upstream', () => {
  const summaries = [...endpoints.map(({ summary }) => summary), ...Object.values(summariesInChinese)]
  expect(summaries.filter((text) => /\b(vendor|upstream)s?\b|厂商|上游/i.test(text))).toEqual([])
})

test('a text has the same facts in both languages', () => {
  const ofChinese = new Map(leaves(zh))
  const chineseOf = (key: string) => ofChinese.get(key.replace(/_one$/, '_other')) ?? ''
  expect(leaves(en).filter(([key, text]) => factsOf(text).join() !== factsOf(chineseOf(key)).join())).toEqual([])
})
