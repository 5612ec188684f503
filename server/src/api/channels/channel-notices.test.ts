// What super admins are told of channels, by mail and by webhook: through the outbox, to a real mail server.
import type { TestRun } from '@waystation/contract/channels/state/test-run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProbeResult } from '../../domain/ports.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { provenAddress } from '../../testing/notice-address.ts'

const good: ProbeResult = { isOk: true, answer: 'hi', firstMs: 1, totalMs: 2, promptTokens: 1, completionTokens: 1, wouldBeQuota: 0 }
const refused = { status: 401, message: 'no such key', isKeyDead: true }
const dead: ProbeResult = { ...good, isOk: false, error: '401: no such key', failure: { blame: 'key', refused } }

let console: MailConsole
let outcome = good
beforeAll(async () => {
  console = await openMailConsole({ prober: { probe: async () => outcome } })
  await console.set('AutomaticDisableChannelEnabled', true)
  await console.set('AutomaticEnableChannelEnabled', true)
  await console.set('ModelRatio', '{"m":1}')
})
afterAll(() => console.close())

const call = async (line: string, body?: object) => {
  const { json } = await console.call(line, { as: console.admin, body })
  expect(json.success, json.message).toBe(true)
  return json.data as unknown
}
const runTests = async () => {
  await call('GET /api/channel/test')
  await expect.poll(async () => ((await call('GET /api/channel/test/run')) as TestRun).ended_at).toBeGreaterThan(0)
}
const mails = async (count: number) => {
  await expect.poll(() => console.smtp.mails.length).toBe(count)
  return console.smtp.mails.map(({ envelopeTo, text }) => `${envelopeTo}: ${text}`)
}
const hooks = async () => {
  const rows = await console.database.read.selectFrom('outbox').selectAll().where('kind', '=', 'webhook').orderBy('id').execute()
  return rows.map(({ body, row_uid }) => JSON.parse(console.secrets.open(body, `outbox:body:${row_uid}`)))
}

test('a mail tells of a channel that is disabled, of one that comes back, and of the end of each test that a person started', async () => {
  await call('PUT /api/user/setting', { notify_type: 'email', ...(await provenAddress(console, console.admin.id, 'boss@a.test')) })
  const before = console.smtp.mails.length
  await call('POST /api/channel/', { name: 'relay', type: 8, base_url: 'https://relay.example', key: 'k', models: 'm' })
  outcome = dead
  await runTests()
  const [first, second] = (await mails(before + 2)).slice(before)
  expect(`${first}${second}`).toMatch(/boss@a\.test/)
  expect(`${first}${second}`).toContain('no such key')
  expect(`${first}${second}`).toContain('1 个渠道中测试了 1 个：0 个正常，1 个失败。自动启用 0 个，自动禁用 1 个。')
  outcome = good
  await runTests()
  const [third, fourth] = (await mails(before + 4)).slice(before + 2)
  expect(`${third}${fourth}`).toContain('测试已通过')
  expect(`${third}${fourth}`).toContain('自动启用 1 个')
})

test('a key that is disabled while another serves, and comes back, is told of as a key', async () => {
  const { id } = (await call('POST /api/channel/', {
    ...{ name: 'pair', type: 8, base_url: 'https://relay.example', key: 'k1\nk2', models: 'm' },
  })) as { id: number }
  const before = console.smtp.mails.length
  const subjects = () => console.smtp.mails.slice(before).map(({ subject }) => subject)
  const told = (change: string) => expect.arrayContaining([expect.stringMatching(`pair \\(#${id}\\)”的密钥 #\\d+ ${change}`)])
  outcome = dead
  await runTests()
  await expect.poll(subjects).toEqual(told('已被自动禁用'))
  outcome = good
  await runTests()
  await expect.poll(subjects).toEqual(told('已自动启用'))
  await call(`DELETE /api/channel/${id}`)
})

test('a webhook tells the same, by its type', async () => {
  const { id } = (await call('POST /api/channel/', {
    name: 'hooked',
    type: 8,
    base_url: 'https://relay.example',
    key: 'k',
    models: 'm',
  })) as {
    id: number
  }
  await call('PUT /api/user/setting', { notify_type: 'webhook', webhook_url: 'https://hooks.example/told', webhook_secret: 's3cret' })
  outcome = dead
  await runTests()
  await expect.poll(async () => (await hooks()).length).toBe(2)
  const told = await hooks()
  expect(told.map(({ url, secret }) => [url, secret])).toEqual(Array(2).fill(['https://hooks.example/told', 's3cret']))
  const messages = told.map(({ text }) => JSON.parse(text))
  expect(messages).toMatchObject([
    { type: `channel_update_${id}_3`, title: `渠道“hooked (#${id})”已被自动禁用`, content: 'no such key' },
    { type: 'channel_test', title: '渠道测试已完成' },
  ])
  expect(messages.every(({ timestamp }) => timestamp > 1_700_000_000)).toBe(true)
})
