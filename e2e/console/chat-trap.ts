// A host that wants keys: it writes down every request that reaches it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatTrap {
  /** Of this machine, over http. */
  readonly host: string
  readonly url: string
  /** Address and referrer of each request so far. */
  readonly requests: readonly { readonly address: string; readonly referrer: string | undefined }[]
  close(): Promise<void>
}

/** Opens a trap. */
export async function openChatTrap(): Promise<ChatTrap> {
  const requests: { address: string; referrer: string | undefined }[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/favicon.ico') requests.push({ address: request.url ?? '', referrer: request.headers.referer })
    response.setHeader('content-type', 'text/html').end('<title>Trap</title><h1>Trap chat</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Sound: it listens on a socket of the network.
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
