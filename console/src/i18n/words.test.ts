// Texts follow docs/glossary.md. What a machine can see of that is checked here, for the console, errors, options, providers and the audit log.
import { channelTypes } from '@waystation/contract/channels/channel-type'
import { errors } from '@waystation/contract/errors'
import { options } from '@waystation/contract/options/registry'
import { auditActions } from '@waystation/contract/people/audit'
import { expect, test } from 'vitest'
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

const pairs = [...pairsIn(channelTypes, 'provider'), ...pairsIn(auditActions, 'audit')]
const chinese = [...leaves(zh), ...errorTexts('zh'), ...optionTexts('zh'), ...pairs.map(([at, text]) => [at, text] as const)]
const english = [...leaves(en), ...errorTexts('en'), ...optionTexts('en'), ...pairs.map(([at, , text]) => [at, text] as const)]

/** The specification quotes these texts: with a half-width mark, and in the formal form. */
const QUOTED = new Set(['shell.loggedOut', 'inbox.emptyText'])
/** Facts that are Chinese words themselves, so that no space stands around them. */
const HAN_FACTS = /\{(than|metric|name|what)\}/g

const chineseRules: readonly (readonly [rule: string, forbidden: RegExp])[] = [
  ['你, never 您', /您/],
  ['未设置价格 for a model without a price', /没有(设置)?价格|未配置价格|无价格|未定价|必须定价/],
  ['禁用, never 停用; 备用价格, never 兜底价格; 用尽, never 用完 or 耗尽', /停用|兜底|用完|耗尽/],
  ['不可恢复, never 不可撤销', /不可撤销|无法恢复/],
  ['供应商, never 服务商; 账户, never 账号; 收件箱, never 站内信; 显示名称, never 显示名', /服务商|账号|站内信|显示名(?!称)/],
  ['频率限制, never 速率限制', /速率限制/],
  ['a space between Han and Latin letters or digits', /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u],
  ['a space between Han and a fact', /\p{Script=Han}\{|\}\p{Script=Han}/u],
  ['half-width digits and letters', /[０-９Ａ-Ｚａ-ｚ]/],
  ['full-width punctuation beside Han', /\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u],
  ['… instead of dots', /\.\.\.|。。|……/],
]

const englishRules: readonly (readonly [rule: string, forbidden: RegExp])[] = [
  ['select, never choose', /\b(choose|chooses|chosen)\b/i],
  ['"Leave empty to …", never "Empty: …"', /\bempty:/i],
  ['American spelling', /\b(organis|sanitis|authoris|recognis|colour|favour|behaviour|cancelled|catalogue|licence)/i],
  ['reject, never refuse', /\brefus/i],
  ['email address, never mail address; image, never picture', /(?<!e-?)\bmail address|\bpictures?\b/i],
  ['no riddles', /\b(is|are|was) (asked|told)\b|\btakes? turns\b|\bstands? (below|above|here)\b|\bgoes by\b|\blets? in\b|\bby itself\b/i],
  ['no riddles', /\b(everybody|nobody|whoever|way round|at all events|dissolve|most input)\b/i],
  ['no riddles', /\b(abroad|dearer|films?|under way|resting|is taken too)\b/],
  ['ID, never id, but in words that OpenAI has', /(?<![{"])\bid\b(?![}"]| \{id)/],
  ['… instead of dots', /\.\.\./],
]

test.each(chineseRules)('Chinese: %s', (_rule, forbidden) => {
  const found = chinese.filter(([key, text]) => !QUOTED.has(key) && forbidden.test(text.replace(HAN_FACTS, '')))
  expect(found).toEqual([])
})

test.each(englishRules)('English: %s', (_rule, forbidden) => {
  expect(english.filter(([, text]) => forbidden.test(text))).toEqual([])
})

/** Facts of a text. A count may be left out where a language has one word for it. */
const factsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].filter((fact) => fact !== '{count}').sort()

test('a text has the same facts in both languages', () => {
  const ofChinese = new Map(leaves(zh))
  const chineseOf = (key: string) => ofChinese.get(key.replace(/_one$/, '_other')) ?? ''
  expect(leaves(en).filter(([key, text]) => factsOf(text).join() !== factsOf(chineseOf(key)).join())).toEqual([])
})
