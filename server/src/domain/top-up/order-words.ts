// What super admins are told of orders.
import type { Words } from '@waystation/contract/errors'
import type { NoticeReason } from '@waystation/contract/money/top-up'
import { moneyText } from '@waystation/contract/money/top-up'
import type { RootNotice } from '../notice/root-notices.ts'
import type { DisputeTold } from '../payment-ports.ts'
import type { RefusedNotice } from './refused-notice-store.ts'

const reasons: Readonly<Record<NoticeReason, Words>> = {
  signature: { zh: '签名与设置的密钥不符', en: 'it is not signed with the key that is set here' },
  closed: { zh: '该支付方式的设置不完整', en: 'this payment service is not set up completely' },
  merchant: { zh: '商户号不符', en: 'it is for another merchant' },
  money: { zh: '金额无法识别', en: 'its amount cannot be read' },
  unknown_order: { zh: '没有这个订单', en: 'there is no such order' },
  amount: { zh: '金额与订单不符', en: 'the amount is not that of the order' },
  currency: { zh: '货币与订单不符', en: 'the currency is not that of the order' },
  second: { zh: '该订单已由另一笔付款支付', en: 'the order was paid by another payment before' },
  late: {
    zh: '订单已超过一天，按现在的价格这笔钱买不到同样的额度',
    en: 'it arrived more than a day later, and the same money would buy less today',
  },
}

/** A notice of a payment was refused. */
export function refusedNotice({ gateway, reason, tradeNo, gatewayRef, money, currency }: Omit<RefusedNotice, 'telling'>): RootNotice {
  const name = gateway === 'stripe' ? 'Stripe' : 'Epay'
  const [why, sum] = [reasons[reason], `${moneyText(money)} ${currency}`]
  return {
    kind: 'payment',
    type: 'payment_rejected',
    title: { zh: `${name} 的付款通知未被接受`, en: `A payment notice from ${name} was rejected` },
    text: {
      zh: `原因：${why.zh}。订单号 ${tradeNo || '无'}，支付编号 ${gatewayRef || '无'}，金额 ${sum}。请在“充值订单”页核对，必要时手动完成订单。`,
      en: `Because ${why.en}. Order ${tradeNo || 'none'}, payment ${gatewayRef || 'none'}, ${sum}. Check it on the page “Top-up orders”, where an order can be completed by hand.`,
    },
  }
}

/** A payment is disputed, or that is over. */
export function disputeNotice({ state, gatewayRef, id, money, currency, reason }: DisputeTold): RootNotice {
  const sum = `${moneyText(money)} ${currency}`
  const facts = {
    zh: `支付编号 ${gatewayRef}，争议编号 ${id}，金额 ${sum}，原因：${reason}。`,
    en: `Payment ${gatewayRef}, dispute ${id}, ${sum}, reason: ${reason}.`,
  }
  const outcome = {
    open: {
      zh: '买家对一笔付款提出了争议',
      en: 'A buyer disputes a payment',
      text: {
        zh: '订单的额度已按余额锁定，争议结束后自动解锁或扣回。请尽快在支付平台提交证据。',
        en: 'What is left of the credit is locked until the dispute is over. Submit your evidence to the payment service soon.',
      },
    },
    won: {
      zh: '一笔付款争议已结束，款项归你',
      en: 'A dispute is over in your favor',
      text: { zh: '锁定的额度已经解锁。', en: 'The credit that was locked can be used again.' },
    },
    lost: {
      zh: '一笔付款争议已败诉',
      en: 'A dispute was lost',
      text: { zh: '额度已扣回，不足的部分记为欠款。', en: 'The credit was taken back. What the buyer had spent of it is a debt.' },
    },
  }[state]
  return {
    kind: 'payment',
    type: `payment_dispute_${state}`,
    title: { zh: outcome.zh, en: outcome.en },
    text: { zh: `${facts.zh}${outcome.text.zh}`, en: `${facts.en} ${outcome.text.en}` },
  }
}
