import type { Attention } from '@waystation/contract/channels/state/attention'
import { expect, test } from 'vitest'
import { attentionLines } from './attention-lines.ts'

const nothing = { total: 0, items: [] }
const well: Attention = {
  ...{ disabled: nothing, one_left: nothing, weakened: nothing, failed_tests: nothing },
  ...{ balances: nothing, unpriced: nothing, ending: nothing, server_errors: 0 },
}
/** Keys with their facts, in place of words. */
const say = ((key: string, facts: object = {}) => `${key} ${JSON.stringify(facts)}`) as never

test('where all is well there is no line', () => {
  expect(attentionLines(well, say, 'en')).toEqual([])
})

test('each line leads to where it is mended, and what is not named is counted', () => {
  const told: Attention = {
    ...well,
    one_left: { total: 3, items: [{ id: 7, name: 'last', total: 2 }] },
    failed_tests: { total: 1, items: [{ id: 8, name: 'ill', failure: { code: 'upstream_timeout', facts: {} }, tested_at: 1 }] },
    balances: { total: 1, items: [{ id: 9, name: 'poor', balance: '4.500000', currency: 'USD', days: 1.5 }] },
    server_errors: 2,
    unpriced: { total: 12, items: [{ model: 'new-model', calls_last_week: 4 }] },
  }
  const lines = attentionLines(told, say, 'en')
  expect(lines.map(({ name, tone, target }) => [name, tone, target.search])).toEqual([
    ['', 'red', { tab: 'other', card: 'info' }],
    ['last', 'red', { edit: '7' }],
    ['poor', 'amber', { edit: '9' }],
    ['ill', 'amber', { edit: '8' }],
    ['', 'amber', {}],
    ['new-model', 'red', { tab: 'operation', card: 'prices', prices: 'unpriced' }],
    ['', 'amber', { tab: 'operation', card: 'prices', prices: 'unpriced' }],
  ])
  const texts = lines.map(({ text }) => text).join('\n')
  expect(texts).toContain('dashboard.attention.serverErrors {"count":2}')
  expect(texts).toContain('"amount":"4.50 USD","days":1.5')
  expect(texts).toContain('The provider did not respond in time')
  expect(texts).toContain('dashboard.attention.more.keys {"count":2}')
  expect(texts).toContain('dashboard.attention.more.prices {"count":11}')
})
