// Warnings of a low balance, through the outbox to a real mail server and a real receiver of webhooks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { provenAddress } from '../../testing/notice-address.ts'
import { runAt } from '../../testing/time/run-at.ts'
import { openThrottle } from '../throttle/throttle.ts'
import { isFalling } from './balance-level.ts'
import { ChargedUsers, QuotaWarnings } from './quota-warnings.ts'

const NOW = Date.now()

eachKind('quota warnings', (kind) => {
  let console: MailConsole
  let warnings: QuotaWarnings
  let nowMs = NOW

  beforeAll(async () => {
    console = await openMailConsole({ kind })
    const { database, options, secrets, outgoing } = console
    const throttle = openThrottle({ database, now: () => nowMs })
    warnings = new QuotaWarnings({ database, options, secrets, outgoing, throttle, now: () => nowMs })
  }, 180_000)
  afterAll(() => console.close())

  const setting = async (as: Visitor, body: object) => {
    const { json } = await console.call('PUT /api/user/setting', { as, body })
    expect(json.success, json.message).toBe(true)
  }
  const balance = async (id: number, quota: number) => {
    const { json } = await console.call('PUT /api/user/', { as: console.admin, body: { id, quota } })
    expect(json.success, json.message).toBe(true)
  }
  /** What moves on a balance, with a look after each: how many looks told of it. */
  const told = async (id: number, ...balances: number[]): Promise<number[]> => {
    const each: number[] = []
    for (const units of balances) {
      await balance(id, units)
      each.push(await warnings.warn([id]))
    }
    return each
  }
  const hoursLater = () => runAt(console.place.address, 'update notice set sent_at = sent_at - 7300')
  const reached = async (name: string) => {
    const user = await console.user(name)
    await setting(user, { notify_type: 'email', ...(await provenAddress(console, user.id, `${name}@a.test`)) })
    return user
  }
  const deliveries = async () => (await console.database.read.selectFrom('outbox').selectAll().execute()).length

  test('a mail goes to the address for notices when the balance is below the threshold, and not at it', async () => {
    const ann = await console.user('ann')
    await setting(ann, { notify_type: 'email', ...(await provenAddress(console, ann.id, 'ann@a.test')), quota_warning_threshold: 500_000 })
    await balance(ann.id, 500_000)
    expect(await warnings.warn([ann.id])).toBe(0)
    await balance(ann.id, 499_999)
    const before = console.smtp.mails.length
    expect(await warnings.warn([ann.id])).toBe(1)
    const mail = await console.smtp.mail(before + 1)
    expect(mail.envelopeTo).toEqual(['ann@a.test'])
    expect(mail.text).toContain('$0.999998')
    expect(mail.text).toContain('https://station.test/ai/app/wallet')
  })

  test('it is told once, however often and at the same time a call is charged, and not twice within two hours', async () => {
    const bob = await reached('bob')
    expect(await told(bob.id, 500_000)).toEqual([0])
    await balance(bob.id, 400_000)
    const all = await Promise.all(Array.from({ length: 8 }, () => warnings.warn([bob.id])))
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await told(bob.id, 600_000, 400_000)).toEqual([0, 0])
    nowMs = NOW + 7_199_000
    expect(await warnings.warn([bob.id])).toBe(0)
    nowMs = NOW
    await hoursLater()
    expect([await warnings.warn([bob.id]), await warnings.warn([bob.id])]).toEqual([1, 0])
  })

  test('it is told below the threshold, again below a fifth of it, and not while it stays there', async () => {
    const fay = await reached('fay')
    expect(await told(fay.id, 700_000, 499_999)).toEqual([0, 1])
    await hoursLater()
    expect(await told(fay.id, 300_000, 100_000, 99_999)).toEqual([0, 0, 1])
    await hoursLater()
    expect(await told(fay.id, 50_000, 1, 0)).toEqual([0, 0, 0])
  })

  test('one that falls below both at once is told once, and what comes in arms the level that it reaches', async () => {
    const gus = await reached('gus')
    expect(await told(gus.id, 700_000, 20_000)).toEqual([0, 1])
    await hoursLater()
    // Below the fifth still, between the two, and above both.
    expect(await told(gus.id, 90_000, 80_000)).toEqual([0, 0])
    expect(await told(gus.id, 150_000, 99_000)).toEqual([0, 1])
    await hoursLater()
    expect(await told(gus.id, 500_000, 499_000)).toEqual([0, 1])
    await hoursLater()
    // Nobody looked while it was above.
    await balance(gus.id, 999_000)
    const account = await console.database.read.selectFrom('account').selectAll().where('owner_id', '=', gus.id).executeTakeFirstOrThrow()
    await runAt(console.place.address, `update account set posted = posted - 700000, used = used + 700000 where id = ${account.id}`)
    expect(await warnings.warn([gus.id])).toBe(1)
  })

  test('an account that begins below the threshold is told at the fifth only, and one that begins below that is not', async () => {
    const hal = await reached('hal')
    expect(await told(hal.id, 499_999)).toEqual([0])
    expect(await told(hal.id, 200_000, 99_999)).toEqual([0, 1])
    const ida = await reached('ida')
    expect(await told(ida.id, 99_999, 5)).toEqual([0, 0])
  })

  test('the option counts where a user set no threshold of their own', async () => {
    const carl = await reached('carl')
    await console.set('QuotaRemindThreshold', 250_001)
    expect(await told(carl.id, 250_001, 250_000)).toEqual([0, 1])
    await console.set('QuotaRemindThreshold', 500_000)
  })

  test('a webhook gets type, words, values and time, and no mail is sent', async () => {
    const dora = await console.user('dora')
    await setting(dora, {
      ...{ notify_type: 'webhook', webhook_url: 'https://hooks.example/quota', webhook_secret: 's3cret' },
      ...(await provenAddress(console, dora.id, 'dora@a.test')),
    })
    expect(await told(dora.id, 500_000)).toEqual([0])
    await balance(dora.id, 0)
    const before = await deliveries()
    expect(await warnings.warn([dora.id])).toBe(1)
    expect(await deliveries()).toBe(before + 1)
    const row = await console.database.read.selectFrom('outbox').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(row).toMatchObject({ kind: 'webhook' })
    expect(row.ref).toContain(`quota-warning:${dora.id}:`)
    const { url, secret, text } = JSON.parse(console.secrets.open(row.body, `outbox:body:${row.row_uid}`))
    expect([url, secret]).toEqual(['https://hooks.example/quota', 's3cret'])
    expect(JSON.parse(text)).toEqual({
      ...{ type: 'quota_exceed', title: expect.stringContaining('余额'), values: ['$0.00'], timestamp: expect.any(Number) },
      content: expect.stringMatching(/dora[\s\S]*\$0\.00[\s\S]*https:\/\/station\.test\/ai\/app\/wallet/),
    })
    expect(text).not.toContain('{{')
  })

  test('who has no address is told once there is one, and who closed the account is not told', async () => {
    const eve = await console.user('eve')
    const before = await deliveries()
    expect(await told(eve.id, 500_000, 10)).toEqual([0, 0])
    expect(await warnings.warn([2_147_483_647])).toBe(0)
    expect(await deliveries()).toBe(before)
    await setting(eve, { notify_type: 'email', ...(await provenAddress(console, eve.id, 'eve@a.test')) })
    expect(await warnings.warn([eve.id])).toBe(1)
  })
})

test('what came in between two looks counts, and what was given back for money does not', () => {
  const mark = { balance: 10, received: 1000 }
  expect(isFalling({ balance: 20, received: 1500 }, mark, 500)).toBe(true)
  expect(isFalling({ balance: 20, received: 1080 }, mark, 500)).toBe(false)
  expect(isFalling({ balance: 20, received: 900 }, mark, 500)).toBe(false)
  expect(isFalling({ balance: 20, received: 500 }, undefined, 500)).toBe(true)
})

test('who was charged is taken once', () => {
  const charged = new ChargedUsers()
  charged.add(1)
  charged.add(1)
  charged.add(2)
  expect([charged.take(), charged.take()]).toEqual([[1, 2], []])
})
