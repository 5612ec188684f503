// Something of everything in a fresh server, through its front door: people of whom one invited the other, money that came in, channels,
// tokens, budgets, a message, a second factor, a bill and calls.
import type { Token } from '@waystation/contract/people/token'
import { call as callRaw } from '../../server/src/testing/client.ts'
import { type ConsoleClient, logIn, setUp } from '../../server/src/testing/console-client.ts'
import { authenticatorApp } from '../../server/src/testing/fakes/authenticator-app.ts'
import { aboveBuiltIn } from '../../server/src/testing/price-options.ts'
import { openEpay, order, pay } from '../console/filling-money.ts'

const UNIT = 500_000
const GUEST = { username: 'guest', password: 'correct horse 9' }
const OPTIONS = {
  ...{ QuotaForNewUser: 5000, QuotaForInviter: UNIT, CheckInEnabled: true, CheckInQuota: 100, RebateEnabled: true, RebatePercentage: 12.5 },
  ...{ GroupRatio: JSON.stringify({ default: 1, vip: 0.8 }), ModelRatio: JSON.stringify({ 'fake-model': 1.25 }) },
}
const BILL = 'date,model,amount\n2026-11-04,fake-model,0.5\n'

/** @param vendorUrl of a fake provider */
export async function fill(url: string, vendorUrl: string): Promise<void> {
  await setUp(url)
  const root = await logIn(url)
  for (const [key, value] of Object.entries(OPTIONS))
    await root.call('PUT', '/api/option/', { key, value: aboveBuiltIn(key, String(value)) })
  const channel = { type: 8, base_url: vendorUrl, models: 'fake-model', group: 'default,vip' }
  await root.call('POST', '/api/channel/', { ...channel, name: 'two keys', key: 'sk-far-1\nsk-far-2' })
  await root.call('POST', '/api/books/bills', { channel_id: 1, file_name: 'bill.csv', text: BILL })
  const guest = await invite(url, root)
  await root.call('POST', '/api/admin/messages', { everyone: true, title: 'Welcome', content: 'Make a token first.', format: 'plain' })
  await bringMoney(url, root, guest)
  await takeFactor(guest)
  await spend(url, await root.call<Token>('POST', '/api/token/', { name: 'unlimited', unlimited_quota: true }))
  await spendWithin(url, guest)
  // What was charged last is added to the sums within a second.
  await new Promise((resolve) => setTimeout(resolve, 2500))
}

async function invite(url: string, root: ConsoleClient): Promise<ConsoleClient> {
  const aff_code = await root.call<string>('GET', '/api/user/aff')
  const { json } = await callRaw(`${url}/api/user/register`, { method: 'POST', body: { ...GUEST, password2: GUEST.password, aff_code } })
  if ((json as { success?: boolean } | undefined)?.success !== true) throw new Error(`register: ${JSON.stringify(json)}`)
  return logIn(url, GUEST)
}

/** A code that was redeemed and one that was not, such orders, a check-in, and a transfer of what inviting gave. */
async function bringMoney(url: string, root: ConsoleClient, guest: ConsoleClient): Promise<void> {
  const [code] = await root.call<string[]>('POST', '/api/redemption/', { name: 'spring', quota: 5 * UNIT, count: 2 })
  await guest.call('POST', '/api/user/topup', { key: code })
  await openEpay(root, url)
  await pay(url, await order(guest, 10), '73.00')
  await order(guest, 5)
  await guest.call('POST', '/api/user/check_in', {})
  await root.call('POST', '/api/user/aff_transfer', { quota: UNIT })
}

async function takeFactor(guest: ConsoleClient): Promise<void> {
  await guest.call('GET', '/api/user/token')
  await guest.confirm('ways_in')
  const { secret } = await guest.call<{ secret: string }>('POST', '/api/user/factors/totp')
  await guest.call('PUT', '/api/user/factors/totp', { code: await authenticatorApp(secret).next() })
}

/** Calls that are answered, whole and as a stream, one that is stored, and one of a model that nobody has. */
async function spend(url: string, token: Token): Promise<void> {
  await answered(url, token, chat('#in:120 #out:30 #cached:64'))
  await answered(url, token, { ...chat('#in:80 #out:20'), stream: true })
  await answered(url, token, { model: 'fake-model', input: '#in:50 #out:10', store: true }, '/v1/responses')
  await ask(url, token, { ...chat('Hi'), model: 'no-such-model' })
}

/** One call within the limit and the budget of its token, and one for which there is too little. */
async function spendWithin(url: string, client: ConsoleClient): Promise<void> {
  const bound = await client.call<Token>('POST', '/api/token/', { name: 'limited', remain_quota: 2 * UNIT })
  const poor = await client.call<Token>('POST', '/api/token/', { name: 'poor', remain_quota: 1 })
  await client.call('PUT', `/api/token/${bound.id}/budget`, { period: 'week', zone: 'Asia/Shanghai', limit: UNIT, soft_limit: UNIT / 2 })
  await answered(url, bound, chat('#in:80 #out:20'))
  await ask(url, poor, chat('#in:9000 #out:9000'))
}

const chat = (content: string) => ({ model: 'fake-model', messages: [{ role: 'user', content }] })

const ask = (url: string, { key }: Pick<Token, 'key'>, body: object, path = '/v1/chat/completions') =>
  callRaw(`${url}${path}`, { method: 'POST', headers: { authorization: `Bearer sk-${key}` }, body })

/** A call that must succeed. */
export async function answered(url: string, token: Pick<Token, 'key'>, body: object, path?: string): Promise<void> {
  const answer = await ask(url, token, body, path)
  if (answer.status !== 200 || answer.end !== 'whole') throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
}
