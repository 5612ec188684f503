// A stand-in of an Epay server as far as it is asked about orders: `api.php?act=order`, written from the convention of such servers.
import { openSite } from '../network/local-site.ts'

export type FakeEpay = Awaited<ReturnType<typeof openFakeEpay>>

export async function openFakeEpay(merchant: { readonly pid: string; readonly key: string }) {
  const asked: string[] = []
  const paid = new Map<string, string>()
  const site = await openSite((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://epay')
    const isTheirs = searchParams.get('pid') === merchant.pid && searchParams.get('key') === merchant.key
    const tradeNo = searchParams.get('out_trade_no') ?? ''
    const answer = (value: object) => response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(value))
    if (pathname !== '/api.php' || searchParams.get('act') !== 'order') return response.writeHead(404).end()
    if (!isTheirs) return answer({ code: -3, msg: '商户密钥错误' })
    asked.push(tradeNo)
    const money = paid.get(tradeNo)
    if (money === undefined) return answer({ code: -1, msg: '订单号不存在' })
    const order = { trade_no: `E${tradeNo}`, out_trade_no: tradeNo, type: 'alipay', pid: 1001, money, status: 1, name: 'TUC10' }
    answer({ code: 1, msg: 'succ', ...order })
  })
  return {
    ...site,
    /** Numbers of the orders that were asked about. */
    asked,
    /** The buyer paid this order. @param money as its form has it */
    pay: (tradeNo: string, money: string) => void paid.set(tradeNo, money),
  }
}
