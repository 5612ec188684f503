// Each kind of charge, as the texts that explain it. tools/charge-readers.test.ts adds up thousands of them.
import type { ChargeFact, LogEntry, LogOther } from '@waystation/contract/calls/log'
import { dollarText } from '@waystation/contract/money/quota'
import { describe, expect, test } from 'vitest'
import { log as english } from '../../../i18n/en/log.ts'
import { log as chinese } from '../../../i18n/zh/log.ts'
import { numberText } from '../../../ui/number-format.ts'
import { addUp } from './add-up.ts'
import { type ChargeWords, chargeNotes, chargeRows, measuredInput } from './charge-text.ts'

interface Site {
  readonly language?: 'en' | 'zh'
  readonly inCurrency?: boolean
  readonly quotaPerUnit?: number
}

function wordsOf({ language = 'en', inCurrency = true, quotaPerUnit = 500_000 }: Site): ChargeWords {
  const texts: Readonly<Record<string, unknown>> = language === 'zh' ? chinese : english
  const figure = (value: number) => numberText(value, language)
  return {
    t: (key, facts = {}) => String(texts[key.slice('log.'.length)]).replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? `{${name}}`),
    figure,
    amount: (units) => (inCurrency ? dollarText(units, quotaPerUnit) : figure(units)),
    inCurrency,
    quotaPerUnit,
  }
}

const line = (bucket: string, tokens: number, weight: string) => ({ bucket, tokens, weight })

/** The explanation as lines of text: label, count, price or note, amount; then the notes. */
function explained(
  fact: Partial<ChargeFact>,
  { other = {}, site = {}, prompt = 0 }: { other?: LogOther; site?: Site; prompt?: number } = {},
) {
  const shared = { price_source: 'ratio', priced_model: 'm', group_ratio: '1', held: 0, quota: 0, lines: [] } as const
  const charge: ChargeFact = { kind: 'per-token', model_ratio: '1', ...shared, ...fact }
  const row = { group: 'default', quota: charge.quota, prompt_tokens: prompt } as LogEntry
  const words = wordsOf(site)
  const sum = addUp(charge, words.quotaPerUnit)
  if (!sum) throw new Error('no sum')
  const rows = chargeRows(row, other, charge, sum, words).map(({ label, part, count, price, note, amount }) =>
    [label, part, count, price?.text, note, amount.text].filter((text) => text !== undefined).join(' | '),
  )
  return { rows, notes: chargeNotes(row, other, charge, sum, words).map(({ text }) => text) }
}

test('tokens of each kind, the group, and the rounding', () => {
  const lines = [line('freshInput', 33_742, '1'), line('cacheRead', 186_400, '0.1'), line('output', 12_861, '5')]
  const fact = { model_ratio: '1.5', group_ratio: '1.2', quota: 210_037, lines }
  const { rows, notes } = explained(fact, { other: { reasoning_tokens: 900 } })
  expect(rows).toEqual([
    'Input | 33,742 | × $3.00 / M | $0.1012260',
    'Cached input | 186,400 | × $0.30 / M | $0.0559200',
    'Output | 900 reasoning | 12,861 | × $15.00 / M | $0.1929150',
    'Subtotal | $0.3500610',
    'Group | × 1.2 | $0.4200732',
    'Rounded to the smallest unit | to multiples of $1 ÷ 500,000 | $0.420074',
    'Charged | $0.420074',
  ])
  expect(notes).toEqual([])
})

test('where units are shown, the step from dollars to units is a row', () => {
  const { rows } = explained({ quota: 210, lines: [line('freshInput', 209, '1.003')] }, { site: { inCurrency: false } })
  expect(rows).toEqual([
    'Input | 209 | × $2.006 / M | ≈ $0.00041925',
    'Group | × 1 | ≈ $0.00041925',
    'In units | × 500,000 units / $ | 209.627',
    'Rounded to the smallest unit | to whole units | 210',
    'Charged | 210',
  ])
})

test('a price whose digits are cut says so', () => {
  const { rows } = explained({ quota: 2, lines: [line('output', 1, '3.928571428571')] })
  expect(rows[0]).toBe('Output | 1 | × $7.85714286 / M | $0.00000786'.replaceAll('$', '≈ $'))
})

test('a fixed price, whoever set it', () => {
  const fact = { kind: 'per-call', model_price: '0.04', group_ratio: '0.5', quota: 10_000, lines: [line('calls', 1, '1')] } as const
  expect(explained(fact).rows).toEqual(['Call | 1 | × $0.04 / call | $0.040000', 'Group | × 0.5 | $0.020000', 'Charged | $0.02'])
  expect(explained({ ...fact, price_source: 'fallback' }).rows).toEqual(explained(fact).rows)
})

test('a price for each page, where documents are read', () => {
  const fact = { kind: 'per-call', model_price: '0.004', quota: 6000, lines: [line('pages', 3, '1')] } as const
  const rows = ['Pages | 3 | × $0.004 / page | $0.012000', 'Group | × 1 | $0.012000', 'Charged | $0.012']
  expect(explained(fact).rows).toEqual(rows)
  expect(explained(fact, { site: { language: 'zh' } }).rows[0]).toBe('页 | 3 | × $0.004 / 页 | $0.012000')
})

test('a price for each search, where these are sold', () => {
  const fact = { kind: 'per-call', model_price: '0.002', quota: 3000, lines: [line('searches', 3, '1')] } as const
  const rows = ['Searches | 3 | × $0.002 / search | $0.006000', 'Group | × 1 | $0.006000', 'Charged | $0.006']
  expect(explained(fact).rows).toEqual(rows)
  expect(explained(fact, { site: { language: 'zh' } }).rows[0]).toBe('搜索 | 3 | × $0.002 / 次搜索 | $0.006000')
})

test('a service tier, tools that the vendor ran and a fee per call', () => {
  const { rows } = explained({
    ...{ model_ratio: '0.625', quota: 22_250, lines: [line('freshInput', 1000, '1'), line('output', 100, '8')] },
    tiers: [{ name: 'priority', factor: '2' }],
    uses: [
      { kind: 'request', count: 1, dollars: '0.01' },
      { kind: 'webSearch', count: 3, dollars: '0.01' },
    ],
  })
  expect(rows).toEqual([
    'Input | 1,000 | × $1.25 / M | $0.001250',
    'Output | 100 | × $10.00 / M | $0.001000',
    'Service tier priority | × 2 | $0.004500',
    'Fee per call | 1 | $0.01 each | $0.010000',
    'Web search | 3 | $0.01 each | $0.030000',
    'Subtotal | $0.044500',
    'Group | × 1 | $0.044500',
    'Charged | $0.0445',
  ])
})

test('a long prompt: the prices of its length, and by how much they are higher', () => {
  const fact: Partial<ChargeFact> = {
    ...{ model_ratio: '0.625', quota: 252_251, lines: [line('freshInput', 200_001, '2'), line('output', 300, '12')] },
    length_tier: { above: 200_000, input: '2', output: '1.5' },
  }
  const { rows, notes } = explained(fact, { prompt: 200_001 })
  expect(rows.slice(0, 2)).toEqual(['Input | 200,001 | × $2.50 / M | $0.5000025', 'Output | 300 | × $15.00 / M | $0.0045000'])
  expect(notes).toEqual([
    'The prompt of 200,001 tokens is longer than 200,000, so the whole call is charged at higher prices. They are included above: Input × 2 · Output × 1.5',
  ])
  expect(explained(fact, { prompt: 200_001, site: { language: 'zh' } }).notes).toEqual([
    '提示词共 200,001 个 Token，超过 200,000 个，整次调用按长提示词价格计费，上方价格已包含倍率：输入 × 2 · 输出 × 1.5',
  ])
})

test('less than one unit costs one', () => {
  const { rows } = explained({ model_ratio: '0.01', quota: 1, lines: [line('freshInput', 10, '1')] })
  expect(rows.slice(1)).toEqual([
    'Group | × 1 | $0.0000002',
    'Minimum charge | anything above zero costs at least one unit: $1 ÷ 500,000 | $0.000002',
    'Charged | $0.000002',
  ])
})

test('a group that pays nothing, and the special factor of a user’s group', () => {
  const lines = [line('freshInput', 1000, '1')]
  expect(explained({ group_ratio: '0', lines }).rows.slice(-2)).toEqual(['Group | × 0 | $0.000000', 'Charged | $0.00'])
  expect(explained({ group_ratio: '0', lines }).notes).toEqual([])
  const special = explained({ group_ratio: '0.5', quota: 500, lines }, { other: { user_group_ratio: 0.5 } })
  expect(special.rows[1]).toBe('Special ratio for group | × 0.5 | $0.001000')
})

test('what the balance did not cover is a row of its own', () => {
  const { rows, notes } = explained({ quota: 600, write_off: 400, lines: [line('freshInput', 1000, '1')] })
  expect(rows.slice(-2)).toEqual(['Not covered by the balance | −$0.0008', 'Charged | $0.0012'])
  expect(notes).toEqual(['The provider reported $0.0008 more than the balance could cover. It was not charged.'])
})

describe('calls that ended otherwise', () => {
  const lines = [line('freshInput', 1000, '1')]

  test('an empty response is free, and says so', () => {
    expect(explained({}).notes).toEqual(['The response was empty, so nothing was charged.'])
  })

  test('a response that was cut', () => {
    expect(explained({ quota: 1000, lines }, { other: { end_reason: 'quota_cut' } }).notes).toEqual([
      'The response was stopped when the balance was used up. Output after that is not charged.',
    ])
  })

  test('a call that was recovered, at what was counted, or at the whole hold', () => {
    const other: LogOther = { end_reason: 'recovered' }
    expect(explained({ quota: 1000, lines }, { other }).notes).toEqual([
      'The gateway stopped during this call. What was counted until then was charged.',
    ])
    expect(explained({ quota: 5000, lines }, { other }).notes).toEqual([
      'The gateway stopped during this call, and the whole hold of $0.01 was charged.',
    ])
  })

  test('a charge at another quota unit than today’s', () => {
    expect(explained({ quota: 777, lines }).notes[0]).toMatch(/At the current quota unit this adds up to \$0\.002/)
  })
})

test('a batch names its answers, and what went beyond the hold is told', () => {
  const lines = [line('freshInput', 1000, '1'), line('freshInput', 500, '2')]
  const other: LogOther = { batch: { requests: 3, answered: 2 }, task_id: 'batch_1' }
  const { notes } = explained({ quota: 1000, held: 1000, lines }, { other })
  expect(notes[0]).toBe('A batch of 3 requests, of which 2 were answered.')
  expect(notes[1]).toMatch(/^The provider reported usage of \$0\.004/)
})

test('what has no price is named', () => {
  expect(explained({ quota: 1000, lines: [line('freshInput', 1000, '1')], unpriced: ['flex', 'fileSearch'] }).notes).toEqual([
    'Reported by the provider but not charged, because no price is set: flex, fileSearch',
  ])
})

const charge: ChargeFact = {
  kind: 'per-token',
  price_source: 'ratio',
  priced_model: 'whisper-1',
  group_ratio: '1',
  model_ratio: '3',
  quota: 3099,
  held: 3099,
  lines: [{ bucket: 'freshInput', tokens: 1033, weight: '1' }],
}

// Test vector 10 of server-behaviour.
test('a recording of 61.2 seconds is shown as the 1033 tokens that were charged', () => {
  const shown = measuredInput({ audio_seconds: 61.2, charge })
  expect(shown).toEqual({ unit: 'seconds', seconds: 61.2, wholeSeconds: 62, tokens: charge.lines[0]?.tokens })
})

test('a document is shown as its pages', () => {
  expect(measuredInput({ pages: 12, charge })).toEqual({ unit: 'pages', pages: 12 })
})

test('a text is shown as its characters', () => {
  expect(measuredInput({ characters: 1234, charge })).toEqual({ unit: 'characters', characters: 1234 })
})

test('a recording whose seconds are other tokens is not shown as if they were these', () => {
  const lines = [{ bucket: 'audioInput', tokens: 1984, weight: '1' }] as const
  expect(measuredInput({ audio_seconds: 61.2, charge: { ...charge, lines } })).toBeUndefined()
})

test('nothing is shown where tokens were counted, or the price goes by the call', () => {
  expect(measuredInput({ charge })).toBeUndefined()
  expect(measuredInput({ audio_seconds: 61.2, charge: { ...charge, kind: 'per-call' } })).toBeUndefined()
  expect(measuredInput({ audio_seconds: 61.2 })).toBeUndefined()
})
