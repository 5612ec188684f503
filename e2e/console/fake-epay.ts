// A stand-in of an Epay site, after Epay's documentation: it takes the signed form, shows a page to pay on, and tells the shop.
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { epayNotice, signedByEpay } from '../../server/src/testing/fakes/epay-notice.ts'
import { openSite } from '../../server/src/testing/network/local-site.ts'

export const EPAY_ID = '1001'
export const EPAY_KEY = 'epay-merchant-key'

type Fields = Readonly<Record<string, string>>

/** Tells the shop that what a form asks for was paid. @returns what it answers */
export async function notifyPaid(notifyUrl: string, { type = 'alipay', ...form }: Fields): Promise<string> {
  const notice = signedByEpay(epayNotice(form, { type, trade_no: `epay-${form.out_trade_no}` }), EPAY_KEY)
  const response = await request(`${notifyUrl}?${new URLSearchParams(notice)}`)
  return response.body.text()
}

export type FakeEpay = Awaited<ReturnType<typeof openFakeEpay>>

export async function openFakeEpay() {
  /** The forms that came, with the method they came by. */
  const forms: { method: string; fields: Fields }[] = []
  /** What the shop answered to the notices. */
  const answers: string[] = []
  const site = await openSite(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://epay')
    if (pathname === '/submit.php') {
      // "POST or GET", says the documentation of Epay's sites.
      const fields = Object.fromEntries(incoming.method === 'GET' ? searchParams : new URLSearchParams(await text(incoming)))
      const { sign, sign_type, ...signed } = fields
      if (sign !== signedByEpay(signed, EPAY_KEY).sign) return void outgoing.writeHead(403).end('wrong signature')
      forms.push({ method: incoming.method ?? '', fields })
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void outgoing.end(`<h1>${fields.type} ${fields.money}</h1><a href="/paid">Pay</a>`)
    }
    if (pathname === '/paid') {
      const fields = forms.at(-1)?.fields ?? {}
      answers.push(await notifyPaid(fields.notify_url ?? '', fields))
      return void outgoing.writeHead(302, { location: fields.return_url ?? '/' }).end()
    }
    outgoing.writeHead(404).end()
  })
  return { ...site, forms, answers }
}
