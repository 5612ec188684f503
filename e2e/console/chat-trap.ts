// A host that wants keys: it writes down every request that reaches it.
import { type LocalSite, openSite } from '../../server/src/testing/network/local-site.ts'

export interface ChatTrap extends LocalSite {
  readonly host: string
  /** Address and referrer of each request so far. */
  readonly requests: readonly { readonly address: string; readonly referrer: string | undefined }[]
}

/** Opens a trap. */
export async function openChatTrap(): Promise<ChatTrap> {
  const requests: { address: string; referrer: string | undefined }[] = []
  const site = await openSite((request, response) => {
    if (request.url !== '/favicon.ico') requests.push({ address: request.url ?? '', referrer: request.headers.referer })
    response.setHeader('content-type', 'text/html').end('<title>Trap</title><h1>Trap chat</h1>')
  })
  return { ...site, host: new URL(site.url).host, requests }
}
