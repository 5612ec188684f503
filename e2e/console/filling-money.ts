// Money that came in: redemption codes of every state, and orders that were paid, left open and refunded.
import type { TopUpOrder } from '@waystation/contract/money/top-up'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'
import { EPAY_ID, EPAY_KEY, notifyPaid } from './fake-epay.ts'

const DAY = 86_400
const UNIT = 500_000

/** Names of codes in the filled server: data, in whatever language. */
export const codeNames = ['翻译志愿者', '五一活动', '开春福利', '客服补偿', '群友专享', '二月活动', '合作伙伴 B', '春节礼包']

/** Switches payment by Epay on. */
export async function openEpay(root: ConsoleClient, serverAddress: string): Promise<void> {
  await root.confirm('secret_options')
  const options = { ServerAddress: serverAddress, PayAddress: 'https://pay.example', EpayId: EPAY_ID, EpayKey: EPAY_KEY }
  for (const [key, value] of Object.entries(options)) await root.call('PUT', '/api/option/', { key, value })
}

/** Switches it off again. The server then has the address that it was given before: none. */
export async function closeEpay(root: ConsoleClient): Promise<void> {
  await root.confirm('secret_options')
  for (const key of ['PayAddress', 'EpayId', 'EpayKey', 'ServerAddress']) await root.call('PUT', '/api/option/', { key, value: '' })
}

/** An order of somebody, as the wallet opens it. @param amount dollars @returns its number */
export async function order(buyer: ConsoleClient, amount: number, method: 'zfb' | 'wx' = 'zfb'): Promise<string> {
  const { body } = await buyer.ask('POST', '/api/user/pay', { amount, top_up_code: '', payment_method: method })
  const { out_trade_no } = body.data as { out_trade_no?: string }
  if (out_trade_no === undefined) throw new Error(`the order was refused: ${String(body.message)}`)
  return out_trade_no
}

/** Epay tells that an order was paid. */
export async function pay(url: string, tradeNo: string, money: string): Promise<void> {
  const words = await notifyPaid(`${url}/api/user/epay/notify`, { out_trade_no: tradeNo, name: 'TUC', money })
  if (words !== 'success') throw new Error(`the notice was answered with ${words}`)
}

/** Codes of every state. @param buyer redeems some of them */
async function fillCodes(root: ConsoleClient, buyer: ConsoleClient): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const make = (fields: object) => root.call<string[]>('POST', '/api/redemption/', { quota: 5 * UNIT, ...fields })
  const [volunteers = '', mayDay = '', spring = '', support = '', group = '', february = '', partner = '', newYear = ''] = codeNames
  const redeem = (key: string | undefined) => buyer.call('POST', '/api/user/topup', { key })
  await redeem((await make({ name: newYear, key: 'LUNAR-2026', is_gift: true, max_uses: 1, quota: 10 * UNIT }))[0])
  await make({ name: partner, quota: 100 * UNIT })
  const { items } = await root.call<{ items: { id: number }[] }>('GET', '/api/redemption/?p=1&page_size=1')
  await root.call('PUT', '/api/redemption/?status_only=true', { id: items[0]?.id, status: 2 })
  await make({ name: february, count: 2, valid_from: now - 60 * DAY, valid_until: now - 30 * DAY })
  await redeem((await make({ name: group, key: 'QUNYOU-66', is_gift: true, quota: 2 * UNIT }))[0])
  for (const key of await make({ name: support, count: 2, quota: 10 * UNIT })) await redeem(key)
  await redeem(
    (await make({ name: spring, key: 'SPRING-2026-7F3K', is_gift: true, max_uses: 2, quota: 20 * UNIT, valid_until: now + 12 * DAY }))[0],
  )
  await make({ name: mayDay, key: 'MAYDAY-2026', is_gift: true, max_uses: 500, valid_from: now + 40 * DAY, valid_until: now + 45 * DAY })
  await make({ name: volunteers, count: 3, valid_from: now - 2 * DAY, valid_until: now + 43 * DAY })
}

/** Orders of every state. */
async function fillOrders(url: string, root: ConsoleClient, buyer: ConsoleClient): Promise<void> {
  await openEpay(root, url)
  const refunded = await order(buyer, 5, 'wx')
  await pay(url, refunded, '36.50')
  await pay(url, await order(buyer, 10), '73.00')
  await order(buyer, 100, 'wx')
  const { items } = await root.call<{ items: TopUpOrder[] }>('GET', `/api/topup/?p=1&page_size=10&keyword=${refunded}`)
  await root.call('POST', `/api/topup/${items[0]?.id}/refund`)
  await closeEpay(root)
}

/** Fills in what people paid and redeemed. */
export async function fillMoney(url: string, root: ConsoleClient, buyer: ConsoleClient): Promise<void> {
  await fillCodes(root, buyer)
  await fillOrders(url, root, buyer)
}
