// MON-3 at every call that takes an amount: numbers that no amount can be are refused before anything happens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

/** As they would stand in JSON: near 2^64, 2^63 and 2^53, beyond doubles, below nothing, parts of a cent, and what is no number. */
const big = ['18446744073709551615', '18446744073709551616', '9223372036854775808', '9007199254740993', '1e308', '1e309']
const negative = ['-1', '-9007199254740993', '-1e308']
const parts = ['0.001', '1.5', '10.001', '1e-7', '0.30000000000000004']
const none = ['NaN', 'Infinity', '"NaN"', '"5"', '"１２"', 'true', '[5]', '{}', '{"valueOf":5}']
/** Ratios may have parts. */
const beyond = [...big, ...negative, ...none]
const all = [...big, ...negative, ...parts, ...none]

/** Texts of options, whose numbers are written as people write them. */
const optionTexts = [
  '18446744073709551615',
  '9223372036854775808',
  '1e308',
  '1e309',
  '-1',
  '-1e308',
  'NaN',
  'Infinity',
  '５',
  '1,5',
  'five',
]
const wholeOptions = [
  'MinTopUp',
  'QuotaPerUnit',
  'CheckInQuota',
  'CheckInMaxQuota',
  'QuotaForNewUser',
  'QuotaForInviter',
  'QuotaForInvitee',
]
const optionCases: [string, readonly string[]][] = [
  ...wholeOptions.map((key): [string, string[]] => [key, [...optionTexts, '0.001', '1.5']]),
  ...['Price', 'StripePrice', 'RebatePercentage', 'PreConsumedQuota'].map((key): [string, readonly string[]] => [key, optionTexts]),
  ['QuotaRemindThreshold', optionTexts],
  ...['fallback_single_price', 'fallback_input_ratio', 'fallback_completion_ratio'].map((key): [string, readonly string[]] => [
    key,
    optionTexts,
  ]),
  ...['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'].map((key): [string, string[]] => [
    key,
    ['-1', '1e308', '1e309', 'NaN', '"5"', '[]', '{}', 'true'].map((number) => `{"some-model":${number}}`),
  ]),
  ...['TopupGroupRatio', 'GroupRatio'].map((key): [string, string[]] => [
    key,
    ['-1', '1e308', '1e309', 'NaN', '"5"', '[]'].map((number) => `{"default":${number}}`),
  ]),
]

eachKind('amounts that are none', (kind) => {
  let console: TestConsole
  let root: Visitor
  let user: Visitor
  let ids: { user: number; code: number; token: number }

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    user = await console.user('somebody')
    await console.confirm(root, 'secret_options')
    const payment = { ServerAddress: 'http://gw.example', PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: 'key' }
    for (const [key, value] of Object.entries(payment)) await call('PUT /api/option/', root, { key, value })
    await call('POST /api/redemption/', root, { name: 'mine', quota: 70 })
    const codes = await call<{ items: { id: number }[] }>('GET /api/redemption/', root)
    const token = await call<{ id: number }>('POST /api/token/', user, { name: 'mine', remain_quota: 70 })
    ids = { user: user.id, code: codes.items[0]?.id ?? 0, token: token.id }
  }, 180_000)
  afterAll(() => console.close())

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message}`).toBe(true)
    return json.data as Data
  }
  /** Everything that is money, or decides about it. */
  const moneyState = async () => {
    const tables = [
      'account',
      'entry',
      'redemption',
      'redemption_use',
      'top_up_order',
      'token',
      'check_in',
      'option',
      'budget',
      'price_version',
    ] as const
    const rows = await Promise.all(tables.map((table) => console.database.read.selectFrom(table).selectAll().execute()))
    return rows.map((table) => table.map((row) => JSON.stringify(row)).sort())
  }
  const headers = { 'content-type': 'application/json' }

  describe.each<[string, 'root' | 'user', (number: string) => string, readonly string[]]>([
    ['POST /api/user/amount', 'user', (number) => `{"amount":${number}}`, all],
    ['POST /api/user/pay', 'user', (number) => `{"amount":${number},"payment_method":"zfb"}`, all],
    ['POST /api/user/aff_transfer', 'user', (number) => `{"quota":${number}}`, all],
    ['POST /api/user/topup', 'user', (number) => `{"key":${number}}`, all],
    ['PUT /api/user/', 'root', (number) => `{"id":${ids.user},"quota":${number}}`, all],
    ['PUT /api/user/', 'root', (number) => `{"id":${ids.user},"quota_delta":${number}}`, all],
    ['PUT /api/user/', 'root', (number) => `{"id":${ids.user},"quota":5,"quota_seen":${number}}`, all.filter((one) => one !== '-1')],
    ['POST /api/redemption/', 'root', (number) => `{"name":"bad","quota":${number}}`, all],
    ['POST /api/redemption/', 'root', (number) => `{"name":"bad","count":${number}}`, all],
    ['POST /api/redemption/', 'root', (number) => `{"name":"bad","is_gift":true,"max_uses":${number}}`, all.filter((one) => one !== '-1')],
    ['PUT /api/redemption/', 'root', (number) => `{"id":${ids.code},"quota":${number}}`, all],
    ['POST /api/token/', 'user', (number) => `{"name":"bad","remain_quota":${number}}`, all],
    ['PUT /api/token/{token}/budget', 'user', (number) => `{"period":"day","zone":"UTC","limit":${number}}`, all],
    ['PUT /api/token/{token}/budget', 'user', (number) => `{"period":"day","zone":"UTC","limit":5,"soft_limit":${number}}`, all],
    ['PUT /api/user/{user}/budget', 'root', (number) => `{"period":"month","zone":"UTC","limit":${number}}`, all],
    // A balance is whole, a threshold need not be.
    ['PUT /api/user/setting', 'user', (number) => `{"quota_warning_threshold":${number}}`, [...big, ...negative, ...none]],
    ['PUT /api/price/', 'root', (number) => `{"changes":{"ModelRatio":"{\\"some-model\\":${number.replaceAll('"', '\\"')}}"}}`, beyond],
    // Clients send the negative balance of an overdrawn token back: it changes nothing, and is no fault.
    ['PUT /api/token/', 'user', (number) => `{"id":${ids.token},"remain_quota":${number}}`, all.filter((one) => !negative.includes(one))],
  ])('%s', (line, who, bodyOf, numbers) => {
    test(`MON-3 ${bodyOf.toString().replace(/^.*=> /s, '')} refuses what is no amount before any effect`, async () => {
      const before = await moneyState()
      for (const number of numbers) {
        const path = line.replace('{token}', String(ids.token)).replace('{user}', String(ids.user))
        const { json, status } = await console.call(path, { as: who === 'root' ? root : user, text: bodyOf(number), headers })
        expect({ number, success: json.success, isFault: status >= 500 }).toEqual({ number, success: false, isFault: false })
      }
      expect(await moneyState()).toEqual(before)
    })
  })

  test.each(optionCases)('MON-3 the option %s refuses what is no amount before any effect', async (key, texts) => {
    const before = await moneyState()
    for (const value of texts) {
      const { json, status } = await console.call('PUT /api/option/', { as: root, body: { key, value } })
      expect({ value, success: json.success, isFault: status >= 500 }).toEqual({ value, success: false, isFault: false })
    }
    expect(await moneyState()).toEqual(before)
  })

  test('MON-3 an amount whose price leaves the exact range is refused, and no order is kept', async () => {
    await call('PUT /api/option/', root, { key: 'Price', value: '1000000000' })
    const before = await moneyState()
    for (const amount of [1_000_000_000_000, 999_999_999_999, 1_000_000_000]) {
      const { json } = await console.call('POST /api/user/pay', { as: user, body: { amount, payment_method: 'zfb' } })
      expect(json.code).toBe('quota_range')
    }
    expect(await moneyState()).toEqual(before)
    await call('PUT /api/option/', root, { key: 'Price', value: '7.3' })
  })

  test('MON-3 of many clicks at once that make the same code of one’s own, one makes it', async () => {
    const clicks = Array.from({ length: 10 }, () =>
      console.call('POST /api/redemption/', { as: root, body: { name: 'clicked', key: `Clicked-${kind}`, quota: 70 } }),
    )
    const replies = await Promise.all(clicks)
    expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    expect(new Set(replies.filter(({ json }) => !json.success).map(({ json }) => json.code))).toEqual(new Set(['redemption_key_taken']))
    expect(await call<number>('GET /api/redemption/count-by-name?name=clicked', root)).toBe(1)
  })

  test('MON-3 letters of other alphabets, of other widths and what cannot be seen make no code', async () => {
    const [code = ''] = await call<string[]>('POST /api/redemption/', root, { name: 'alike', quota: 70 })
    const before = await moneyState()
    const zero = code.replaceAll(/[0a-f]/g, (letter) => ({ a: 'а', c: 'с', e: 'е', '0': '０' })[letter] ?? `${letter}\u200b`)
    for (const typed of [zero, `${code}\u0000`, `${code.slice(0, 31)}\u0301`, `${code}'--`, code.slice(1), `${code}0`]) {
      const { json } = await console.call('POST /api/user/topup', { as: user, body: { key: typed } })
      expect(json.success).toBe(false)
    }
    expect(await moneyState()).toEqual(before)
    await call('POST /api/user/topup', user, { key: ` ${code.toUpperCase().replaceAll('0', 'O')} ` })
  })
})
