// Warnings of a low balance, through the outbox to a real mail server and a real receiver of webhooks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { provenAddress } from '../../testing/notice-address.ts'
import { openThrottle } from '../throttle/throttle.ts'
import { giveNotice } from './notice-store.ts'
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

  test('it is told once in two hours, however often and at the same time a call is charged', async () => {
    const bob = await console.user('bob')
    await setting(bob, { notify_type: 'email', ...(await provenAddress(console, bob.id, 'bob@a.test')) })
    await balance(bob.id, 999)
    const told = await Promise.all(Array.from({ length: 8 }, () => warnings.warn([bob.id])))
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(1)
    nowMs = NOW + 7_199_000
    expect(await warnings.warn([bob.id])).toBe(0)
    const again = (pauseSeconds: number) =>
      console.database.run(giveNotice, { userId: bob.id, kind: 'quota_exceed', pauseSeconds, deliveries: [] })
    expect([await again(7200), await again(0)]).toEqual([false, true])
    nowMs = NOW
  })

  test('the option counts where a user set no threshold of their own', async () => {
    const carl = await console.user('carl')
    await setting(carl, { notify_type: 'email', ...(await provenAddress(console, carl.id, 'carl@a.test')) })
    await balance(carl.id, 250_000)
    expect(await warnings.warn([carl.id])).toBe(0)
    await console.set('QuotaRemindThreshold', 250_001)
    expect(await warnings.warn([carl.id])).toBe(1)
    await console.set('QuotaRemindThreshold', 1000)
  })

  test('a webhook gets type, words, values and time, and no mail is sent', async () => {
    const dora = await console.user('dora')
    await setting(dora, {
      ...{ notify_type: 'webhook', webhook_url: 'https://hooks.example/quota', webhook_secret: 's3cret' },
      ...(await provenAddress(console, dora.id, 'dora@a.test')),
    })
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

  test('who has no address, or closed the account, is not told', async () => {
    const eve = await console.user('eve')
    await balance(eve.id, 0)
    const before = await deliveries()
    expect(await warnings.warn([eve.id, 2_147_483_647])).toBe(0)
    expect(await deliveries()).toBe(before)
  })
})

test('who was charged is taken once', () => {
  const charged = new ChargedUsers()
  charged.add(1)
  charged.add(1)
  charged.add(2)
  expect([charged.take(), charged.take()]).toEqual([[1, 2], []])
})
