// Statements by mail, through the outbox to a real mail server: once for each user and month, with the figures of the page.
import type { Statement } from '@waystation/contract/money/statement'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { provenAddress } from '../../testing/notice-address.ts'
import { runAt } from '../../testing/time/run-at.ts'
import { openFunded } from '../ledger/testing/fixture-tasks.ts'
import { type LedgerFixture, openLedgerFixture } from '../ledger/testing/ledger-fixture.ts'
import { StatementMails } from './statement-mails.ts'
import { type Owner, Past } from './testing/past.ts'

const HOUR = 3_600_000
const UNITS_PER_DOLLAR = 500_000
const today = new Date()
const [year, at] = [today.getUTCFullYear(), today.getUTCMonth()]
/** This month, and when the next one begins in UTC. */
const MONTH = today.toISOString().slice(0, 7)
const END = Date.UTC(year, at + 1, 1)
const BEFORE = Date.UTC(year, at, 1) - HOUR

eachKind('statements by mail', (kind) => {
  let console: MailConsole
  let fixture: LedgerFixture
  let past: Past
  let nowMs = END + HOUR

  const sender = () =>
    new StatementMails({
      ...{ database: console.database, options: console.options, outgoing: console.outgoing, statements: console.services.statements },
      ...{ now: () => nowMs, onTrouble: (error) => expect.unreachable(String(error)) },
    })

  beforeAll(async () => {
    console = await openMailConsole({ kind })
    fixture = await openLedgerFixture(console.place.address)
    past = new Past(fixture)
  }, 180_000)
  beforeEach(async () => {
    nowMs = END + HOUR
    await console.outgoing.outbox.deliverDue()
  })
  afterAll(async () => {
    await fixture.close()
    await console.close()
  })

  const set = async (as: Visitor, body: object) => {
    const { json } = await console.call('PUT /api/user/setting', { as, body })
    expect(json.success, json.message).toBe(true)
  }
  const person = async (name: string): Promise<Owner & { as: Visitor }> => {
    const as = await console.user(name)
    const accountId = await fixture.database.run(openFunded, { kind: 'user', ownerId: as.id, balance: 0, from: fixture.accounts.grant })
    return { as, userId: as.id, accountId }
  }
  /** Somebody with an address, who wants the statement by mail. */
  const reader = async (name: string) => {
    const someone = await person(name)
    await set(someone.as, { ...(await provenAddress(console, someone.userId, `${name}@a.test`)), monthly_statement: true })
    return someone
  }
  let orders = 900_000
  const pay = (owner: Owner, atMs: number, amount: number) =>
    past.move(atMs, owner.accountId, amount, { kind: 'epay', ref: `epay:${++orders}` })
  const unitsOf = (text: string) => Math.round(Number(text.replace('$', '')) * UNITS_PER_DOLLAR)

  test('it has the figures of the page, to the unit, in the reader’s language, and the way to the CSV', async () => {
    const ann = await reader('ann')
    await console.call('PUT /api/user/self/language', { as: ann.as, body: { language: 'en' } })
    await pay(ann, BEFORE, 77_777)
    const now = Date.now()
    await pay(ann, now, 1_000_003)
    await past.move(now, ann.accountId, 4001, { kind: 'check-in', ref: `check-in:${ann.userId}:1` })
    await past.move(now, ann.accountId, -3, { kind: 'adjust', ref: `adjust:${ann.userId}:1` })
    for (const [model, amount] of [
      ['gpt-5', 12_345],
      ['gpt-5', 7],
      ['claude-x', 999],
    ] as const)
      await past.call(now, ann, { amount, model })
    const before = console.smtp.mails.length
    expect(await sender().send()).toBe(1)
    const mail = await console.smtp.mail(before + 1)
    const { json } = await console.call(`GET /api/user/statement?month=${MONTH}`, { as: ann.as })
    const page = json.data as Statement
    expect(mail.envelopeTo).toEqual(['ann@a.test'])
    const rows = Object.fromEntries(
      mail.text
        .split(/\r?\n/)
        .flatMap((line) => (/^(.+): ([+-]?-?\$[\d.]+)$/.exec(line)?.slice(1, 3) ? [/^(.+): (.+)$/.exec(line)?.slice(1, 3) ?? []] : []))
        .map(([label = '', value = '']) => [label, unitsOf(value)]),
    )
    expect(rows).toEqual({
      'Opening balance': page.opening,
      'Top-ups': 1_000_003,
      'Check-ins': 4001,
      Adjustments: -3,
      'gpt-5 × 2': -12_352,
      'claude-x × 1': -999,
      'Closing balance': page.closing,
    })
    expect(page).toMatchObject({ opening: 77_777, closing: 77_777 + 1_000_003 + 4001 - 3 - 12_352 - 999 })
    expect(mail.text).toContain(`https://station.test/ai/app/wallet/statement?month=${MONTH}`)
    expect(mail.text).not.toContain('ann')
  })

  test('it is written once, whoever runs it, how often and after what', async () => {
    const bob = await reader('bob')
    await pay(bob, Date.now(), 5)
    const results = await Promise.all([sender().send(), sender().send(), sender().send()])
    expect(results.reduce((sum, one) => sum + one, 0)).toBe(1)
    await console.outgoing.outbox.deliverDue()
    await runAt(console.place.address, 'delete from outbox')
    expect(await sender().send()).toBe(0)
    // Off and on again is no way to a second one.
    await set(bob.as, { monthly_statement: false })
    await set(bob.as, { monthly_statement: true })
    await runAt(console.place.address, `update statement_mail set since = ${Math.floor(END / 1000)} where user_id = ${bob.userId}`)
    expect(await sender().send()).toBe(0)
  })

  test('who switches it on within the month gets that month’s, and who does so later the next', async () => {
    const [carl, dora] = [await reader('carl'), await reader('dora')]
    for (const someone of [carl, dora]) await pay(someone, Date.now(), 5)
    await runAt(console.place.address, `update statement_mail set since = ${Math.floor(END / 1000)} where user_id = ${dora.userId}`)
    const before = console.smtp.mails.length
    expect(await sender().send()).toBe(1)
    expect((await console.smtp.mail(before + 1)).envelopeTo).toEqual(['carl@a.test'])
    const { json } = await console.call(`GET /api/user/${carl.userId}`, { as: console.admin })
    expect(JSON.parse((json.data as { setting: string }).setting)).toMatchObject({ monthly_statement: true })
  })

  test('a month without movement is not mailed, nor is anything to who has no address, wants none or is gone', async () => {
    const [still, lost, gone] = [await reader('still'), await person('lost'), await reader('gone')]
    await pay(still, BEFORE, 9)
    await set(lost.as, { monthly_statement: true })
    for (const someone of [lost, gone]) await pay(someone, Date.now(), 5)
    await runAt(console.place.address, `update ${kind === 'postgres' ? '"user"' : 'user'} set deleted_at = 1 where id = ${gone.userId}`)
    const off = await reader('off')
    await pay(off, Date.now(), 5)
    await set(off.as, { monthly_statement: false })
    expect(await sender().send()).toBe(0)
    // What nobody was told of is not made up for later.
    await pay(still, Date.now(), 1)
    await set(lost.as, await provenAddress(console, lost.userId, 'lost@a.test'))
    expect(await sender().send()).toBe(0)
  })

  test('it comes an hour after the end of the month in the site’s zone', async () => {
    const zoe = await reader('zoe')
    await pay(zoe, BEFORE + 2 * HOUR, 5)
    await runAt(console.place.address, `update statement_mail set since = 0 where user_id = ${zoe.userId}`)
    await console.set('TimeZone', 'Pacific/Kiritimati')
    const end = END - 14 * HOUR
    nowMs = end + HOUR - 1000
    expect(await sender().send()).toBe(0)
    nowMs = end + HOUR
    const before = console.smtp.mails.length
    expect(await sender().send()).toBe(1)
    expect((await console.smtp.mail(before + 1)).text).toContain('Pacific/Kiritimati')
    await console.set('TimeZone', 'UTC')
  })

  test('where mail is not set up nobody is seen to, and they are once it is', async () => {
    const eve = await reader('eve')
    await pay(eve, Date.now(), 5)
    await console.set('SMTPServer', '')
    expect(await sender().send()).toBe(0)
    await console.set('SMTPServer', 'localhost')
    expect(await sender().send()).toBe(1)
  })
})
