// Epay (易支付): a form that the browser posts, signed with the merchant's key, and a signed notice when it is paid.
// Source: server-behaviour 7.3 to 7.5.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Option } from '@waystation/contract/options/option'
import { customCallbackAddress, epayId, epayKey, payAddress } from '@waystation/contract/options/payment'
import { moneyText, readMoney } from '@waystation/contract/top-up'
import type { PaymentGateway, PaymentNotice } from '../domain/ports.ts'
import { isGatewayOpen } from '../domain/top-up/gateway-open.ts'

/** What Epay counts in. */
export const EPAY_CURRENCY = 'CNY'

/** Epay's names of the methods. */
const types: Readonly<Record<string, string>> = { zfb: 'alipay', wx: 'wxpay' }

export interface Epay extends PaymentGateway {
  /** The notice in these fields; undefined: it is not from our Epay, or says nothing that can be believed. */
  readNotice(fields: Readonly<Record<string, string>>): PaymentNotice | undefined
}

export function epay(options: { get<Value>(option: Option<Value>): Value }): Epay {
  const isOpen = () => isGatewayOpen(options, 'epay')
  return {
    isOpen,
    currency: () => EPAY_CURRENCY,

    async checkout({ tradeNo, amount, money, method, address }) {
      const fields = {
        pid: options.get(epayId),
        type: types[method] ?? 'wxpay',
        out_trade_no: tradeNo,
        name: `TUC${amount}`,
        money: moneyText(money),
        device: 'pc',
        notify_url: `${options.get(customCallbackAddress) || address}/api/user/epay/notify`,
        return_url: `${address}/app/wallet/topup-success`,
      }
      const sign = epaySignature(fields, options.get(epayKey))
      return { url: `${options.get(payAddress)}/submit.php`, fields: { ...fields, sign_type: 'MD5', sign } }
    },

    readNotice(fields) {
      if (!isOpen() || fields.pid !== options.get(epayId)) return undefined
      if (!isSame(fields.sign ?? '', epaySignature(fields, options.get(epayKey)))) return undefined
      const money = readMoney(fields.money ?? '')
      if (money === undefined) return undefined
      return {
        kind: 'payment',
        isPaid: fields.trade_status === 'TRADE_SUCCESS',
        tradeNo: fields.out_trade_no ?? '',
        money,
        currency: EPAY_CURRENCY,
        gatewayRef: (fields.trade_no ?? '').slice(0, 255),
      }
    },
  }
}

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

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
