// Bills in the four forms, and what is wrong with a file that cannot be read. The fixtures' README names their sources.
import { readFileSync } from 'node:fs'
import { AppError } from '@waystation/contract/errors'
import { expect, test } from 'vitest'
import { readBill } from './read-bill.ts'
import { modelKey, modelOfItem } from './vendors/model-key.ts'

const PER_DOLLAR = 500_000
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.csv`, import.meta.url), 'utf8')
const read = (name: string) => readBill(fixture(name), PER_DOLLAR)
const line = (date: string, model: string, micros: number, more: object = {}) => ({
  ...{ day: day(date), model, micros, quota: Math.round(micros / 2), slack: 0, tokens: 0 },
  ...more,
})
const refusal = async (text: string) => {
  try {
    await readBill(text, PER_DOLLAR)
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, ...error.facts }
    throw error
  }
  return { code: 'read' }
}

test('OpenAI: line items of a model are one line, days without costs are none, and no digit is lost on the way', async () => {
  expect(await read('openai-costs')).toEqual({
    form: 'openai',
    rows: 4,
    // 0.895874 + 0.104126 + 0.000014999999999999999, rounded once.
    lines: [line('2026-11-04', 'gpt-5-mini-2025-08-07', 1_000_015, { quota: 500_007 }), line('2026-11-06', 'gpt-5', 340_900)],
  })
})

test('Anthropic: kinds of tokens of a model are one line; amounts in cents may be half a cent off in each row', async () => {
  expect(await read('anthropic-cost')).toEqual({
    form: 'anthropic',
    rows: 3,
    lines: [
      line('2026-11-04', 'Claude Haiku 4.5', 70_000, { slack: 5000 }),
      line('2026-11-05', 'Claude Sonnet 4.5', 1_100_000, { slack: 2500 }),
    ],
  })
})

test('Google: items of the price list are models, unrounded amounts count, and the total is left out', async () => {
  expect(await read('google-report')).toEqual({
    form: 'google',
    rows: 3,
    lines: [line('2026-11-04', 'gemini-2.5-flash', 2_151_180), line('2026-11-04', 'gemini-2.5-flash-image', 7_817_400)],
  })
  expect((await read('google-cost-table')).lines).toEqual([line('2026-11-04', 'gemini-2.5-flash', 5_720_000)])
})

test('general: semicolons with a decimal comma, quoted cells, a byte order mark and CRLF', async () => {
  expect(await read('general')).toEqual({
    form: 'general',
    rows: 2,
    lines: [
      line('2026-11-04', 'gpt-5 "mini"', 1_234_560_000, { tokens: 1000, slack: 2500 }),
      line('2026-11-05', 'qwen3-max', 500_000, { slack: 2500 }),
    ],
  })
})

test.each([
  ['2026-11-04', '2026-11-04'],
  ['2026-11-04 23:59:59 UTC', '2026-11-04'],
  ['2026-11-04T23:30:00-07:00', '2026-11-05'],
  ['2026-11-04T00:30:00.123+08:00', '2026-11-03'],
  ['20261104', '2026-11-04'],
  ['1793750400', '2026-11-04'],
])('the date %s is the day %s in UTC', async (text, expected) => {
  expect((await readBill(`date,model,amount\n${text},m,1.000000\n`, PER_DOLLAR)).lines[0]?.day).toBe(day(expected))
})

test.each([
  ['1.25', 1_250_000],
  ['$1,234.50', 1_234_500_000],
  ['-0.000001', -1],
  ['(3.10)', -3_100_000],
  ['2.5e-3', 2500],
  ['0.0000005', 1],
])('the amount %s is %i millionths', async (text, micros) => {
  expect((await readBill(`date,model,amount\n2026-11-04,m,"${text}"\n`, PER_DOLLAR)).lines[0]?.micros).toBe(micros)
})

test.each([
  ['foo,bar\n1,2\n', { code: 'bill_columns_missing', missing: 'date, model, amount', found: 'foo, bar' }],
  ['usage_date_utc,model\n2026-11-04,x\n', { code: 'bill_columns_missing', missing: 'cost_usd', found: 'usage_date_utc, model' }],
  ['usage_date_utc,model_version,usage_input_tokens_no_cache\n2026-11-04,x,1\n', { code: 'bill_without_amounts', missing: 'cost_usd' }],
  ['start_time,model,num_model_requests\n1,x,1\n', { code: 'bill_without_amounts', missing: 'amount_value' }],
  ['date,model,amount\n2026-11-04,a,1\n\n2026-11-31,a,1\n', { code: 'bill_bad_date', line: 4, value: '2026-11-31', column: 'date' }],
  ['date,model,amount\n04/11/2026,a,1\n', { code: 'bill_bad_date', line: 2, value: '04/11/2026', column: 'date' }],
  ['Date,Model,Amount\n2026-11-04,"a\nb",1\n2026-11-04,a,1.2.3\n', { code: 'bill_bad_amount', line: 4, value: '1.2.3', column: 'Amount' }],
  ['date,model,amount\n2026-11-04,a,\n', { code: 'bill_bad_amount', line: 2, value: '', column: 'amount' }],
  ['date,model,amount,tokens\n2026-11-04,a,1,many\n', { code: 'bill_bad_tokens', line: 2, value: 'many', column: 'tokens' }],
  ['date,model,amount,currency\n2026-11-04,a,1,EUR\n', { code: 'bill_currency', line: 2, currency: 'EUR' }],
  ['date,model,amount\n2026-11-04,"a,1\n', { code: 'bill_unclosed_quote', line: 2 }],
  ['date,model,amount\n', { code: 'bill_no_lines' }],
  [
    'Usage start date,Usage end date,SKU description,Cost ($)\n2026-11-01,2026-11-30,Gemini 2.5 Pro Text Input,3\n',
    { code: 'bill_not_by_day', line: 2, from: '2026-11-01', to: '2026-11-30' },
  ],
])('a file that cannot be read says why: %s', async (text, expected) => {
  expect(await refusal(text)).toEqual(expected)
})

test('a hundred thousand lines are read, and one more is refused', async () => {
  const header = 'date,model,amount\n'
  const row = '2026-11-04,m,0.000001\n'
  expect((await readBill(header + row.repeat(99_999), PER_DOLLAR)).lines).toEqual([line('2026-11-04', 'm', 99_999, { quota: 50_000 })])
  expect(await refusal(header + row.repeat(100_000))).toEqual({ code: 'bill_too_long', limit: 100_000 })
})

test('the names of one model have one key, and those of others have others', () => {
  const same = (names: readonly string[]) => new Set(names.map(modelKey)).size
  const sonnet = ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5']
  expect(same([...sonnet, 'anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5@20250929'])).toBe(1)
  expect(same(['claude-3-5-haiku-latest', 'Claude Haiku 3.5'])).toBe(1)
  expect(same(['gpt-5-mini', 'gpt-5-mini-2025-08-07'])).toBe(1)
  expect(same(['gemini-2.5-pro-preview', 'gemini-2.5-pro'])).toBe(1)
  const others = [
    'gpt-5',
    'gpt-5-mini',
    'gpt-5.1',
    'gpt-5-nano',
    'claude-sonnet-4-5',
    'claude-sonnet-4',
    'claude-opus-4-5',
    'gemini-2.5-flash',
  ]
  expect(same(others)).toBe(others.length)
})

test.each([
  ['Generate content input token count gemini 3.1 flash lite preview text', 'gemini-3.1-flash-lite-preview'],
  ['Gemini 2.5 Flash GA Text Output (Thinking On) - Predictions', 'gemini-2.5-flash'],
  ['Generate_content image output token count for Gemini 3 Pro Image', 'gemini-3-pro-image'],
  ['Generate content input token count gemini 2.5 flash image', 'gemini-2.5-flash'],
  ['Grounding with Google Search', 'Grounding with Google Search'],
])('the item %s is about %s', (item, model) => {
  expect(modelOfItem(item)).toBe(model)
})
