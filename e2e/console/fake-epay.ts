// A stand-in of an Epay site, after Epay's documentation: it takes the signed form, shows a page to pay on, and tells the shop.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

export const EPAY_ID = '1001'
export const EPAY_KEY = 'epay-merchant-key'

export interface FakeEpay {
  readonly url: string
  /** The forms that came, with the method they came by. */
  readonly forms: { readonly method: string; readonly fields: Readonly<Record<string, string>> }[]
  /** What the shop answered to the notices. */
  readonly answers: string[]
  close(): void
}

/** MD5 of the fields that have a value, in the order of their names, with the key behind them. */
function signatureOf(fields: Readonly<Record<string, string>>): string {
  const signed = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return createHash('md5')
    .update(signed + EPAY_KEY)
    .digest('hex')
}

export async function openFakeEpay(): Promise<FakeEpay> {
  const forms: FakeEpay['forms'] = []
  const answers: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://epay')
    const page = (html: string) => outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    const fields = forms.at(-1)?.fields ?? {}
    if (pathname === '/submit.php') {
      const posted = Object.fromEntries(new URLSearchParams(await textOf(incoming)))
      if (posted.sign !== signatureOf(posted)) return void outgoing.writeHead(403).end('wrong signature')
      forms.push({ method: incoming.method ?? '', fields: posted })
      return void page(`<h1>${posted.type} ${posted.money}</h1><a href="/paid">Pay</a>`)
    }
    if (pathname === '/paid') {
      answers.push(await notify(fields))
      return void outgoing.writeHead(302, { location: fields.return_url ?? '/' }).end()
    }
    outgoing.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Sound: a server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, forms, answers, close: () => void server.close() }
}

async function notify(form: Readonly<Record<string, string>>): Promise<string> {
  const { pid = '', type = '', out_trade_no = '', name = '', money = '' } = form
  const notice = { pid, type, out_trade_no, name, money, trade_no: `epay-${out_trade_no}`, trade_status: 'TRADE_SUCCESS' }
  const query = new URLSearchParams({ ...notice, sign_type: 'MD5', sign: signatureOf(notice) })
  const response = await request(`${form.notify_url}?${query}`)
  return response.body.text()
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
