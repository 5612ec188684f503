// Epay (易支付): a form that the browser posts, signed with the merchant's key, and a signed notice when it is paid.
// An order can be asked about by `api.php?act=order`. Source: server-behaviour 7.3 to 7.5, and the convention of Epay's servers.
import { createHash } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import { moneyText, readMoney } from '@waystation/contract/money/top-up'
import type { Option } from '@waystation/contract/options/option'
import { customCallbackAddress, epayId, epayKey, payAddress } from '@waystation/contract/options/payment'
import { z } from 'zod'
import type { ClaimedNotice, PaymentGateway, PaymentNotice, ReadNotice } from '../domain/payment-ports.ts'
import { isGatewayOpen } from '../domain/top-up/gateway-open.ts'
import { wholeExchange } from '../lib/bodies/whole-exchange.ts'
import type { Egress } from '../lib/net/egress.ts'
import { equalTexts } from '../lib/text/equal-texts.ts'

/** What Epay counts in. */
export const EPAY_CURRENCY = 'CNY'

/** Epay's names of the methods. */
const types: Readonly<Record<string, string>> = { zfb: 'alipay', wx: 'wxpay' }

export interface Epay extends PaymentGateway {
  readNotice(fields: Readonly<Record<string, string>>): ReadNotice
}

export interface EpayParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly egress: Pick<Egress, 'send'>
}

export function epay({ options, egress }: EpayParts): Epay {
  const isOpen = () => isGatewayOpen(options, 'epay')
  return {
    isOpen,
    currency: () => EPAY_CURRENCY,

    async checkout({ id, tradeNo, amount, money, method, address }) {
      const fields = {
        pid: options.get(epayId),
        type: types[method] ?? 'wxpay',
        out_trade_no: tradeNo,
        name: `TUC${amount}`,
        money: moneyText(money),
        device: 'pc',
        notify_url: `${options.get(customCallbackAddress) || address}/api/user/epay/notify`,
        return_url: `${address}/app/wallet/topup-success?order=${id}`,
      }
      const sign = epaySignature(fields, options.get(epayKey))
      return { url: `${options.get(payAddress)}/submit.php`, fields: { ...fields, sign_type: 'MD5', sign }, ref: '' }
    },

    readNotice(fields) {
      const claimed = claimOf(fields)
      if (!isOpen()) return { fault: 'closed', claimed }
      if (!isSame(fields.sign ?? '', epaySignature(fields, options.get(epayKey)))) return { fault: 'signature', claimed }
      if (fields.pid !== options.get(epayId)) return { fault: 'merchant', claimed }
      const money = readMoney(fields.money ?? '')
      if (money === undefined) return { fault: 'money', claimed }
      return { notice: { ...claimed, kind: 'payment', money, isPaid: fields.trade_status === 'TRADE_SUCCESS' } }
    },

    async ask({ tradeNo }) {
      const url = new URL(`${options.get(payAddress)}/api.php`)
      const query = { act: 'order', pid: options.get(epayId), key: options.get(epayKey), out_trade_no: tradeNo }
      url.search = new URLSearchParams(query).toString()
      const { status, body } = await wholeExchange(egress, { method: 'GET', url, headers: {}, body: '' }, LIMITS).catch((error) => {
        throw new AppError('payment_unanswered', {}, { cause: error })
      })
      const answer = status === 200 ? QueryAnswer.safeParse(parsed(body.toString('utf8'))) : undefined
      if (!answer?.success) throw new AppError('payment_failed', { detail: `HTTP ${status}` })
      return toldBy(answer.data, { tradeNo, merchant: query.pid })
    },
  }
}

const LIMITS = { timeoutMs: 15_000, maxBytes: 64 * 1024 }

/** Numbers come as numbers from some servers, and as texts from others. */
const text = z.union([z.string(), z.number()]).transform(String)
const QueryAnswer = z.object({
  code: text,
  status: text.default(''),
  pid: text.optional(),
  out_trade_no: text.default(''),
  trade_no: text.default(''),
  money: text.default(''),
})

/** What an answer says of an order; undefined: nothing, or of another order. `code` 1: it is known, `status` 1: it was paid. */
function toldBy(
  { code, status, pid, out_trade_no, trade_no, money: sum }: z.infer<typeof QueryAnswer>,
  { tradeNo, merchant }: { tradeNo: string; merchant: string },
): PaymentNotice | undefined {
  const money = readMoney(sum)
  if (code !== '1' || out_trade_no !== tradeNo || money === undefined || (pid ?? merchant) !== merchant) return undefined
  return { kind: 'payment', isPaid: status === '1', tradeNo, money, currency: EPAY_CURRENCY, gatewayRef: trade_no.slice(0, 255) }
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}

const claimOf = (fields: Readonly<Record<string, string>>): ClaimedNotice => ({
  kind: 'payment',
  tradeNo: fields.out_trade_no ?? '',
  gatewayRef: (fields.trade_no ?? '').slice(0, 255),
  money: readMoney(fields.money ?? '') ?? 0,
  currency: EPAY_CURRENCY,
})

/** MD5 over the fields that have a value, sorted by name, with the key behind them; vector 13. */
export function epaySignature(fields: Readonly<Record<string, string>>, key: string): string {
  const signed = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5')
    .update(signed + key)
    .digest('hex')
}

const isSame = (given: string, expected: string): boolean => equalTexts(given.toLowerCase(), expected)
