// The webhook for super admins: each form against a receiver that is as strict as its service, and what is told once.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import { role } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { provenAddress } from '../../testing/notice-address.ts'

const SECRET = 'SEC-of-the-robot'
const HOUR_MS = 3_600_000

interface Seen {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const seen: Seen[] = []
let answer: (asked: Seen) => readonly [status: number, body: string] = () => [200, '']
const receiver = createServer(localhostCertificate, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (bytes: Buffer) => void chunks.push(bytes))
  request.on('end', () => {
    const url = new URL(request.url ?? '/', 'https://localhost')
    const asked = { url, headers: request.headers, text: Buffer.concat(chunks).toString() }
    seen.push(asked)
    const [status, body] = answer(asked)
    response.writeHead(status).end(body)
  })
})

let console: MailConsole
let base = ''
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  base = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
  console = await openMailConsole({ reachesPrivate: true })
  await console.set('SystemName', 'Station')
  await console.set('notices.webhook_secret', SECRET)
  await console.set('notices.webhook_chat', '-100200')
})
afterAll(async () => {
  await console.close()
  receiver.closeAllConnections()
  receiver.close()
})

const sendTest = async () => {
  const { json } = await console.call('POST /api/option/test_webhook', { as: console.admin, headers: { 'accept-language': 'en' } })
  return json as unknown as {
    success: boolean
    code?: string
    message: string
    data: { is_taken: boolean; status: number; answer: string }
  }
}
const isRecent = (ms: number) => Math.abs(Date.now() - ms) < HOUR_MS
const [title, content] = ['[Station] Test notice', 'If you can read this, notices arrive here.']

/** What a strict receiver says to a request: what is not exactly as its service documents it is rejected. */
interface Strict {
  readonly form: string
  readonly path: string
  readonly takes: (asked: Seen, body: Record<string, unknown>) => void
  readonly good: readonly [number, string]
  readonly bad: readonly [number, string]
}

const strict: readonly Strict[] = [
  {
    form: 'feishu',
    path: '/open-apis/bot/v2/hook/x',
    takes({ url }, { timestamp, sign, ...body }) {
      expect(url.search).toBe('')
      expect(isRecent(Number(timestamp) * 1000)).toBe(true)
      expect(sign).toBe(createHmac('sha256', `${timestamp}\n${SECRET}`).digest('base64'))
      expect(body).toEqual({ msg_type: 'post', content: { post: { zh_cn: { title, content: [[{ tag: 'text', text: content }]] } } } })
    },
    good: [200, '{"code":0,"msg":"success"}'],
    bad: [200, '{"code":19021,"msg":"sign match fail or timestamp is not within one hour from current time"}'],
  },
  {
    form: 'dingtalk',
    path: '/robot/send?access_token=t',
    takes({ url }, body) {
      const { access_token, timestamp, sign, ...rest } = Object.fromEntries(url.searchParams)
      expect([access_token, rest]).toEqual(['t', {}])
      expect(isRecent(Number(timestamp))).toBe(true)
      expect(sign).toBe(createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest('base64'))
      expect(body).toEqual({ msgtype: 'text', text: { content: `${title}\n${content}` } })
    },
    good: [200, '{"errcode":0,"errmsg":"ok"}'],
    bad: [200, '{"errcode":310000,"errmsg":"sign not match"}'],
  },
  {
    form: 'wecom',
    path: '/cgi-bin/webhook/send?key=k',
    takes({ url }, body) {
      expect(url.search).toBe('?key=k')
      expect(body).toEqual({ msgtype: 'text', text: { content: `${title}\n${content}` } })
    },
    good: [200, '{"errcode":0,"errmsg":"ok"}'],
    bad: [200, '{"errcode":93000,"errmsg":"invalid webhook url"}'],
  },
  {
    form: 'telegram',
    path: '/bot1:token',
    takes({ url }, body) {
      expect(url.pathname + url.search).toBe('/bot1:token/sendMessage')
      expect(body).toEqual({ chat_id: '-100200', text: `${title}\n${content}`, link_preview_options: { is_disabled: true } })
    },
    good: [200, '{"ok":true,"result":{}}'],
    bad: [400, '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}'],
  },
  {
    form: 'slack',
    path: '/services/T/B/x',
    takes({ url }, body) {
      expect(url.search).toBe('')
      expect(body).toEqual({ text: `*${title}*\n${content}`, unfurl_links: false })
    },
    good: [200, 'ok'],
    bad: [403, 'invalid_token'],
  },
  {
    form: 'discord',
    path: '/api/webhooks/1/x',
    takes({ url }, body) {
      expect(url.search).toBe('')
      expect(body).toEqual({ content: `**${title}**\n${content}`, allowed_mentions: { parse: [] } })
    },
    good: [204, ''],
    bad: [404, '{"message":"Unknown Webhook","code":10015}'],
  },
  {
    form: 'plain',
    path: '/hook',
    takes({ headers, text }, { timestamp, ...body }) {
      expect(headers['x-webhook-signature']).toBe(createHmac('sha256', SECRET).update(text).digest('hex'))
      expect(isRecent(Number(timestamp) * 1000)).toBe(true)
      expect(body).toEqual({ type: 'test', title, content, values: [] })
    },
    good: [200, 'thanks'],
    bad: [500, 'no'],
  },
]

test.each(strict)('$form: the test is as its service takes it, and says what came back', async ({ form, path, takes, good, bad }) => {
  await console.set('notices.webhook_url', base + path)
  await console.set('notices.webhook_form', form)
  answer = () => good
  expect((await sendTest()).data).toEqual({ is_taken: true, form, status: good[0], answer: good[1] })
  const asked = seen.at(-1) as Seen
  expect(asked.headers['content-type']).toBe('application/json')
  takes(asked, JSON.parse(asked.text))
  answer = () => bad
  expect((await sendTest()).data).toEqual({ is_taken: false, form, status: bad[0], answer: bad[1] })
})

test('the form is recognised by the host, and neither address nor secret is read back', async () => {
  await console.set('notices.webhook_form', 'auto')
  await console.set('notices.webhook_url', 'https://oapi.dingtalk.com/robot/send?access_token=hidden-token')
  const { json, text } = await console.call('GET /api/option/webhook', { as: console.admin })
  expect(json.data).toEqual({ host: 'oapi.dingtalk.com', form: 'dingtalk', is_recognised: true })
  const options = await console.call('GET /api/option/', { as: console.admin })
  expect(text + options.text).not.toMatch(/hidden-token|SEC-of-the-robot/)
  const admin = await console.user('admin', role.admin)
  expect((await console.call('GET /api/option/webhook', { as: admin })).json.code).toBe('no_permission')
  expect((await console.call('POST /api/option/test_webhook', { as: admin })).json.code).toBe('no_permission')
})

test('what is missing, or cannot be reached, is named', async () => {
  await console.set('notices.webhook_url', 'https://localhost:1/')
  expect(await sendTest()).toMatchObject({ code: 'webhook_failed', message: expect.stringContaining('ECONNREFUSED') })
  await console.set('notices.webhook_form', 'telegram')
  await console.set('notices.webhook_chat', '')
  expect(await sendTest()).toMatchObject({ code: 'webhook_chat_missing' })
  await console.set('notices.webhook_chat', '-100200')
})

const call = async (line: string, body?: object) => {
  const { json } = await console.call(line, { as: console.admin, body })
  expect(json.success, json.message).toBe(true)
  return json.data as unknown
}
const titles = async () => {
  const { items } = (await call('GET /api/user/messages?p=1&page_size=50')) as { items: { title: string }[] }
  return items.map((message) => message.title)
}
const webhooks = async () => {
  const rows = await console.database.read.selectFrom('outbox').selectAll().where('kind', '=', 'webhook').orderBy('id').execute()
  return rows.map(({ tries, last_error }) => [tries, last_error])
}

test('a low balance is told once until it has been above, by each way, and not while its kind is off', async () => {
  await call('PUT /api/user/setting', { notify_type: 'email', ...(await provenAddress(console, console.admin.id, 'boss@a.test')) })
  await console.set('notices.webhook_url', `${base}/robot/send?access_token=t`)
  await console.set('notices.webhook_form', 'dingtalk')
  await console.set('notices.webhook_enabled', true)
  const { id } = (await call('POST /api/channel/', { name: 'low', type: 43, key: 'k', models: 'm' })) as { id: number }
  const update = () => call(`GET /api/channel/update_balance/${id}/`)
  const mails = console.smtp.mails.length
  answer = () => [200, '{"errcode":130101,"errmsg":"send too fast"}']
  await update()
  expect(await titles()).toEqual([])
  await console.set('notices.channel_balance_below', 20)
  await update()
  // What the service rejects with status 200 counts as not delivered: the outbox tries it again.
  await expect.poll(webhooks).toEqual([[1, expect.stringContaining('130101')]])
  await update()
  const told = `渠道“low (#${id})”余额不足`
  expect(await titles()).toEqual([told])
  expect((await console.smtp.mail(mails + 1)).text).toContain('12.50 USD')
  await console.set('notices.channel_balance_below', 5)
  await update()
  await console.set('notices.channel_balances', false)
  await console.set('notices.channel_balance_below', 20)
  await update()
  expect(await titles()).toEqual([told])
  await console.set('notices.channel_balances', true)
  await update()
  expect(await titles()).toEqual([told, told])
})
