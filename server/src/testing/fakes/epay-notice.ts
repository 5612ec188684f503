// Epay's side of a payment, written from its documentation and apart from the server's own code.
import { createHash } from 'node:crypto'

/** What Epay tells after the order was paid, not signed yet. @param fields of the form that the browser posted */
export const epayNotice = (fields: Readonly<Record<string, string>>, changed: Readonly<Record<string, string>> = {}) => ({
  ...{ pid: '1001', trade_no: '2026112300001', out_trade_no: fields.out_trade_no ?? '', type: 'alipay', name: fields.name ?? '' },
  ...{ money: fields.money ?? '', trade_status: 'TRADE_SUCCESS', param: '', ...changed },
})

/** The fields with Epay's signature. */
export function signedByEpay(fields: Readonly<Record<string, string>>, key: string): Record<string, string> {
  const names = Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .toSorted()
  const text = names.map((name) => `${name}=${fields[name]}`).join('&')
  return {
    ...fields,
    sign_type: 'MD5',
    sign: createHash('md5')
      .update(text + key)
      .digest('hex'),
  }
}
