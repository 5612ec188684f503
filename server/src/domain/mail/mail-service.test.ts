// Mails through the outbox, to a real server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SmtpServer } from '../../lib/net/smtp.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { Undeliverable } from '../outbox/outbox.ts'
import { type MailDraft, MailService } from './mail-service.ts'

let console: MailConsole
const refusals = new Map([
  ['gone@a.test', 550],
  ['later@a.test', 451],
])
const draft: MailDraft = {
  to: 'ann@a.test; bob@a.test',
  matter: { kind: 'quota-warning', username: 'ann', remaining: '$0.10', link: '' },
  language: 'en',
  ref: 'quota:1',
  lifetimeMs: 3_600_000,
}

beforeAll(async () => {
  const refuses = (address: string) => {
    const code = refusals.get(address)
    return code === undefined ? undefined : { code, text: `no, not ${address}` }
  }
  console = await openMailConsole({ smtp: { refuses } })
})
afterAll(() => console.close())

const row = async (ref: string) => {
  const query = console.database.read.selectFrom('outbox').selectAll()
  return (await query.execute()).find((one) => one.ref === ref)
}
const deliver = async (more: Partial<MailDraft>) => {
  await console.outgoing.outbox.add(console.outgoing.mail.deliveries({ ...draft, ...more }))
  await console.outgoing.outbox.deliverDue()
}

test('each of several receivers gets a mail of their own, once', async () => {
  await deliver({})
  await deliver({})
  expect(console.smtp.mails.map(({ envelopeTo }) => envelopeTo).sort()).toEqual([['ann@a.test'], ['bob@a.test']])
  expect(console.smtp.mails.map(({ headers }) => headers.to).sort()).toEqual(['ann@a.test', 'bob@a.test'])
  expect(new Set(console.smtp.mails.map(({ messageId }) => messageId)).size).toBe(2)
})

test('a receiver who is refused for good is given up, and the table does not say who it was', async () => {
  await deliver({ to: 'gone@a.test', ref: 'quota:2' })
  expect(await row('quota:2')).toMatchObject({ state: 'failed', tries: 1, last_error: 'refused: EENVELOPE 550', body: '' })
  await expect(console.outgoing.mail.deliver(deliveryTo('gone@a.test'), AbortSignal.timeout(5000))).rejects.toBeInstanceOf(Undeliverable)
})

test('a receiver who is refused for now is tried again', async () => {
  await deliver({ to: 'later@a.test', ref: 'quota:3' })
  expect(await row('quota:3')).toMatchObject({ state: 'waiting', tries: 1, last_error: 'EENVELOPE 451' })
  expect(JSON.stringify(console.troubles)).not.toContain('later@a.test')
})

test('mails wait while the settings are wrong, and none is lost', async () => {
  await console.set('SMTPToken', 'another password')
  await deliver({ to: 'carol@a.test', ref: 'quota:4' })
  expect(await row('quota:4')).toMatchObject({ state: 'waiting', last_error: 'EAUTH 535' })
  await console.set('SMTPServer', '')
  await deliver({ to: 'carol@a.test', ref: 'quota:5' })
  expect(await row('quota:5')).toMatchObject({ state: 'waiting', last_error: 'mail_not_set_up' })
})

test('a webhook to a private address is given up, whatever channels may reach', async () => {
  const message = { type: 'quota_exceed', title: 't', content: 'c', values: [] }
  const hook = { url: 'https://127.0.0.1:1/private-path', secret: 's3cret', message, ref: 'hook:1', lifetimeMs: 3_600_000 }
  await console.outgoing.outbox.add([console.outgoing.webhooks.delivery(hook)])
  const waiting = JSON.stringify(await row('hook:1'))
  expect(waiting).not.toMatch(/private-path|s3cret/)
  await console.outgoing.outbox.deliverDue()
  expect(await row('hook:1')).toMatchObject({ state: 'failed', tries: 1, last_error: 'blocked address: blocked address', body: '' })
  expect(JSON.stringify(console.troubles)).not.toMatch(/private-path|s3cret/)
})

function deliveryTo(to: string) {
  const [delivery] = console.outgoing.mail.deliveries({ ...draft, to })
  return { uid: '01JUID', body: delivery?.body ?? '' }
}

test.each([
  [465, 'false', true],
  [587, 'false', false],
  [587, 'true', true],
])(
  'to port %i with SMTPSSLEnabled %s: TLS from the first byte is %j; the account is the sender where none is set',
  async (port, ssl, isImplicitTls) => {
    const sent: { server: SmtpServer; from: string }[] = []
    const mail = new MailService({
      options: console.options,
      send: async (server, { from }) => void sent.push({ server, from: from.address }),
    })
    await console.set('SMTPServer', 'mail.test')
    await console.set('SMTPPort', port)
    await console.set('SMTPSSLEnabled', ssl)
    await mail.test('ann@a.test', 'en')
    await console.set('SMTPFrom', 'from@station.test')
    await mail.test('ann@a.test', 'en')
    await console.set('SMTPFrom', '')
    expect(sent.map(({ server, from }) => [server.port, server.isImplicitTls, from])).toEqual([
      [port, isImplicitTls, 'post@station.test'],
      [port, isImplicitTls, 'from@station.test'],
    ])
  },
)
