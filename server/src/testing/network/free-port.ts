// A port of this machine for a server that a test or a tool starts.
import { createServer } from 'node:net'

/** A port of 127.0.0.1 that was free a moment ago. Throws Error when the machine gives none. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port is free')
  return address.port
}
