// A stand-in of an Epay server as far as it is asked about orders: `api.php?act=order`, written from the convention of such servers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeEpay {
  readonly url: string
  /** Numbers of the orders that were asked about. */
  readonly asked: readonly string[]
  /** The buyer paid this order. @param money as its form has it */
  pay(tradeNo: string, money: string): void
  close(): void
}

export async function openFakeEpay(merchant: { readonly pid: string; readonly key: string }): Promise<FakeEpay> {
  const asked: string[] = []
  const paid = new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://epay')
    const isTheirs = searchParams.get('pid') === merchant.pid && searchParams.get('key') === merchant.key
    const tradeNo = searchParams.get('out_trade_no') ?? ''
    const answer = (value: object) => response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(value))
    if (pathname !== '/api.php' || searchParams.get('act') !== 'order') return response.writeHead(404).end()
    if (!isTheirs) return answer({ code: -3, msg: '商户密钥错误' })
    asked.push(tradeNo)
    const money = paid.get(tradeNo)
    if (money === undefined) return answer({ code: -1, msg: '订单号不存在' })
    answer({
      code: 1,
      msg: 'succ',
      trade_no: `E${tradeNo}`,
      out_trade_no: tradeNo,
      type: 'alipay',
      pid: 1001,
      money,
      status: 1,
      name: 'TUC10',
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pay: (tradeNo, money) => void paid.set(tradeNo, money),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
