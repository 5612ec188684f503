// A host that wants keys: it writes down every request that reaches it.
import { openSite } from '../../server/src/testing/network/local-site.ts'

export type ChatTrap = Awaited<ReturnType<typeof openChatTrap>>

/** Opens a trap. */
export async function openChatTrap() {
  /** Address and referrer of each request so far. */
  const requests: { address: string; referrer: string | undefined }[] = []
  const site = await openSite((request, response) => {
    if (request.url !== '/favicon.ico') requests.push({ address: request.url ?? '', referrer: request.headers.referer })
    response.setHeader('content-type', 'text/html').end('<title>Trap</title><h1>Trap chat</h1>')
  })
  return { ...site, host: new URL(site.url).host, requests }
}
