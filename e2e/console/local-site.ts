// Other sites, played on this machine.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalSite {
  /** At 127.0.0.1, over http. */
  readonly url: string
  close(): void
}

/** Opens a site that answers so. Close it at the end. */
export async function openSite(answer: RequestListener): Promise<LocalSite> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Sound: it listens on a socket of the network.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
