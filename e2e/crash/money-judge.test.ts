// The judge of the crash loop: it finds nothing where all is well, and each kind of fault where somebody was told something else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../server/src/testing/console.ts'
import { epayNotice, signedByEpay } from '../../server/src/testing/fakes/epay-notice.ts'
import type { MoneyFacts } from './money-facts.ts'
import { judgeMoney } from './money-judge.ts'
import { CHECK_IN, EPAY_KEY, GIFTS, type Person, REBATE_THOUSANDTHS, UNIT } from './money-people.ts'

let console: TestConsole
let root: Visitor
let host: Visitor
let guest: Visitor
let facts: MoneyFacts

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  await console.confirm(root, 'secret_options')
  const options = {
    ...{ ServerAddress: 'http://gw.example', PayAddress: 'https://pay.test', EpayId: '1001', EpayKey: EPAY_KEY, Price: 1 },
    ...{ CheckInEnabled: true, CheckInQuota: CHECK_IN.least, CheckInMaxQuota: CHECK_IN.most },
    ...{ QuotaForNewUser: GIFTS.register, QuotaForInviter: GIFTS.inviter, QuotaForInvitee: GIFTS.invitee },
    ...{ RebateEnabled: true, RebatePercentage: REBATE_THOUSANDTHS / 10 },
  }
  for (const [key, value] of Object.entries(options)) await call('PUT /api/option/', root, { key, value: String(value) })
  host = await register('host', '')
  guest = await register('guest', await call<string>('GET /api/user/aff', host))
  facts = await moveMoney()
}, 120_000)
afterAll(() => console.close())

async function call<Data>(line: string, as: Visitor, body?: object): Promise<Data> {
  const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
  expect(json.success, `${line}: ${json.message}`).toBe(true)
  return json.data as Data
}

async function register(username: string, aff_code: string): Promise<Visitor> {
  const { json } = await console.call('POST /api/user/register', { body: { username, password: PASSWORD, password2: PASSWORD, aff_code } })
  expect(json.success, json.message).toBe(true)
  return console.login(username)
}

/** One of everything, with the facts that its people would have. */
async function moveMoney(): Promise<MoneyFacts> {
  const [text = ''] = await call<string[]>('POST /api/redemption/', root, { name: 'single', quota: 700 })
  await call('POST /api/user/topup', guest, { key: text })
  const { items } = await call<{ items: { id: number }[] }>('GET /api/redemption/', root)
  const tries = [{ userId: guest.id, outcome: 'done' as const, code: '' }]
  const order = { gateway: 'epay' as const, userId: guest.id, quota: 3 * UNIT, notices: ['done' as const], forged: ['refused' as const] }
  const { json } = await console.call('POST /api/user/pay', { as: guest, body: { amount: 3, payment_method: 'zfb' } })
  const notice = new URLSearchParams(signedByEpay(epayNotice(json.data as Record<string, string>), EPAY_KEY))
  expect((await console.call(`GET /api/user/epay/notify?${notice}`)).text).toBe('success')
  await call(`POST /api/topup/${json.id}/refund`, root)
  const { quota } = await call<{ quota: number }>('POST /api/user/check_in', guest, {})
  const transfer = await console.call('POST /api/user/aff_transfer', { as: host, body: { quota: UNIT + 1 } })
  await call('PUT /api/user/', root, { id: guest.id, quota_delta: -40, quota_reason: 'edit 1' })
  return {
    codes: [{ text, quota: 700, isGift: false, maxUses: -1, id: items[0]?.id ?? 0, tries }],
    orders: [{ ...order, id: Number(json.id), tradeNo: String(json.trade_no), refunds: [{ outcome: 'done', code: '' }], reversals: [] }],
    checkIns: [{ userId: guest.id, amount: quota, outcome: 'done', reason: '' }],
    transfers: [{ userId: host.id, amount: UNIT + 1, outcome: 'done', reason: String(transfer.headers['x-request-id']) }],
    edits: [{ userId: guest.id, amount: -40, outcome: 'done', reason: 'edit 1' }],
  }
}

async function judged(told: MoneyFacts, guests: readonly Person[] = []) {
  const kinds: string[] = []
  const verdict = await judgeMoney(console.database, { hosts: [], guests: [...guests] }, told, (kind) => void kinds.push(kind))
  return { kinds: [...new Set(kinds)].sort(), verdict }
}

const all = (change: (facts: MoneyFacts) => Partial<MoneyFacts>): MoneyFacts => ({ ...facts, ...change(facts) })

test('where all is well nothing is found, and each kind is counted', async () => {
  const { kinds, verdict } = await judged(facts)
  expect(kinds).toEqual([])
  // A rebate for the code, one for the order; the refund takes back both the order and its rebate.
  expect(verdict.kinds).toEqual({
    ...{ redeem: 1, epay: 1, stripe: 0, refund: 2, dispute: 0, debt: 0, rebate: 2, 'aff-transfer': 1, adjust: 1, 'check-in': 1 },
    // Two first gifts and one for having been invited; the inviter's lies on an account of its own.
    grant: 3,
  })
  expect(verdict).toMatchObject({ doubtful: 0, stood: 0, forged: 1 })
})

test('a refused transfer of the same amount does not take the place of the one that was made', async () => {
  const told = all(({ transfers }) => ({
    transfers: [...transfers.map((one) => ({ ...one, outcome: 'refused' as const, reason: 'another request' })), ...transfers],
  }))
  expect((await judged(told)).kinds).toEqual([])
})

test('what was in doubt may stand', async () => {
  const inDoubt = <Item extends { outcome: string }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, outcome: 'doubtful' as const }))
  const told = all(({ transfers, edits }) => ({ transfers: inDoubt(transfers), edits: inDoubt(edits) }))
  const { kinds, verdict } = await judged(told)
  expect(kinds).toEqual([])
  expect(verdict).toMatchObject({ doubtful: 2, stood: 2 })
})

test.each<[string, (facts: MoneyFacts) => Partial<MoneyFacts>, string[]]>([
  [
    'a second person who was told that they redeemed the code',
    ({ codes }) => ({ codes: codes.map((code) => ({ ...code, tries: [...code.tries, { userId: 2, outcome: 'done', code: '' }] })) }),
    ['lost'],
  ],
  [
    'a refused redemption that stands',
    ({ codes }) => ({
      codes: codes.map((code) => ({
        ...code,
        tries: code.tries.map((one) => ({ ...one, outcome: 'refused', code: 'redemption_invalid' })),
      })),
    }),
    ['wrong'],
  ],
  ['a code of another amount', ({ codes }) => ({ codes: codes.map((code) => ({ ...code, quota: 7000 })) }), ['wrong']],
  ['a code that nobody knows', () => ({ codes: [] }), ['double']],
  [
    'an order that was never paid',
    ({ orders }) => ({ orders: orders.map((order) => ({ ...order, notices: [], refunds: [] })) }),
    ['wrong'],
  ],
  ['a forged notice that was believed', ({ orders }) => ({ orders: orders.map((order) => ({ ...order, forged: ['done'] })) }), ['wrong']],
  ['an order that nobody opened', () => ({ orders: [] }), ['double']],
  [
    'a reward of another amount',
    ({ checkIns }) => ({ checkIns: checkIns.map((one) => ({ ...one, amount: one.amount + 1 })) }),
    ['lost', 'wrong'],
  ],
  ['two rewards on one day', ({ checkIns }) => ({ checkIns: [...checkIns, ...checkIns] }), ['lost']],
  ['a transfer that was refused', ({ transfers }) => ({ transfers: transfers.map((one) => ({ ...one, outcome: 'refused' })) }), ['wrong']],
  ['a transfer that nobody made', () => ({ transfers: [] }), ['double']],
  ['two transfers', ({ transfers }) => ({ transfers: [...transfers, ...transfers] }), ['lost']],
  ['an edit of another amount', ({ edits }) => ({ edits: edits.map((one) => ({ ...one, amount: -41 })) }), ['wrong']],
])('%s is found', async (_words, change, kinds) => {
  expect((await judged(all(change))).kinds).toEqual(kinds)
})

test('somebody who was told that they are registered, and does not exist, is found', async () => {
  expect((await judged(facts, [{ id: 4711, name: 'nobody', cookie: '', inviterId: 0 }])).kinds).toEqual(['lost'])
})
