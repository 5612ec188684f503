// The world outside of this machine, as the agents see it: a proxy that lets nobody through and remembers who was asked for.
import { createServer } from 'node:http'
import { listenLocally } from '../server/src/testing/network/local-site.ts'

export type Outside = Awaited<ReturnType<typeof openOutside>>

export async function openOutside() {
  const hosts = new Set<string>()
  const server = createServer((request, response) => {
    hosts.add(request.headers.host ?? '')
    response.writeHead(403).end()
  })
  server.on('connect', (request, socket) => {
    // Whoever is turned away may hang up first.
    socket.on('error', () => undefined)
    hosts.add((request.url ?? '').replace(/:443$/, ''))
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  const { port, close } = await listenLocally(server)
  const url = `http://127.0.0.1:${port}`
  const inside = '127.0.0.1,localhost'
  return {
    /** What agents are told to go through. */
    env: { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url, NO_PROXY: inside, no_proxy: inside },
    /** The hosts that were asked for since the last time. */
    takeHosts() {
      const taken = [...hosts].sort()
      hosts.clear()
      return taken
    },
    close,
  }
}
