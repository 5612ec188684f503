// What super admins are told of orders.
import { moneyText } from '@waystation/contract/top-up'
import type { RootNotice } from '../notice/root-notices.ts'
import type { DisputeTold } from '../ports.ts'

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
      en: 'A dispute is over in your favour',
      text: { zh: '锁定的额度已经解锁。', en: 'The credit that was locked can be used again.' },
    },
    lost: {
      zh: '一笔付款争议已败诉',
      en: 'A dispute was lost',
      text: { zh: '额度已扣回，不足的部分记为欠款。', en: 'The credit was taken back. What the buyer had spent of it is a debt.' },
    },
  }[state]
  return {
    title: { zh: outcome.zh, en: outcome.en },
    text: { zh: `${facts.zh}${outcome.text.zh}`, en: `${facts.en} ${outcome.text.en}` },
  }
}
