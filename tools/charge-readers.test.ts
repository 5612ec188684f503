// MON-3: random calls (100,000 in `npm run test:all`, a fifth of these in `npm test`), each priced by the gateway and by an oracle that was
// written from the specification alone; and a tenth of them by a reader who sees nothing but the texts of the expanded log row. All must come
// to the same unit.
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { promptTokensOf } from '@waystation/contract/calls/usage'
import { dollarText } from '@waystation/contract/money/quota'
import { isWhole } from '@waystation/wire/testing/matrix'
import { expect, test } from 'vitest'
import { addUp } from '../console/src/features/usage-logs/explanation/add-up.ts'
import { type ChargeRow, type ChargeWords, chargeNotes, chargeRows } from '../console/src/features/usage-logs/explanation/charge-text.ts'
import { log as english } from '../console/src/i18n/en/log.ts'
import { log as chinese } from '../console/src/i18n/zh/log.ts'
import { numberText } from '../console/src/ui/number-format.ts'
import { compilePrice, priceCall } from '../server/src/domain/pricing/price-call.ts'
import { chargeFact } from '../server/src/gateway/settle/charge-fact.ts'
import { Dice, drawPrice, drawUsage } from './testing/draw.ts'
import { oracle } from './testing/oracle.ts'
import { readBack } from './testing/read-charge.ts'

const CALLS = isWhole ? 100_000 : 20_000
/** So many calls at each price: making a price ready takes longer than charging a call. */
const CALLS_A_PRICE = 20
/** One call in so many is read back from its texts. */
const READ_EVERY = 10
/** Amounts are shown as dollars, which are exact to the unit up to here: 20 million dollars at the usual rate. */
const MOST_SHOWN = 10_000_000_000_000n

const seed = Number(process.env.WAYSTATION_SEED ?? Math.floor(Math.random() * 2 ** 32))

function words(isChinese: boolean, inCurrency: boolean, quotaPerUnit: number): ChargeWords {
  const language = isChinese ? 'zh' : 'en'
  const texts: Readonly<Record<string, unknown>> = isChinese ? chinese : english
  const figure = (value: number) => numberText(value, language)
  return {
    t: (key, facts = {}) => String(texts[key.slice('log.'.length)]).replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? `{${name}}`),
    figure,
    amount: (units) => (inCurrency ? dollarText(units, quotaPerUnit) : figure(units)),
    inCurrency,
    quotaPerUnit,
  }
}

/** A row of the log: the texts depend on its amount and its prompt. */
const rowOf = (quota: number, promptTokens = 0): LogEntry => ({
  id: 1,
  created_at: 1,
  type: 2,
  user_id: 1,
  username: 'ann',
  channel: 1,
  channel_name: 'c',
  token_id: 1,
  token_name: 't',
  group: 'g',
  model_name: 'm',
  is_stream: false,
  use_time: 1,
  prompt_tokens: promptTokens,
  completion_tokens: 0,
  quota,
  content: '',
  client_ip: '',
  request_id: 'r',
  other: '',
})

test(`the gateway, the oracle and the reader of the log row agree on ${CALLS} calls (seed ${seed})`, () => {
  const dice = new Dice(seed)
  const seen = { refused: 0, free: 0, least: 0, tiered: 0, read: 0, house: 0 }
  let price = drawPrice(dice)
  let compiled = compilePrice(price)
  for (let call = 0; call < CALLS; call++) {
    if (call % CALLS_A_PRICE === 0) {
      price = drawPrice(dice)
      compiled = compilePrice(price)
    }
    const usage = drawUsage(dice)
    const due = oracle({ ...usage }, price)
    const told = () => `seed ${seed}, call ${call}: ${JSON.stringify({ usage, price })}`
    if (due > BigInt(Number.MAX_SAFE_INTEGER)) {
      expect(() => priceCall(usage, compiled), told()).toThrow(RangeError)
      seen.refused += 1
      continue
    }
    const charged = priceCall(usage, compiled)
    if (BigInt(charged) !== due) throw new Error(`${charged} is not ${due}; ${told()}`)
    if (due === 0n) seen.free += 1
    if (due === 1n) seen.least += 1
    if (call % READ_EVERY !== 0 || due > MOST_SHOWN) continue

    const writeOff = dice.isOneIn(10) ? Math.floor(charged / 3) : 0
    const quota = charged - writeOff
    const fact = { ...chargeFact(price, usage, { quota, held: charged, ref: 'settle:x' }), ...(writeOff > 0 && { write_off: writeOff }) }
    const row = rowOf(quota, promptTokensOf(usage))
    // As it is stored and read again.
    const other: LogOther = JSON.parse(JSON.stringify({ end_reason: 'done', charge: fact }))
    const inCurrency = !dice.isOneIn(3)
    const said = words(dice.isOneIn(2), inCurrency, price.quotaPerUnit)
    let rows: readonly ChargeRow[] = []
    try {
      const sum = other.charge && addUp(other.charge, price.quotaPerUnit)
      if (!other.charge || !sum) throw new Error('no sum')
      rows = chargeRows(row, other, other.charge, sum, said)
      const notes = chargeNotes(row, other, other.charge, sum, said)
      if (notes.some(({ text }) => /undefined|\{/.test(text))) throw new Error(`a note misses a word: ${JSON.stringify(notes)}`)
      if (other.charge.length_tier) seen.tiered += 1
      const read = readBack(rows, price.quotaPerUnit, inCurrency)
      if (read.charged !== BigInt(quota) || read.uncovered !== BigInt(writeOff)) throw new Error(`read ${read.charged}, charged ${quota}`)
    } catch (error) {
      throw new Error(`${(error as Error).message}; ${told()}; ${JSON.stringify(rows)}`, { cause: error })
    }
    seen.read += 1
    if (writeOff > 0) seen.house += 1
  }
  // All kinds of calls were among them.
  expect(seen.read).toBeGreaterThan(CALLS / 20)
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
}, 120_000)

test('the reader notices a wrong digit', () => {
  const dice = new Dice(7)
  let noticed = 0
  for (let call = 0; call < 200; call++) {
    const [usage, price] = [drawUsage(dice), { ...drawPrice(dice), groupRatio: '1' }]
    if (oracle({ ...usage }, price) > MOST_SHOWN || oracle({ ...usage }, price) < 10n) continue
    const quota = priceCall(usage, compilePrice(price))
    const fact = chargeFact(price, usage, { quota, held: 0, ref: 'r' })
    const sum = addUp(fact, price.quotaPerUnit)
    if (!sum) throw new Error('no sum')
    const rows = chargeRows(rowOf(quota), {}, fact, sum, words(false, false, price.quotaPerUnit))
    const wrong = rows.map((row) => (row.kind === 'total' ? { ...row, amount: { text: String(quota + 1) } } : row))
    expect(() => readBack(wrong, price.quotaPerUnit, false)).toThrow()
    noticed += 1
  }
  expect(noticed).toBeGreaterThan(50)
})
