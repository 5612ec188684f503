// What a test of the way out needs: a listener that nobody may reach, a record of every attempt to connect, name servers that lie, and a
// server that counts as a public one.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP, type LookupFunction, Socket } from 'node:net'

/** An address of the public internet, at which the public server of a test is. */
export const PUBLIC_ADDRESS = '93.184.215.14'

interface Answer {
  readonly address: string
  readonly family: number
}

const answer = (address: string): Answer => ({ address, family: address.includes(':') ? 6 : 4 })

/** What name servers answer: for each name the answers to the first question, the second and so on; the last one stays. */
export class LyingNames {
  readonly #names = new Map<string, Answer[][]>()
  /** How often each name was asked for. */
  readonly asked = new Map<string, number>()

  set(name: string, ...answers: readonly (readonly string[])[]): void {
    this.#names.set(
      name,
      answers.map((addresses) => addresses.map(answer)),
    )
  }

  /** Stands in for the system's lookup. */
  readonly lookup = (name: string, _options: object, callback: (error: Error | null, addresses: Answer[]) => void): void => {
    const times = this.asked.get(name) ?? 0
    this.asked.set(name, times + 1)
    const answers = this.#names.get(name)
    const found = answers?.[Math.min(times, answers.length - 1)] ?? numeric(name)
    if (found) callback(null, found)
    else callback(Object.assign(new Error(`${name} is not known`), { code: 'ENOTFOUND' }), [])
  }
}

/** The system's lookup takes every spelling of an IPv4 address, such as one number, for the address. */
function numeric(name: string): Answer[] | undefined {
  const host = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`).hostname : ''
  return isIP(host) === 4 ? [answer(host)] : undefined
}

export type Trap = Awaited<ReturnType<typeof openTrap>>

/** Listens on this machine at 127.0.0.1 and at ::1, and notes whoever connects. */
export async function openTrap(serve?: (request: IncomingMessage, response: ServerResponse) => void) {
  const caught: string[] = []
  const servers = [createServer(), createServer()]
  for (const server of servers) {
    server.on('connection', (socket: Socket) => void caught.push(String(socket.localAddress)))
    server.on('request', serve ?? ((_request, response) => void response.writeHead(200, { connection: 'close' }).end('trapped')))
  }
  const [ipv4, ipv6] = servers as [(typeof servers)[0], (typeof servers)[0]]
  ipv4.listen(0, '127.0.0.1')
  await once(ipv4, 'listening')
  const address = ipv4.address()
  const port = typeof address === 'object' && address ? address.port : 0
  ipv6.listen(port, '::1')
  await once(ipv6, 'listening')
  return {
    port,
    /** Connections that came in. */
    caught,
    async close() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

interface ConnectOptions {
  lookup?: LookupFunction
}

export type SocketRecord = ReturnType<typeof recordSockets>

/**
 * Notes every attempt of this process to connect, at the socket itself. What a lookup has let through as the public address is led to this
 * machine, as a network would lead it.
 */
export function recordSockets() {
  const attempts: string[] = []
  const original = Socket.prototype.connect
  const recorded = function (this: Socket, ...given: unknown[]): Socket {
    this.on('connectionAttempt', (address: string) => void attempts.push(address))
    const options = (Array.isArray(given[0]) ? given[0][0] : given[0]) as ConnectOptions
    if (options.lookup) options.lookup = routed(options.lookup)
    return Reflect.apply(original, this, given) as Socket
  }
  Socket.prototype.connect = recorded as typeof original
  return {
    /** Every address that a connection was tried to, as the socket says it. */
    attempts,
    stop() {
      Socket.prototype.connect = original
    },
  }
}

function routed(lookup: LookupFunction): LookupFunction {
  const lead = (address: string) => (address === PUBLIC_ADDRESS ? '127.0.0.1' : address)
  return (name, options, callback) =>
    lookup(name, options, (error, addresses, family) => {
      if (Array.isArray(addresses))
        callback(
          error,
          addresses.map((one) => ({ ...one, address: lead(one.address) })),
        )
      else callback(error, lead(addresses), family)
    })
}
