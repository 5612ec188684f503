import { expect, test } from 'vitest'
import { AppError, type ErrorCode, errorMessage, errorStatus, errors, languageOf } from './errors.ts'

const codes = Object.keys(errors) as ErrorCode[]

function factsOf(words: string): string[] {
  return [...words.matchAll(/\{(\w+(:quota)?)\}/g)].map((match) => match[1]!).toSorted()
}

test.each(codes)('%s has words in both languages, with the same facts', (code) => {
  const { zh, en, status } = errors[code]
  expect(factsOf(zh)).toEqual(factsOf(en))
  expect(zh).toMatch(/[\u4e00-\u9fff]|^\{detail\}$/)
  expect(en).not.toMatch(/[\u4e00-\u9fff]/)
  expect(status === 200 || (status >= 400 && status < 600)).toBe(true)
})

test.each(codes)('%s is a name in small letters', (code) => {
  expect(code).toMatch(/^[a-z][a-z0-9_]*$/)
})

test('facts stand in the words; one that is missing stays visible', () => {
  expect(errorMessage('model_not_found', { model: 'gpt-9' }, 'en')).toBe('The model gpt-9 does not exist')
  expect(errorMessage('model_not_found', { model: 'gpt-9' }, 'zh')).toBe('模型 gpt-9 不存在')
  expect(errorMessage('insufficient_user_quota', { need: 0 }, 'en')).toBe('Insufficient balance: $0.00 required, {available} left{way_out}')
})

test('amounts are money, exact to the unit, or units where the installation shows them', () => {
  const short = { need: 2009, available: 2, way_out: { zh: '', en: '' } }
  expect(errorMessage('pre_consume_token_quota_failed', short, 'zh')).toBe('令牌额度不足：需预扣 $0.004018，剩余 $0.000004')
  expect(errorMessage('pre_consume_token_quota_failed', short, 'en')).toBe(
    'Insufficient quota on this API key: $0.004018 required, $0.000004 left',
  )
  const inUnits = { quotaPerUnit: 500_000, isInCurrency: false }
  expect(errorMessage('insufficient_user_quota', short, 'zh', inUnits)).toBe('账户余额不足：需预扣 2009 额度，剩余 2 额度')
  expect(errorMessage('insufficient_user_quota', short, 'en', { quotaPerUnit: 1_000_000, isInCurrency: true })).toBe(
    'Insufficient balance: $0.002009 required, $0.000002 left',
  )
})

test('facts are put in as they are: dollar signs and braces mean nothing', () => {
  expect(errorMessage('insufficient_user_quota', { need: '$1.00', available: '{need}' }, 'en')).toContain('$1.00 required, {need} left')
})

test('an error keeps its code, facts, fields and cause', () => {
  const cause = new Error('low')
  const error = new AppError('bad_form', { a: 1 }, { cause, fields: { name: 'name_required' } })
  expect(error).toMatchObject({ code: 'bad_form', facts: { a: 1 }, fields: { name: 'name_required' }, cause, name: 'AppError' })
  expect(errorStatus(error.code)).toBe(200)
  expect(new AppError('bad_form').fields).toBeUndefined()
})

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['EN-us', 'en'],
  ['fr-FR, en;q=0.5', 'en'],
  ['fr', 'zh'],
  ['', 'zh'],
  [undefined, 'zh'],
] as const)('Accept-Language %j is %s', (header, language) => {
  expect(languageOf(header, 'zh')).toBe(language)
})
