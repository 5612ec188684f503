// Other sites, played on this machine.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'

export interface LocalSite {
  /** At 127.0.0.1, over http. */
  readonly url: string
  /** Ends it, and every connection to it. */
  close(): Promise<void>
}

/** Opens a site that answers so. Close it at the end. @param port 0: any that is free */
export async function openSite(answer: RequestListener, port = 0): Promise<LocalSite> {
  const site = createServer(answer)
  // Longer than a busy machine lets a client wait: one that asks while its connection is being ended fails.
  site.keepAliveTimeout = 60_000
  const server = await listenLocally(site, port)
  return { url: `http://127.0.0.1:${server.port}`, close: server.close }
}

/** Lets a server of any protocol listen at 127.0.0.1. @param wanted the port; 0: any that is free */
export async function listenLocally(server: Server, wanted = 0): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  return {
    // Sound: it listens on a socket of the network.
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
